"""The printer of single lines: every result is a string."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.layout import WIDTH, Doc
from dispatchless.cppast.names import Header, QualifiedName
from dispatchless.cppast.node import Expr, Node, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.core import DEPTH_LIMIT, DOCS, NotFlat, Printer, TooDeep
from dispatchless.cppast.printer.declarators import cv_words, declarator
from dispatchless.cppast.printer.precedence import LEVELS, precedence
from dispatchless.cppast.types import Builtin, LRef, NamedType, Pointer, Qualified, RRef

if TYPE_CHECKING:
    from dispatchless.cppast.functions import Param


def plain_name(name: QualifiedName, headers: set[Header]) -> str | None:
    """The text of a name without template arguments; None if it has some."""
    if name.headers:
        headers.update(name.headers)
    try:
        text = "::".join(name.parts)  # type: ignore[arg-type]
    except TypeError:
        return None
    return "::" + text if name.rooted else text


def _line(text: str) -> str:
    """A text that fits on a line; what does not is laid out, so there is no use in going on."""
    if len(text) > WIDTH:
        raise NotFlat
    return text


# What most parameters are: a name, or a reference or pointer to one.
_SPECIFIERS = (NamedType, Builtin)
_SIGNS = {LRef: " &", RRef: " &&", Pointer: " *"}


class FlatPrinter(Printer):
    """Prints on one line; every result is a `str`. Raises `NotFlat` where that cannot be."""

    flat = True

    def __init__(self, headers: set[Header]) -> None:
        super().__init__(headers)
        # Types and names are shared like lists.
        self._names: dict[int, str] = {}
        self._types: dict[int, str] = {}
        self._declarators: dict[int, tuple[str, str]] = {}

    def doc(self, node: Node) -> Doc:
        try:
            handler = DOCS[node.__class__]
        except KeyError:
            raise self.fail(node) from None
        depth = self.depth
        if depth > DEPTH_LIMIT:
            raise TooDeep
        self.depth = depth + 1
        text = handler(self, node)
        self.depth = depth
        return text

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        # The same as the general one, with names, which are most operands, on a short way.
        if expr.__class__ is NameExpr:
            return self.name(expr.name)
        level = LEVELS.get(expr.__class__)
        if level.__class__ is not Prec:
            level = precedence(expr) if level is None else level(expr)  # type: ignore[operator]
        return self.enclosed(expr, floor) if level < floor else self.doc(expr)

    def args(self, exprs: Sequence[Any]) -> list[Doc]:
        docs = self.lists.get(id(exprs))
        if docs is None:
            operand, name = self.operand, self.name
            docs = self.lists[id(exprs)] = [
                name(expr.name) if expr.__class__ is NameExpr else operand(expr, Prec.ASSIGN)
                for expr in exprs
            ]
        return docs

    def params(self, params: Sequence[Param]) -> list[Doc]:
        docs = self.lists.get(id(params))
        if docs is not None:
            return docs
        docs = []
        around = self.around
        for param in params:
            if not param.name or param.attributes:
                docs.append(self.doc(param))
                continue
            left, right = around(param.type)
            if param.default is None:
                docs.append(left + param.name + right)
            else:
                default = self.operand(param.default, Prec.ASSIGN)
                docs.append(f"{left}{param.name}{right} = {default}")
        self.lists[id(params)] = docs
        return docs

    def cat(self, *parts: Any) -> Doc:
        return "".join(parts)

    def brackets(self, opening: Any, items: Sequence[Any], closing: str) -> Doc:
        text: str = opening + ", ".join(items) + closing
        if len(text) > WIDTH:
            raise NotFlat  # it will be laid out, so there is no use in going on
        return text

    def braces(self, items: Sequence[Any]) -> Doc:
        return "{" + ", ".join(items) + "}"

    def chain(self, first: Any, rest: Sequence[Any]) -> Doc:
        return _line(first + "".join(rest))

    def operators(self, operands: Sequence[Any], operators: Sequence[str]) -> Doc:
        if len(operands) == 2:
            (left, right), (op,) = operands, operators
            return _line(f"{left}, {right}" if op == "," else f"{left} {op} {right}")
        parts = [operands[0]]
        for op, operand in zip(operators, operands[1:], strict=True):
            parts += [", " if op == "," else f" {op} ", operand]
        return _line("".join(parts))

    def verbatim(self, text: str) -> Doc:
        if "\n" in text:
            raise NotFlat
        return text

    def declare(self, type_: Type, name: Any) -> Doc:
        left, right = self.around(type_)
        return f"{left}{name}{right}"

    def around(self, type_: Type) -> tuple[str, str]:
        """What stands left and right of a name declared with a type."""
        found = self._declarators.get(id(type_))
        if found is None:
            sign = _SIGNS.get(type_.__class__)
            inner: Any = type_ if sign is None else type_.to  # type: ignore[attr-defined]
            if inner.__class__ in _SPECIFIERS:
                found = (f"{self.type(inner)}{sign or ' '}", "")
            elif inner.__class__ is Qualified and inner.type.__class__ in _SPECIFIERS:
                found = (f"{cv_words(inner)} {self.type(inner.type)}{sign or ' '}", "")
            else:
                text: Any = declarator(self, type_, "\0", named=True)
                left, _, right = text.partition("\0")
                found = (left, right)
            self._declarators[id(type_)] = found
        return found

    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        raise NotFlat

    def name(self, name: QualifiedName) -> Doc:
        parts = name.parts
        if len(parts) == 1 and not name.headers and not name.rooted:
            part = parts[0]
            if part.__class__ is str:
                return part
        text = self._names.get(id(name))
        if text is None:
            text = plain_name(name, self.headers) or str(self.doc(name))
            self._names[id(name)] = text
        return text

    def type(self, type_: Type) -> Doc:
        text = self._types.get(id(type_))
        if text is None:
            text = self._types[id(type_)] = str(self.doc(type_))
        return text
