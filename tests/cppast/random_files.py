"""Random whole files from a seed: namespaces, classes, templates, functions, tables."""

from __future__ import annotations

from collections.abc import Callable

from random_bodies import RandomBodies

from dispatchless.cppast import (
    DEFAULT,
    Access,
    Alias,
    Array,
    Base,
    Binary,
    Block,
    Builtin,
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
    FunctionType,
    InitList,
    IntLit,
    LRef,
    Member,
    MemberInit,
    Namespace,
    OperatorFunction,
    Param,
    ParenInit,
    Pointer,
    Prefix,
    Record,
    Return,
    SizeOf,
    SourceFile,
    StaticAssert,
    StringLit,
    Template,
    TemplateName,
    TypeParam,
    UsingDecl,
    ValueParam,
    Var,
    name,
)
from dispatchless.cppast.build import BOOL, INT, const, const_ref, ident, ptr, type_


class RandomFile(RandomBodies):
    """A file of random declarations, each of which later ones use."""

    def file(self) -> SourceFile:
        """The whole file; it begins with an array of ints, which every body can use."""
        own = self.fresh("g")
        values = tuple(IntLit(k) for k in range(4))
        first = Var(Array(INT, IntLit(4)), own, InitList(values))
        self.globals.append(own)
        return SourceFile("random.cpp", (first, *self.members(0)))

    def members(self, depth: int) -> list[Decl]:
        made: list[Decl] = []
        kinds: list[Callable[[], list[Decl]]] = [
            self.enumeration,
            self.aggregate,
            self.class_,
            self.function,
            self.function,
            self.function_template,
            self.class_template,
            self.variable,
            self.table,
        ]
        for _ in self.some(3, 6):
            if depth < 2 and self.chance(0.15):
                made.append(self.namespace(depth))
            else:
                made += self.random.choice(kinds)()
        return made

    def namespace(self, depth: int) -> Namespace:
        names = [self.fresh("n") for _ in self.some(1, 2)]
        self._scope += tuple(names)
        members = self.members(depth + 1)
        self._scope = self._scope[: -len(names)]
        return Namespace(names, members)

    def enumeration(self) -> list[Decl]:
        own, scoped = self.fresh("E"), self.chance(0.5)
        enumerators = []
        for number in self.some(1, 4):
            value = self.fresh("e")
            explicit = IntLit(10 * number + self.random.randrange(10))
            enumerators.append(Enumerator(value, explicit if self.chance(0.5) else None))
        for enumerator in enumerators:
            if scoped:
                self.scoped.append((self.known(own), enumerator.name))
            else:
                self.enumerators.append(self.known(enumerator.name))
        underlying = self.pick(None, INT, Builtin("unsigned char"))
        return [Enum(own, enumerators, scoped=scoped, underlying=underlying)]

    def aggregate(self) -> list[Decl]:
        own = self.fresh("S")
        fields: list[Decl] = []
        ints = []
        for number in range(self.random.randint(2, 4)):
            field = self.fresh("m")
            fields.append(Field(INT, field, self.pick(None, IntLit(number))))
            ints.append(field)
        if self.chance(0.3):
            fields.append(Field(Builtin("unsigned"), self.fresh("m"), width=IntLit(3)))
        if self.chance(0.3):
            fields.append(Field(ptr(type_(own)), self.fresh("m")))
        if self.chance(0.3):
            fields.append(Field(Array(BOOL, IntLit(2)), self.fresh("m")))
        if self.chance(0.3):
            constant = self.fresh("k")
            fields.append(Var(const(INT), constant, IntLit(5), static=True, inline=True))
            self.constants.append(self.known(own) + "::" + constant)
        fields += self.methods(ints) if self.chance(0.6) else []
        self.aggregates.append((self.known(own), ints))
        return [Record("struct", own, fields)]

    def methods(self, ints: list[str]) -> list[Decl]:
        made: list[Decl] = []
        for _ in self.some(1, 2):
            params = self.params()
            body = self.body(params)
            read = Return(Binary("+", ident(self.random.choice(ints)), IntLit(1)))
            body = Block((*body.statements[:-1], read))
            constant = self.chance(0.5)
            noexcept = self.chance(0.2)
            made.append(
                Function(self.fresh("f"), params, INT, body, const=constant, noexcept=noexcept)
            )
        return made

    def class_(self) -> list[Decl]:
        own = self.fresh("C")
        base = self.random.choice(self.classes) if self.classes and self.chance(0.4) else None
        bases = () if base is None else (Base(name(base), self.pick("public", "protected")),)
        first, second, hidden = self.fresh("v"), self.fresh("v"), self.fresh("h")
        inits = [MemberInit("held", ParenInit((ident(first),)))]
        if base is not None:
            inits.insert(0, MemberInit(name(base), ParenInit((ident(second),))))
        inits.append(MemberInit(hidden, ParenInit((Binary("+", ident(first), ident(second)),))))
        params = [Param(INT, first), Param(INT, second, IntLit(1))]
        get = Function("get", (), INT, Block((Return(ident("held")),)), const=True)
        other = self.fresh("o")
        same = Binary("==", ident("held"), Member(ident(other), "held"))
        members: list[Decl] = [
            Access("public"),
            Constructor(own, params, inits, Block(), explicit=True),
            Destructor(own, DEFAULT) if self.chance(0.4) else get,
            Conversion(INT, Block((Return(ident("held")),)), const=True),
        ]
        if members[2] is not get:
            members.append(get)
        if self.chance(0.4):
            param = Param(const_ref(type_(own)), other)
            body = Block((Return(same),))
            members.append(OperatorFunction("==", (param,), BOOL, body, const=True))
        if self.chance(0.3):
            index = self.params(1)[:1]
            members.append(OperatorFunction(self.pick("[]", "()"), index, INT, self.body(index)))
        if self.chance(0.4):
            members.append(Friend(Function(self.fresh("f"), (Param(LRef(type_(own))),))))
        if self.chance(0.4):
            members.append(Alias(self.fresh("A"), ptr(const(type_(own)))))
        members += [Field(INT, "held"), Access("private"), Field(INT, hidden)]
        self.classes.append(self.known(own))
        return [Record("class", own, members, bases, final=False)]

    def function(self) -> list[Decl]:
        own, params = self.fresh("f"), self.params()
        flags = self.pick({}, {}, {"static": True}, {"inline": True}, {"noexcept": True})
        made: list[Decl] = []
        if self.chance(0.2):
            made.append(Function(own, params, INT, **flags))
        trailing = self.chance(0.1)
        made.append(Function(own, params, INT, self.body(params), trailing=trailing, **flags))
        self.functions.append((self.known(own), len(params)))
        if self.chance(0.1):
            made.append(UsingDecl(name("::".join(("x", own)))) if False else self.assertion())
        return made

    def assertion(self) -> Decl:
        cond = Binary(">=", SizeOf(self.pick(INT, BOOL)), IntLit(1))
        return StaticAssert(cond, self.pick(None, StringLit("size")))

    def function_template(self) -> list[Decl]:
        own, of, value = self.fresh("t"), self.fresh("T"), self.fresh("x")
        params = [Param(type_(of), value)]
        body = self.body(params)
        template = Template((TypeParam(of),), Function(own, params, INT, body))
        made: list[Decl] = [template]
        if self.chance(0.4):
            given = Builtin("long")
            params = [Param(given, self.fresh("x"))]
            special = Function(TemplateName(own, (given,)), params, INT, self.body(params))
            made.append(ExplicitSpecialization(special))
        self.templates.append(self.known(own))
        return made

    def class_template(self) -> list[Decl]:
        own, of, size = self.fresh("B"), self.fresh("T"), self.fresh("N")
        value = Field(type_(of), "value")
        held = Field(Array(INT, ident(size)), "held")
        get = Function("get", (), INT, Block((Return(ident(size)),)), const=True)
        heads = (TypeParam(of), ValueParam(INT, size))
        made: list[Decl] = [Template(heads, Record("struct", own, (value, held, get)))]
        if self.chance(0.4):
            special = TemplateName(own, (Builtin("long"), IntLit(2)))
            made.append(ExplicitSpecialization(Record("struct", special, (value_of_long(),))))
        self.boxes.append(self.known(own))
        return made

    def variable(self) -> list[Decl]:
        own = self.fresh("g")
        self.constants.append(self.known(own))
        if self.chance(0.5):
            flags = self.pick({"constexpr": True}, {"inline": True}, {"static": True})
            return [Var(const(INT), own, self.literal(), **flags)]
        alias = self.fresh("A")
        return [Alias(alias, self.pick(INT, BOOL)), Var(type_(self.known(alias)), own, IntLit(1))]

    def table(self) -> list[Decl]:
        one_int = [function for function, count in self.functions if count == 1]
        if not one_int:
            return self.variable()
        own = self.fresh("g")
        entries = [ident(self.random.choice(one_int)) for _ in self.some(1, 3)]
        entries_ = [Prefix("&", entry) if self.chance(0.5) else entry for entry in entries]
        of = Pointer(FunctionType(INT, (INT,)))
        self.tables.append(self.known(own))
        return [Var(Array(of, IntLit(3)), own, InitList(entries_))]


def value_of_long() -> Field:
    """A member of a specialisation."""
    return Field(Builtin("long"), "value")


def random_file(seed: int) -> SourceFile:
    """The file of a seed."""
    return RandomFile(seed).file()
