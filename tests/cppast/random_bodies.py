"""Random bodies of functions from a seed: statements and expressions that compile.

Every expression has a type that converts to int, and every name is used after its declaration, so
that any file is valid C++ whatever the choices were.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from dispatchless.cppast import (
    Array,
    Assign,
    Binary,
    Block,
    BoolLit,
    BraceInit,
    Break,
    Builtin,
    Call,
    Capture,
    Case,
    Cast,
    Catch,
    CharLit,
    Conditional,
    Construct,
    Continue,
    Decl,
    DeclStmt,
    DoWhile,
    Expr,
    ExprStmt,
    For,
    Goto,
    If,
    Index,
    InitList,
    IntLit,
    Label,
    Lambda,
    LRef,
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
    Switch,
    Throw,
    Try,
    Var,
    While,
)
from dispatchless.cppast.build import AUTO, BOOL, INT, call, const, ident, type_

T = TypeVar("T")
MAX_NESTING = 6

_BINARY = ("+", "-", "*", "&", "|", "^", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "<<", ",")
_NUMBERS = (
    INT,
    BOOL,
    Builtin("double"),
    Builtin("unsigned"),
    Builtin("long long"),
    Builtin("char"),
)


class RandomBodies:
    """The choices made in one file, and what its declarations have made known so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._count = 0
        self._scope: tuple[str, ...] = ()
        # Names from the file's top, with what is needed to use them.
        self.functions: list[tuple[str, int]] = []  # of ints
        self.templates: list[str] = []  # template <class T> int f(T)
        self.boxes: list[str] = []  # template <class T, int N> struct with `value` and `get()`
        self.enumerators: list[str] = []
        self.scoped: list[tuple[str, str]] = []  # (enumeration, enumerator)
        self.aggregates: list[tuple[str, list[str]]] = []  # (name, int fields)
        self.classes: list[str] = []  # constructed from an int, converted to int
        self.constants: list[str] = []
        self.globals: list[str] = []
        self.tables: list[str] = []
        # What a body can use.
        self.ints: list[Expr] = []
        self.statics: set[str] = set()
        self.objects: list[tuple[Expr, bool, list[str]]] = []  # (object, by pointer, int fields)
        self.arrays: list[Expr] = []

    # --- choices ---------------------------------------------------------------------------------

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: T) -> T:
        return self.random.choice(choices)

    def some(self, low: int, high: int) -> range:
        return range(self.random.randint(low, high))

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def known(self, own: str) -> str:
        return "::".join((*self._scope, own))

    def literal(self) -> IntLit:
        value = self.random.choice((0, 1, 2, 3, 7, 10, 100, 255, 2147483647))
        return IntLit(value, base=self.pick(10, 10, 10, 16))

    # --- expressions -----------------------------------------------------------------------------

    def expr(self, depth: int) -> Expr:
        """An expression that converts to int."""
        if depth <= 0 or self.chance(0.15):
            return self.leaf()
        kind = self.random.randrange(15)
        if kind < 4:
            op = self.random.choice(_BINARY)
            return Binary(op, self.expr(depth - 1), self.expr(depth - 1))
        if kind == 4:
            return Prefix(self.pick("-", "!", "~", "+"), self.expr(depth - 1))
        if kind == 5:
            parts = (self.expr(depth - 1) for _ in range(3))
            return Conditional(*parts)
        if kind == 6 and self.ints:
            op = self.pick("=", "+=", "-=", "*=", "|=", "<<=")
            return Assign(op, self.random.choice(self.ints), self.expr(depth - 1))
        if kind == 7 and self.ints:
            target = self.random.choice(self.ints)
            if self.chance(0.5):
                return Prefix(self.pick("++", "--"), target)
            return Postfix(target, self.pick("++", "--"))
        if kind == 8 and self.functions:
            callee, count = self.random.choice(self.functions)
            return call(callee, *[self.expr(depth - 1) for _ in range(count)])
        if kind == 9:
            held = self.expr(depth - 1)
            # Compilers warn of an assignment that becomes a bool, which no printer can know.
            to = INT if isinstance(held, Assign) else self.pick(INT, BOOL, Builtin("long long"))
            return Cast(self.pick("static", "c_style"), to, held)
        if kind == 10 and self.arrays:
            return Index(self.random.choice(self.arrays), (self.expr(depth - 1),))
        if kind == 11 and self.templates:
            chosen = self.random.choice(self.templates)
            named = (
                ident(chosen, self.pick(INT, Builtin("long")))
                if self.chance(0.5)
                else ident(chosen)
            )
            return Call(named, (self.expr(depth - 1),))
        if kind == 12:
            return self.of_class(depth)
        if kind == 13 and self.tables:
            entry = Index(ident(self.random.choice(self.tables)), (self.expr(0),))
            return Call(entry, (self.expr(depth - 1),))
        if kind == 14 and self.chance(0.3):
            return self.called_lambda(depth)
        return self.leaf()

    def of_class(self, depth: int) -> Expr:
        if self.classes and self.chance(0.5):
            made = Construct(type_(self.random.choice(self.classes)), (self.expr(depth - 1),))
            if self.chance(0.5):
                return Call(Member(made, "get"))
            return Cast("static", INT, Binary("+", made, self.expr(depth - 1)))
        if self.aggregates:
            named, fields = self.random.choice(self.aggregates)
            made = Construct(type_(named), (self.literal(), self.literal()), braces=True)
            return Member(made, self.random.choice(fields))
        return self.leaf()

    def called_lambda(self, depth: int) -> Expr:
        own = self.fresh("k")
        kept = self.ints, self.arrays, self.objects
        captures: tuple[Capture, ...] = ()
        default = self.pick("", "=", "&")
        local = [e for e in self.ints if isinstance(e, NameExpr) and self.is_automatic(e)]
        if default == "":
            self.ints, self.arrays, self.objects = [], [], []
            if local and self.chance(0.5):
                captured = self.random.choice(local)
                captures = (Capture(captured.name.parts[0], by_ref=True),)  # type: ignore[arg-type]
                self.ints = [captured]
        elif default == "=":
            self.ints = []
        self.ints = [*self.ints, ident(own)]
        body: list[Stmt] = [Return(self.expr(min(depth - 1, 2)))]
        if self.chance(0.4):
            body.insert(0, ExprStmt(Prefix("++", ident(own))))
        self.ints, self.arrays, self.objects = kept
        made = Lambda(captures, (Param(INT, own),), Block(body), default=default)  # type: ignore[arg-type]
        return Call(made, (self.expr(depth - 1),))

    def is_automatic(self, expr: NameExpr) -> bool:
        """Whether a variable can be captured by name: a local one that is not static."""
        name = expr.name.parts[0]
        return isinstance(name, str) and name[0] == "v" and name not in self.statics

    def leaf(self) -> Expr:
        kind = self.random.randrange(9)
        if kind < 3 and self.ints:
            return self.random.choice(self.ints)
        if kind == 3 and self.enumerators:
            return ident(self.random.choice(self.enumerators))
        if kind == 4 and self.scoped:
            scope, value = self.random.choice(self.scoped)
            return Cast("static", INT, ident(f"{scope}::{value}"))
        if kind == 5 and self.constants:
            return ident(self.random.choice(self.constants))
        if kind == 6 and self.objects:
            base, pointer, fields = self.random.choice(self.objects)
            return Member(base, self.random.choice(fields), arrow=pointer)
        if kind == 7:
            return self.pick(BoolLit(True), BoolLit(False), CharLit("a"), SizeOf(INT))
        return self.literal()

    # --- statements ------------------------------------------------------------------------------

    def block(self, nesting: int, *, loop: bool = False) -> Block:
        """A block whose declarations are forgotten at its end."""
        kept = list(self.ints), list(self.objects), list(self.arrays)
        low = 1 if nesting < 2 else 0
        high = 3 if nesting < 2 else 2
        statements = [self.statement(nesting, loop) for _ in self.some(low, high)]
        self.ints, self.objects, self.arrays = kept
        return Block(statements)

    def statement(self, nesting: int, loop: bool) -> Stmt:
        if nesting >= MAX_NESTING or self.chance(0.35):
            return self.simple(loop)
        inner = nesting + 1
        kind = self.random.randrange(10)
        if kind < 3:
            return self.if_statement(inner, loop)
        if kind == 3:
            return self.for_statement(inner)
        if kind == 4:
            return While(self.expr(2), self.block(inner, loop=True))
        if kind == 5:
            return DoWhile(self.block(inner, loop=True), self.expr(2))
        if kind == 6:
            return self.switch_statement(inner, loop)
        if kind == 7:
            caught = Param(self.pick(INT, LRef(const(BOOL))), self.fresh("e"))
            handlers = [Catch(caught, self.block(inner, loop=loop))]
            if self.chance(0.5):
                handlers.append(Catch(None, self.block(inner, loop=loop)))
            return Try(self.block(inner, loop=loop), handlers)
        if kind == 8:
            element = self.fresh("v")
            held = LRef(const(AUTO)) if self.chance(0.5) else self.pick(INT, LRef(AUTO))
            over = self.random.choice(self.arrays) if self.arrays else self.list_of_ints()
            if isinstance(over, InitList):
                held = INT
            return RangeFor(Var(held, element), over, self.block(inner, loop=True))
        return self.block(inner, loop=loop)

    def list_of_ints(self) -> Expr:
        return ident(self.globals[0])

    def if_statement(self, nesting: int, loop: bool) -> If:
        kept = list(self.ints)
        init: DeclStmt | ExprStmt | None = None
        if self.chance(0.15):
            init = DeclStmt(self.int_variable())
        cond: Expr | Var = self.expr(2)
        constant = self.chance(0.1)
        if constant:
            cond = Binary(self.pick("<", "=="), SizeOf(INT), IntLit(self.random.randint(1, 8)))
        elif self.chance(0.15):
            cond = self.int_variable()
        then = self.block(nesting, loop=loop)
        otherwise: Block | If | None = None
        if self.chance(0.4):
            nested = nesting < MAX_NESTING and self.chance(0.4)
            otherwise = (
                self.if_statement(nesting + 1, loop) if nested else self.block(nesting, loop=loop)
            )
        self.ints = kept
        return If(cond, then, otherwise, init=init, constexpr=constant)

    def for_statement(self, nesting: int) -> For:
        kept = list(self.ints)
        init: DeclStmt | ExprStmt | None = None
        if self.chance(0.7):
            init = DeclStmt(self.int_variable())
        elif self.chance(0.4):
            init = ExprStmt(self.expr(2))
        cond = self.expr(2) if self.chance(0.8) else None
        step = self.expr(2) if self.chance(0.8) else None
        body = self.block(nesting, loop=True)
        self.ints = kept
        return For(init, cond, step, body)

    def switch_statement(self, nesting: int, loop: bool) -> Switch:
        cases = []
        value = 0
        for _ in self.some(1, 3):
            values = []
            for _ in self.some(1, 2):
                value += self.random.randint(1, 3)
                values.append(IntLit(value))
            cases.append(Case(values, self.case_body(nesting, loop)))
        if self.chance(0.5):
            cases.append(Case((), self.case_body(nesting, loop)))
        return Switch(self.expr(2), cases)

    def case_body(self, nesting: int, loop: bool) -> list[Stmt]:
        kept = list(self.ints), list(self.objects), list(self.arrays)
        body = [self.statement(nesting, loop) for _ in self.some(1, 2)]
        self.ints, self.objects, self.arrays = kept
        body = [statement for statement in body if not isinstance(statement, Block)]
        return [*body, Break()]

    def int_variable(self) -> Var:
        own = self.fresh("v")
        made = Var(INT, own, self.expr(2))
        self.ints.append(ident(own))
        return made

    def simple(self, loop: bool) -> Stmt:
        kind = self.random.randrange(9)
        if kind < 3:
            return ExprStmt(self.expr(3))
        if kind < 5:
            return DeclStmt(self.local())
        if kind == 5 and loop:
            return self.pick(Break(), Continue())
        if kind == 6:
            return Return(self.expr(3))
        if kind == 7 and self.chance(0.3):
            return ExprStmt(Throw(self.expr(1)))
        return ExprStmt(Assign("=", self.random.choice(self.ints), self.expr(4)))

    def local(self) -> Decl:
        own = self.fresh("v")
        kind = self.random.randrange(8)
        if kind == 0:
            size = self.random.randint(2, 4)
            self.arrays.append(ident(own))
            values = tuple(IntLit(k) for k in range(size))
            return Var(Array(INT, IntLit(size)), own, InitList(values))
        if kind == 1 and self.aggregates:
            named, fields = self.random.choice(self.aggregates)
            self.objects.append((ident(own), False, fields))
            return Var(type_(named), own, BraceInit((self.literal(),)))
        if kind == 2 and self.classes:
            self.objects.append((ident(own), False, ["held"]))
            return Var(
                type_(self.random.choice(self.classes)),
                own,
                ParenInit((self.expr(2), self.literal())),
            )
        if kind == 3 and self.boxes:
            made = type_(self.random.choice(self.boxes), self.pick(INT, BOOL), IntLit(3))
            self.objects.append((ident(own), False, ["value"]))
            return Var(made, own, BraceInit())
        if kind == 4 and self.objects:
            base, pointer, fields = self.random.choice(self.objects)
            if not pointer and isinstance(base, NameExpr):
                self.objects.append((ident(own), True, fields))
                return Var(AUTO, own, Prefix("&", base))
        if kind == 5:
            number = self.pick(*_NUMBERS)
            if number not in (BOOL, Builtin("double")):  # no `++`, no bits
                self.ints.append(ident(own))
            static = self.chance(0.2)
            if static:
                self.statics.add(own)
            return Var(number, own, self.expr(1), static=static)
        if kind == 6:
            return Var(const(AUTO), own, self.expr(2))
        self.ints.append(ident(own))
        return Var(INT, own, self.expr(3))

    def body(self, params: list[Param]) -> Block:
        """The body of a function that returns int."""
        globals_ = [ident(g) for g in self.globals]
        self.ints = [ident(p.name) for p in params if p.name and p.type == INT]
        if not self.ints:
            self.ints = [Index(globals_[0], (IntLit(0),))]
        self.objects, self.arrays = [], [globals_[0]]
        statements = list(self.block(0).statements)
        if self.chance(0.1):
            label = self.fresh("l")
            again = If(self.expr(2), Block((Goto(label),)))
            statements = [Label(label), *statements, again]
        result = Block([*statements, Return(self.expr(3))])
        self.ints, self.objects, self.arrays = [], [], []
        return result

    def params(self, low: int = 0) -> list[Param]:
        params = [Param(INT, self.fresh("v")) for _ in self.some(low, 3)]
        if params and self.chance(0.2):
            params[-1] = Param(const(INT), params[-1].name)
        return params
