"""Reads C++ back with libclang into our nodes: the subset that `random_files` makes.

The tree comes from the cursors; what cursors do not tell (operators, which parts of a head are
there) is taken from the source between them. Parentheses and implicit conversions leave no trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from clang.cindex import Cursor, CursorKind
from reading_types import read_name, read_type, read_type_text

from dispatchless.cppast import (
    Assign,
    Binary,
    Block,
    BoolLit,
    BraceInit,
    Break,
    Call,
    Capture,
    Case,
    Cast,
    Catch,
    CharLit,
    Conditional,
    Construct,
    Continue,
    DeclStmt,
    DoWhile,
    Expr,
    ExprStmt,
    For,
    Goto,
    If,
    InitList,
    IntLit,
    Label,
    Lambda,
    Member,
    NameExpr,
    Param,
    ParenInit,
    Postfix,
    Prefix,
    RangeFor,
    Return,
    SizeOf,
    Stmt,
    StringLit,
    Switch,
    This,
    Throw,
    Try,
    Var,
    While,
)
from dispatchless.cppast import Index as Subscript

K = CursorKind
_TRANSPARENT = (K.PAREN_EXPR, K.UNEXPOSED_EXPR)
_REFERENCES = (K.TYPE_REF, K.NAMESPACE_REF, K.TEMPLATE_REF, K.MEMBER_REF, K.OVERLOADED_DECL_REF)


class Reader:
    """The source of one file, and how its cursors are read."""

    def __init__(self, source: str, unit: Cursor) -> None:
        self.source = source
        # Positions are numbers of one count over all files, which is quick to read; the offset in
        # the file, which libclang looks up for each, is the distance from its first character.
        first = next(unit.get_children()).extent
        self._base = int(first.begin_int_data) - int(first.start.offset)
        # Offsets of libclang count bytes; the files read are ASCII.
        assert source.isascii()

    # --- the source under cursors ----------------------------------------------------------------

    def start(self, cursor: Cursor) -> int:
        return int(cursor.extent.begin_int_data) - self._base

    def end(self, cursor: Cursor) -> int:
        return int(cursor.extent.end_int_data) - self._base

    def text(self, cursor: Cursor) -> str:
        return self.source[self.start(cursor) : self.end(cursor)]

    def before(self, offset: int) -> str:
        """The last character before `offset` that is no blank."""
        while self.source[offset - 1].isspace():
            offset -= 1
        return self.source[offset - 1]

    def between(self, left: Cursor, right: Cursor) -> str:
        return self.source[self.end(left) : self.start(right)].strip()

    # --- expressions -----------------------------------------------------------------------------

    def expr(self, cursor: Cursor) -> Expr:
        """An expression, without what the compiler put in."""
        reader = _EXPRS.get(cursor.kind)
        if reader is None:
            raise AssertionError(
                f"cannot read {cursor.kind} at {cursor.location}: {self.text(cursor)}"
            )
        return reader(self, cursor)

    def children(self, cursor: Cursor) -> list[Cursor]:
        """What is written of the children: no references to names, no default arguments."""
        found = (c for c in cursor.get_children() if c.kind not in _REFERENCES)
        return [c for c in found if c.extent.end_int_data > c.extent.begin_int_data]

    def inner(self, cursor: Cursor) -> Expr:
        (only,) = self.children(cursor)
        return self.expr(only)

    def name(self, cursor: Cursor) -> Expr:
        return NameExpr(read_name(self.text(cursor)))

    def unexposed(self, cursor: Cursor) -> Expr:
        held = self.children(cursor)
        if not held:
            return self.name(cursor)  # an overloaded name of a dependent call
        return self.inner(cursor)

    def integer(self, cursor: Cursor) -> Expr:
        text = self.text(cursor)
        return IntLit(int(text, 0), base=16 if text.startswith("0x") else 10)

    def binary(self, cursor: Cursor) -> Expr:
        left, right = self.children(cursor)
        op = self.between(left, right)
        made = Assign if op == "=" or cursor.kind == K.COMPOUND_ASSIGNMENT_OPERATOR else Binary
        return made(op, self.expr(left), self.expr(right))

    def unary(self, cursor: Cursor) -> Expr:
        (operand,) = self.children(cursor)
        front = self.source[self.start(cursor) : self.start(operand)].strip()
        if front:
            return Prefix(front, self.expr(operand))
        return Postfix(
            self.expr(operand), self.source[self.end(operand) : self.end(cursor)].strip()
        )

    def conditional(self, cursor: Cursor) -> Expr:
        return Conditional(*[self.expr(part) for part in self.children(cursor)])

    def subscript(self, cursor: Cursor) -> Expr:
        base, index = self.children(cursor)
        return Subscript(self.expr(base), (self.expr(index),))

    def call(self, cursor: Cursor) -> Expr:
        first = next(cursor.get_children())
        inner = self.children(cursor)
        if first.kind in _REFERENCES or self.start(first) > self.start(cursor):
            made = read_type_text(self.text(cursor).partition("(")[0])
            return Construct(made, tuple(self.expr(arg) for arg in inner))
        if len(inner) == 1 and cursor.extent == inner[0].extent:
            return self.expr(inner[0])  # a conversion or copy that is not written
        callee, *args = inner
        if args and self.start(args[0]) == self.end(callee):
            args.pop(0)  # the name `operator()`, which is at the parenthesis
        return Call(self.expr(callee), tuple(self.expr(arg) for arg in args))

    def member(self, cursor: Cursor) -> Expr:
        held = self.children(cursor)
        text = self.text(cursor)
        if not held:
            return NameExpr(read_name(text))  # of `this`, which is not written
        (base,) = held
        rest = self.source[self.end(base) : self.end(cursor)].strip()
        if not rest:
            return self.expr(base)  # the call of a conversion function
        arrow = rest.startswith("->")
        return Member(self.expr(base), rest.lstrip("->."), arrow=arrow)

    def static_cast(self, cursor: Cursor) -> Expr:
        text = self.text(cursor)
        type_ = read_type_text(text[text.index("<") + 1 : text.index(">")])
        return Cast("static", type_, self.inner(cursor))

    def c_style(self, cursor: Cursor) -> Expr:
        text = self.text(cursor)
        return Cast("c_style", read_type_text(text[1 : text.index(")")]), self.inner(cursor))

    def functional(self, cursor: Cursor) -> Expr:
        (held,) = self.children(cursor)
        if held.extent == cursor.extent:
            return self.expr(held)
        opening = re.search(r"[({]", self.text(cursor))
        assert opening is not None
        type_ = read_type_text(self.text(cursor)[: opening.start()])
        if opening.group() == "{":
            made = self.expr(held)
            assert isinstance(made, InitList)
            return Construct(type_, made.elements, braces=True)
        return Construct(type_, (self.expr(held),))

    def lambda_(self, cursor: Cursor) -> Expr:
        text = self.text(cursor)
        written = [w.strip() for w in text[1 : text.index("]")].split(",") if w.strip()]
        default = written.pop(0) if written and written[0] in "=&" else ""
        captures = [Capture(w.lstrip("&"), by_ref=w.startswith("&")) for w in written]
        held = list(cursor.get_children())
        params = [self.param(c) for c in held if c.kind == K.PARM_DECL]
        return Lambda(captures, params, self.block(held[-1]), default=default)  # type: ignore[arg-type]

    def sizeof(self, cursor: Cursor) -> Expr:
        text = self.text(cursor)
        assert text.startswith("sizeof(")
        return SizeOf(read_type_text(text[len("sizeof(") : -1]))

    def list_(self, cursor: Cursor) -> Expr:
        return InitList([self.expr(element) for element in self.children(cursor)])

    # --- statements ------------------------------------------------------------------------------

    def block(self, cursor: Cursor) -> Block:
        assert cursor.kind == K.COMPOUND_STMT, cursor.kind
        return Block(self.statements(list(cursor.get_children())))

    def statements(self, cursors: list[Cursor]) -> list[Stmt]:
        made: list[Stmt] = []
        for cursor in cursors:
            if cursor.kind == K.LABEL_STMT:
                made.append(Label(cursor.spelling))
            else:
                made.append(self.statement(cursor))
        return made

    def statement(self, cursor: Cursor) -> Stmt:
        reader = _STMTS.get(cursor.kind)
        return ExprStmt(self.expr(cursor)) if reader is None else reader(self, cursor)

    def declaration(self, cursor: Cursor) -> DeclStmt:
        (declared,) = cursor.get_children()
        return DeclStmt(self.variable(declared))

    def return_(self, cursor: Cursor) -> Stmt:
        held = self.children(cursor)
        return Return(self.expr(held[0]) if held else None)

    def head_init(self, cursor: Cursor) -> DeclStmt | ExprStmt:
        if cursor.kind == K.DECL_STMT:
            return self.declaration(cursor)
        return ExprStmt(self.expr(cursor))

    def if_(self, cursor: Cursor) -> Stmt:
        parts = list(cursor.get_children())
        declared = self.variable(parts.pop(0)) if parts[0].kind == K.VAR_DECL else None
        body = next(i for i, part in enumerate(parts) if part.kind == K.COMPOUND_STMT)
        init = self.head_init(parts[0]) if body == 2 else None
        cond = declared or self.expr(parts[body - 1])
        otherwise: Any = None
        if len(parts) > body + 1:
            otherwise = self.statement(parts[body + 1])
        constant = self.text(cursor).startswith("if constexpr")
        return If(cond, self.block(parts[body]), otherwise, init=init, constexpr=constant)

    def for_(self, cursor: Cursor) -> Stmt:
        *parts, body = cursor.get_children()
        first, second = self.semicolons(self.start(cursor), self.start(body))
        init = cond = step = None
        for part in parts:
            if self.start(part) < first:
                init = self.head_init(part)
            elif self.start(part) < second:
                cond = self.expr(part)
            else:
                step = self.expr(part)
        return For(init, cond, step, self.block(body))

    def semicolons(self, start: int, end: int) -> tuple[int, int]:
        """The two semicolons of the head of a `for` that are in no inner bracket."""
        depth, found = 0, []
        for offset in range(start, end):
            char = self.source[offset]
            depth += (char in "({[") - (char in ")}]")
            if char == ";" and depth == 1:
                found.append(offset)
        first, second = found
        return first, second

    def range_for(self, cursor: Cursor) -> Stmt:
        declared, over, body = cursor.get_children()
        return RangeFor(self.variable(declared, bare=True), self.expr(over), self.block(body))

    def while_(self, cursor: Cursor) -> Stmt:
        cond, body = cursor.get_children()
        return While(self.expr(cond), self.block(body))

    def do_(self, cursor: Cursor) -> Stmt:
        body, cond = cursor.get_children()
        return DoWhile(self.block(body), self.expr(cond))

    def switch(self, cursor: Cursor) -> Stmt:
        cond, body = cursor.get_children()
        cases: list[Case] = []
        values: list[Expr] = []
        held: list[Cursor] = []
        pending = list(body.get_children())
        started = False
        while pending:
            label = pending.pop(0)
            if label.kind not in (K.CASE_STMT, K.DEFAULT_STMT):
                held.append(label)
                continue
            if started:
                cases.append(Case(values, self.case_body(held)))
            values, held, started = [], [], True
            while label.kind == K.CASE_STMT:
                value, label = label.get_children()
                values.append(self.expr(value))
            if label.kind == K.DEFAULT_STMT:
                (label,) = label.get_children()
            held.append(label)
        cases.append(Case(values, self.case_body(held)))
        return Switch(self.expr(cond), cases)

    def case_body(self, held: list[Cursor]) -> list[Stmt]:
        if held[0].kind == K.COMPOUND_STMT:
            held = list(held[0].get_children())
        return self.statements(held)

    def try_(self, cursor: Cursor) -> Stmt:
        body, *handlers = cursor.get_children()
        made = []
        for handler in handlers:
            *declared, held = handler.get_children()
            param = None
            if declared:
                param = Param(read_type(declared[0].type), declared[0].spelling)
            made.append(Catch(param, self.block(held)))
        return Try(self.block(body), made)

    # --- variables -------------------------------------------------------------------------------

    def variable(self, cursor: Cursor, *, bare: bool = False) -> Var:
        """A variable; `bare` for one of a range-for, whose range libclang takes for a value."""
        type_ = read_type(cursor.type)
        front = self.source[self.start(cursor) : int(cursor.location.offset)]
        flags = {word: True for word in ("static", "inline", "constexpr") if word in front.split()}
        init = None if bare else self.initialiser(cursor)
        return Var(type_, cursor.spelling, init, **flags)

    def initialiser(self, cursor: Cursor) -> Expr | ParenInit | BraceInit | None:
        held = [c for c in cursor.get_children() if c.kind.is_expression()]
        if not held:
            return None
        last = held[-1]
        behind = int(cursor.location.offset) + len(cursor.spelling)
        if self.start(last) == behind and self.source[behind] == "(":
            # In a template: arguments that are no constructor's call yet, perhaps with temporaries
            # to clean up around them.
            while [c.extent for c in self.children(last)] == [last.extent]:
                (last,) = self.children(last)
            return ParenInit([self.expr(arg) for arg in self.children(last)])
        while last.kind == K.UNEXPOSED_EXPR and len(self.children(last)) == 1:
            (last,) = self.children(last)
        start = self.start(last)
        if start == int(cursor.location.offset):  # a constructor's call, from the name on
            opening = self.source[start + len(cursor.spelling)]
            args = tuple(self.expr(arg) for arg in self.children(last))
            if opening == "(":
                return ParenInit(args)
            return BraceInit(args) if opening == "{" else None
        if self.before(start) == "=":
            return self.expr(last)
        if self.source[start] == "{":
            made = self.expr(last)
            assert isinstance(made, InitList)
            return BraceInit(made.elements)
        return None  # the extent of an array, the width of a bit-field

    def param(self, cursor: Cursor) -> Param:
        held = [c for c in cursor.get_children() if c.kind.is_expression()]
        default = self.expr(held[-1]) if held and self.before(self.start(held[-1])) == "=" else None
        return Param(read_type(cursor.type), cursor.spelling or None, default)


_EXPRS: dict[CursorKind, Callable[[Reader, Cursor], Expr]] = {
    K.PAREN_EXPR: Reader.inner,
    K.UNEXPOSED_EXPR: Reader.unexposed,
    K.DECL_REF_EXPR: Reader.name,
    K.INTEGER_LITERAL: Reader.integer,
    K.BINARY_OPERATOR: Reader.binary,
    K.COMPOUND_ASSIGNMENT_OPERATOR: Reader.binary,
    K.UNARY_OPERATOR: Reader.unary,
    K.CONDITIONAL_OPERATOR: Reader.conditional,
    K.ARRAY_SUBSCRIPT_EXPR: Reader.subscript,
    K.CALL_EXPR: Reader.call,
    K.MEMBER_REF_EXPR: Reader.member,
    K.CXX_STATIC_CAST_EXPR: Reader.static_cast,
    K.CSTYLE_CAST_EXPR: Reader.c_style,
    K.CXX_FUNCTIONAL_CAST_EXPR: Reader.functional,
    K.CXX_UNARY_EXPR: Reader.sizeof,
    K.LAMBDA_EXPR: Reader.lambda_,
    K.INIT_LIST_EXPR: Reader.list_,
    K.CXX_BOOL_LITERAL_EXPR: lambda self, c: BoolLit(self.text(c) == "true"),
    K.CHARACTER_LITERAL: lambda self, c: CharLit(self.text(c)[1:-1]),
    K.STRING_LITERAL: lambda self, c: StringLit(self.text(c)[1:-1]),
    K.CXX_THIS_EXPR: lambda self, c: This(),
    K.CXX_THROW_EXPR: lambda self, c: Throw(self.inner(c) if self.children(c) else None),
}

_STMTS: dict[CursorKind, Callable[[Reader, Cursor], Stmt]] = {
    K.COMPOUND_STMT: Reader.block,
    K.DECL_STMT: Reader.declaration,
    K.RETURN_STMT: Reader.return_,
    K.IF_STMT: Reader.if_,
    K.FOR_STMT: Reader.for_,
    K.CXX_FOR_RANGE_STMT: Reader.range_for,
    K.WHILE_STMT: Reader.while_,
    K.DO_STMT: Reader.do_,
    K.SWITCH_STMT: Reader.switch,
    K.CXX_TRY_STMT: Reader.try_,
    K.BREAK_STMT: lambda self, c: Break(),
    K.CONTINUE_STMT: lambda self, c: Continue(),
    K.GOTO_STMT: lambda self, c: Goto(next(iter(c.get_children())).spelling),
}
