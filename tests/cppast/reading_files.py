"""Reads whole files back with libclang: declarations, classes and templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from clang.cindex import Cursor, CursorKind, Index
from reading import Reader
from reading_types import read_name, read_type, read_type_text

from dispatchless.cppast import (
    DEFAULT,
    Access,
    Alias,
    Base,
    Constructor,
    Conversion,
    Decl,
    Destructor,
    Enum,
    Enumerator,
    ExplicitSpecialization,
    Field,
    Friend,
    Function,
    MemberInit,
    Namespace,
    OperatorFunction,
    Param,
    ParenInit,
    Record,
    SourceFile,
    StaticAssert,
    StringLit,
    Template,
    TemplateName,
    TypeParam,
    ValueParam,
)

K = CursorKind
_TEMPLATE_PARAMS = (K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER)


class FileReader(Reader):
    """Declarations at namespace and class scope."""

    def decls(self, cursors: Iterable[Cursor]) -> list[Decl]:
        return [self.decl(cursor) for cursor in cursors]

    def decl(self, cursor: Cursor) -> Decl:
        reader = _DECLS.get(cursor.kind)
        assert reader is not None, f"cannot read {cursor.kind}: {self.text(cursor)[:200]}"
        made = reader(self, cursor)
        if re.match(r"template\s*<>", self.text(cursor)):
            return ExplicitSpecialization(made)
        return made

    def namespace(self, cursor: Cursor) -> Decl:
        names, members = [cursor.spelling], list(cursor.get_children())
        # `namespace a::b` is one namespace in another without a brace between.
        while len(members) == 1 and members[0].kind == K.NAMESPACE:
            inner = members[0]
            between = self.source[self.start(cursor) : int(inner.location.offset)]
            if "{" in between:
                break
            names.append(inner.spelling)
            members = list(inner.get_children())
        return Namespace(names, self.decls(members))

    def enum(self, cursor: Cursor) -> Decl:
        values = []
        for value in cursor.get_children():
            if value.kind == K.ENUM_CONSTANT_DECL:
                held = self.children(value)
                values.append(Enumerator(value.spelling, self.expr(held[0]) if held else None))
        head = self.text(cursor).partition("{")[0]
        written = head.partition(":")[2].strip()
        underlying = read_type_text(written) if written else None
        return Enum(cursor.spelling, values, scoped=cursor.is_scoped_enum(), underlying=underlying)

    def record(self, cursor: Cursor) -> Decl:
        head = re.sub(r"^template\s*<.*?>\s*", "", self.text(cursor), flags=re.DOTALL)
        kind = head.split()[0]
        own: str | TemplateName = cursor.spelling
        written = re.match(r"\w+\s+\w+<[^>]*>", head)
        if written:
            (last,) = read_name(written.group().split(None, 1)[1]).parts
            assert isinstance(last, TemplateName)
            own = last
        bases, members = [], []
        for member in cursor.get_children():
            if member.kind == K.CXX_BASE_SPECIFIER:
                access, named = self.text(member).split()
                bases.append(Base(read_name(named), access))  # type: ignore[arg-type]
            elif member.kind not in _TEMPLATE_PARAMS and member.kind.is_declaration():
                members.append(self.decl(member))
        return Record(kind, own, members, bases)  # type: ignore[arg-type]

    def template(self, cursor: Cursor) -> Decl:
        params: list[Any] = []
        for param in cursor.get_children():
            if param.kind == K.TEMPLATE_TYPE_PARAMETER:
                params.append(TypeParam(param.spelling))
            elif param.kind == K.TEMPLATE_NON_TYPE_PARAMETER:
                params.append(ValueParam(read_type(param.type), param.spelling))
        made = self.record(cursor) if cursor.kind == K.CLASS_TEMPLATE else self.function(cursor)
        return Template(params, made)

    def access(self, cursor: Cursor) -> Decl:
        return Access(cursor.access_specifier.name.lower())

    def field(self, cursor: Cursor) -> Decl:
        width = None
        if cursor.is_bitfield():
            width = self.expr(self.children(cursor)[0])
        init = None if width else self.initialiser(cursor)
        return Field(read_type(cursor.type), cursor.spelling, init, width=width)

    def alias(self, cursor: Cursor) -> Decl:
        return Alias(cursor.spelling, read_type(cursor.underlying_typedef_type))

    def static_assert(self, cursor: Cursor) -> Decl:
        cond, *message = cursor.get_children()
        said = self.expr(message[0]) if message else None
        assert said is None or isinstance(said, StringLit)
        return StaticAssert(self.expr(cond), said)

    def friend(self, cursor: Cursor) -> Decl:
        (held,) = cursor.get_children()
        return Friend(self.function(held))

    # --- functions -------------------------------------------------------------------------------

    def heads(self, cursor: Cursor) -> dict[str, Any]:
        """The specifiers before a function's name and those behind its parameters."""
        front = self.source[self.start(cursor) : int(cursor.location.offset)]
        made: dict[str, Any] = {
            word: True for word in ("static", "inline", "explicit") if word in front.split()
        }
        depth = 0
        offset = int(cursor.location.offset) + len(cursor.spelling)
        while (
            not depth or self.source[offset] not in "()" or depth != 1 or self.source[offset] != ")"
        ):
            depth += (self.source[offset] == "(") - (self.source[offset] == ")")
            offset += 1
        behind = re.split(r"[{;:=]|->", self.source[offset + 1 : self.end(cursor) + 1])[0].split()
        made |= {word: True for word in ("const", "noexcept") if word in behind}
        return made

    def params_of(self, cursor: Cursor) -> list[Param]:
        return [self.param(c) for c in cursor.get_children() if c.kind == K.PARM_DECL]

    def body_of(self, cursor: Cursor) -> Any:
        bodies = [c for c in cursor.get_children() if c.kind == K.COMPOUND_STMT]
        return self.block(bodies[0]) if bodies else None

    def function(self, cursor: Cursor) -> Decl:
        flags = self.heads(cursor)
        own = cursor.spelling
        params, body = self.params_of(cursor), self.body_of(cursor)
        returns = read_type(cursor.result_type)
        if own.startswith("operator"):
            return OperatorFunction(own[len("operator") :], params, returns, body, **flags)
        front = self.source[self.start(cursor) : int(cursor.location.offset)].split()
        written = re.match(r"\w+<[^>]*>", self.source[int(cursor.location.offset) :])
        named: str | TemplateName = own
        if written:
            (last,) = read_name(written.group()).parts
            assert isinstance(last, TemplateName)
            named = last
        return Function(named, params, returns, body, trailing="auto" in front, **flags)

    def conversion(self, cursor: Cursor) -> Decl:
        flags = self.heads(cursor)
        return Conversion(read_type(cursor.result_type), self.body_of(cursor), **flags)

    def destructor(self, cursor: Cursor) -> Decl:
        body = DEFAULT if cursor.is_default_method() else self.body_of(cursor)
        return Destructor(cursor.spelling[1:], body)

    def constructor(self, cursor: Cursor) -> Decl:
        held = list(cursor.get_children())
        inits = []
        for named, value in pairwise(held):
            if named.kind == K.MEMBER_REF:
                inits.append(MemberInit(named.spelling, ParenInit((self.expr(value),))))
            elif named.kind == K.TYPE_REF and value.kind == K.CALL_EXPR:
                args = [self.expr(arg) for arg in self.children(value)]
                written = self.text(value).partition("(")[0]
                inits.append(MemberInit(read_name(written), ParenInit(args)))
        flags = self.heads(cursor)
        return Constructor(
            cursor.spelling, self.params_of(cursor), inits, self.body_of(cursor), **flags
        )


