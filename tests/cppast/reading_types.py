"""Types and names as libclang gives them, to nodes."""

from __future__ import annotations

from clang.cindex import Type as ClangType
from clang.cindex import TypeKind

from dispatchless.cppast import (
    Array,
    Auto,
    Builtin,
    FunctionType,
    IntLit,
    LRef,
    NamedType,
    NameExpr,
    Pointer,
    Qualified,
    QualifiedName,
    TemplateArgument,
    TemplateName,
    Type,
)
from dispatchless.cppast.types import BUILTIN_TYPES

NamePart = str | TemplateName


def read_name(text: str) -> QualifiedName:
    """A name with scopes and template arguments, as `n1::box<int, 3>`."""
    parts: list[NamePart] = []
    for part in split(text, "::"):
        if part.endswith(">"):
            base, _, args = part[:-1].partition("<")
            parts.append(TemplateName(base, [_argument(arg) for arg in split(args, ",")]))
        else:
            parts.append(part)
    return QualifiedName(parts)


def split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that are in no angle brackets."""
    parts, depth, start, index = [], 0, 0, 0
    while index < len(text):
        depth += (text[index] == "<") - (text[index] == ">")
        if depth == 0 and text.startswith(separator, index):
            parts.append(text[start:index].strip())
            index += len(separator)
            start = index
        else:
            index += 1
    return [*parts, text[start:].strip()]


def _argument(text: str) -> TemplateArgument:
    if text.isdigit():
        return IntLit(int(text))
    if text.startswith("N"):  # a value parameter of the files read
        return NameExpr(read_name(text))
    return read_type_text(text)


def read_type_text(text: str) -> Type:
    """A type of one word, a name, or those with `const` and `*`."""
    text = text.strip()
    if text.endswith("*"):
        return Pointer(read_type_text(text[:-1]))
    if text.startswith("const "):
        return Qualified(read_type_text(text[len("const ") :]), const=True)
    return Builtin(text) if text in BUILTIN_TYPES else NamedType(read_name(text))


def read_type(read: ClangType) -> Type:
    """The type of a declaration."""
    if read.is_const_qualified() and read.kind not in (
        TypeKind.CONSTANTARRAY,
        TypeKind.DEPENDENTSIZEDARRAY,
    ):
        return Qualified(_unqualified(read), const=True)
    return _unqualified(read)


def _unqualified(read: ClangType) -> Type:
    kind = read.kind
    if kind == TypeKind.POINTER:
        return Pointer(read_type(read.get_pointee()))
    if kind == TypeKind.LVALUEREFERENCE:
        return LRef(read_type(read.get_pointee()))
    if kind == TypeKind.CONSTANTARRAY:
        return Array(read_type(read.element_type), IntLit(read.element_count))
    if kind == TypeKind.DEPENDENTSIZEDARRAY:
        extent = read.spelling[read.spelling.index("[") + 1 : -1]
        return Array(read_type(read.element_type), NameExpr(read_name(extent)))
    if kind == TypeKind.FUNCTIONPROTO:
        return FunctionType(
            read_type(read.get_result()), [read_type(t) for t in read.argument_types()]
        )
    if kind == TypeKind.AUTO:
        return Auto()
    text = read.spelling.removeprefix("const ")
    if text == "unsigned int":
        text = "unsigned"
    return read_type_text(text)