_DECLS: dict[CursorKind, Callable[[FileReader, Cursor], Decl]] = {
    K.NAMESPACE: FileReader.namespace,
    K.ENUM_DECL: FileReader.enum,
    K.STRUCT_DECL: FileReader.record,
    K.CLASS_DECL: FileReader.record,
    K.CLASS_TEMPLATE: FileReader.template,
    K.FUNCTION_TEMPLATE: FileReader.template,
    K.CXX_ACCESS_SPEC_DECL: FileReader.access,
    K.FIELD_DECL: FileReader.field,
    K.VAR_DECL: FileReader.variable,
    K.TYPE_ALIAS_DECL: FileReader.alias,
    K.STATIC_ASSERT: FileReader.static_assert,
    K.FRIEND_DECL: FileReader.friend,
    K.FUNCTION_DECL: FileReader.function,
    K.CXX_METHOD: FileReader.function,
    K.CONVERSION_FUNCTION: FileReader.conversion,
    K.DESTRUCTOR: FileReader.destructor,
    K.CONSTRUCTOR: FileReader.constructor,
}

_INDEX = Index.create()


def read_file(source: str, path: str = "random.cpp") -> SourceFile:
    """The file that a text holds, as libclang understands it; errors of C++ fail."""
    unit = _INDEX.parse(path, args=["-std=c++20", "-w"], unsaved_files=[(path, source)])
    errors = [d for d in unit.diagnostics if d.severity >= 3]
    assert not errors, f"{errors[0]}\n{source}"
    reader = FileReader(source, unit.cursor)
    return SourceFile(path, reader.decls(unit.cursor.get_children()))
