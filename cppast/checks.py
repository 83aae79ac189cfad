"""Rules over several nodes: bodies of functions, members of classes and namespaces.

These modules import the node classes; the node classes call them when an object is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from dispatchless.cppast.decls import (
    Alias,
    Asm,
    LinkageSpec,
    Namespace,
    NamespaceAlias,
    StaticAssert,
    StructuredBinding,
    UsingDecl,
    UsingDirective,
    UsingEnum,
    Var,
)
from dispatchless.cppast.functions import (
    Constructor,
    Conversion,
    DeductionGuide,
    Destructor,
    Function,
    FunctionDecl,
    OperatorFunction,
    Param,
)
from dispatchless.cppast.macros import MacroBlock, MacroDecl
from dispatchless.cppast.names import NamePart, TemplateArgument, TemplateName, base_name
from dispatchless.cppast.node import Decl, Node, NodeError, Stmt, Type, children
from dispatchless.cppast.preproc import IfGroup, IfSection, Preproc
from dispatchless.cppast.records import Access, Enum, Field, Record
from dispatchless.cppast.stmts import (
    Attributed,
    Block,
    Break,
    Case,
    Catch,
    CommentStmt,
    Continue,
    DeclStmt,
    DoWhile,
    ExprStmt,
    For,
    Goto,
    If,
    Label,
    Opaque,
    RangeFor,
    Return,
    Switch,
    Try,
    While,
)
from dispatchless.cppast.templates import (
    TEMPLATE_HEADS,
    Concept,
    ExplicitInstantiation,
    Friend,
    Template,
)
from dispatchless.cppast.types import Auto, LRef, Pointer, Qualified, RRef, has_auto, is_void

# --- bodies ----------------------------------------------------------------------------------


def statements_below(body: Block) -> Iterator[Node]:
    """The statements of a body at every depth, but not those of lambdas and local classes."""
    pending: list[Node] = [body]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for child in children(node) if isinstance(child, _HOLDERS))


_HOLDERS = (Stmt, Case, Catch, IfSection, IfGroup)


def check_body(
    body: Block | Try, name: NamePart, returns: Type | None, *, inferred: bool = False
) -> None:
    """Returns, jumps and labels of one function body; nested functions have checked their own.

    `name` is for messages. `returns` of None is a constructor or destructor, unless the type is
    `inferred`.
    """
    if isinstance(body, Block) and len(body.statements) == 1:
        (only,) = body.statements
        if isinstance(only, Return):  # what most functions of generated code are
            if not inferred:
                _check_return(only, name, returns)
            return
    name = base_name(name)
    labels: set[str] = set()
    targets: set[str] = set()
    opaque = False
    pending: list[tuple[Node, bool, bool]] = [(body, False, False)]
    while pending:
        node, in_loop, in_switch = pending.pop()
        if isinstance(node, Return):
            if not inferred:
                _check_return(node, name, returns)
        elif isinstance(node, Block):
            pending += [
                (s, in_loop, in_switch) for s in node.statements if s.__class__ not in _SIMPLE
            ]
        elif isinstance(node, If):
            pending.append((node.then, in_loop, in_switch))
            if node.otherwise is not None:
                pending.append((node.otherwise, in_loop, in_switch))
        elif isinstance(node, (For, RangeFor, While, DoWhile)):
            pending.append((node.body, True, False))
        elif isinstance(node, Switch):
            pending.extend((s, in_loop, True) for case in node.cases for s in case.body)
        elif isinstance(node, Try):
            pending.append((node.body, in_loop, in_switch))
            pending.extend((handler.body, in_loop, in_switch) for handler in node.handlers)
        elif isinstance(node, Break):
            if not (in_loop or in_switch):
                raise NodeError(f"a break is inside a loop or a switch: in {name!r}")
        elif isinstance(node, Continue):
            if not in_loop:
                raise NodeError(f"a continue is inside a loop: in {name!r}")
        elif isinstance(node, Label):
            if node.name in labels:
                raise NodeError(f"a label occurs once in a function: {node.name!r} in {name!r}")
            labels.add(node.name)
        elif isinstance(node, Goto):
            targets.add(node.name)
        elif isinstance(node, Attributed) and node.statement is not None:
            pending.append((node.statement, in_loop, in_switch))
        elif isinstance(node, IfSection):
            for group in node.groups:
                pending.extend((s, in_loop, in_switch) for s in group.members)
            pending.extend((s, in_loop, in_switch) for s in node.otherwise or ())
        elif isinstance(node, Opaque):
            opaque = True
    if targets - labels and not opaque:
        raise NodeError(f"a goto needs its label: {min(targets - labels)!r} in {name!r}")


# Statements that there is nothing to ask of.
_SIMPLE = frozenset({ExprStmt, DeclStmt, CommentStmt})


def _check_return(node: Return, name: NamePart, returns: Type | None) -> None:
    if returns is None:
        if node.value is not None:
            raise NodeError(
                "a constructor or destructor returns no value: "
                f"{node.value!r} in {base_name(name)!r}"
            )
    elif node.value is None and not is_void(returns) and not isinstance(returns, Auto):
        raise NodeError(
            f"a return needs a value in a function that returns {returns!r}: {base_name(name)!r}"
        )


_IN_BLOCKS = (
    Var,
    StructuredBinding,
    Alias,
    UsingDecl,
    UsingDirective,
    UsingEnum,
    NamespaceAlias,
    StaticAssert,
    Record,
    Enum,
    MacroDecl,
    Asm,
    Preproc,
)


def check_block_declaration(decl: Decl) -> None:
    """[stmt.dcl]: only these declarations may stand in a block."""
    if isinstance(decl, (Function, OperatorFunction)):
        if decl.body is not None:
            raise NodeError(f"a function is not defined inside another: {decl!r}")
        _check_no_member(decl)
    elif not isinstance(decl, _IN_BLOCKS):
        raise NodeError(f"a block cannot hold a {type(decl).__name__}: {decl!r}")


# --- members ---------------------------------------------------------------------------------

_NOT_IN_CLASSES = (
    Namespace,
    UsingDirective,
    LinkageSpec,
    NamespaceAlias,
    StructuredBinding,
    Asm,
)
_NOT_IN_CLASSES_EITHER = (ExplicitInstantiation, MacroBlock, Concept)


_REFS = (LRef, RRef)


def check_members(record: Record) -> None:
    """[class.mem]: what a class may hold, each name once, overloads apart."""
    seen = _Signatures()
    for member in record.members or ():
        inner = member.decl if isinstance(member, Template) else member
        if isinstance(inner, _NOT_IN_CLASSES + _NOT_IN_CLASSES_EITHER):
            raise NodeError(f"a class cannot hold a {type(inner).__name__}: {inner!r}")
        if isinstance(inner, (Constructor, Destructor)) and inner.name != record.class_name:
            raise NodeError(
                f"a constructor or destructor has its class's name: {inner.name!r} "
                f"in {record.class_name!r}"
            )
        if isinstance(inner, FunctionDecl):
            if inner.qualifier is not None:
                raise NodeError(f"a member has no qualifier inside its class: {inner!r}")
            if isinstance(inner, OperatorFunction) and inner.op.startswith('""'):
                raise NodeError(f"a literal operator is no member: operator{inner.op}")
            if record.kind == "union" and getattr(inner, "virtual", False):
                raise NodeError(f"a union has no virtual functions: {inner!r}")
        if record.kind == "union" and isinstance(inner, Field) and inner.type.__class__ in _REFS:
            raise NodeError(f"a union has no references: {inner.name!r}")
        if isinstance(inner, Var) and not inner.static:
            raise NodeError(f"a non-static data member is a Field: {inner.name!r}")
        if not isinstance(member, Decl):
            raise NodeError(f"a member is a declaration: {member!r}")
        if isinstance(inner, Field) and inner.name == record.class_name:
            raise NodeError(f"a data member cannot have its class's name: {inner.name!r}")
        _check_template_id(member)
        seen.add(member, "a class", declarations=True)


def _check_template_id(member: Decl) -> None:
    """[temp.expl.spec]: without `template <…>` nothing declares a template-id."""
    if isinstance(member, (Function, Var, Record)) and isinstance(member.name, TemplateName):
        raise NodeError(f"a template-id is declared by a specialisation: {member.name!r}")


_MEMBER_ONLY = ("const", "volatile", "ref", "virtual", "override", "final")
_OF_MEMBERS = attrgetter(*_MEMBER_ONLY)


def _check_no_member(decl: FunctionDecl) -> None:
    for specifier in _MEMBER_ONLY:
        if getattr(decl, specifier):
            raise NodeError(f"only a member function is {specifier}: {decl!r}")


def check_scope(members: Sequence[Decl], what: str) -> None:
    """[basic.namespace]: what stands at namespace scope, each thing defined once."""
    seen = _Signatures()
    for member in members:
        inner: Node = member
        while inner.__class__ in TEMPLATE_HEADS:
            inner = inner.decl  # type: ignore[attr-defined]
        if isinstance(inner, FunctionDecl):
            if inner.qualifier is None:
                if isinstance(inner, (Constructor, Destructor, Conversion)):
                    raise NodeError(f"outside its class a member needs its qualifier: {inner!r}")
                if any(_OF_MEMBERS(inner)):
                    _check_no_member(inner)
        elif not isinstance(inner, Decl):
            raise NodeError(f"{what} holds declarations: {member!r}")
        elif isinstance(inner, (Access, Field)) or (isinstance(inner, Concept) and inner is member):
            raise NodeError(f"{what} cannot hold a {type(inner).__name__}: {inner!r}")
        if inner is member:  # a template is known by more than its name and parameters
            _check_template_id(member)
            seen.add(member, what, declarations=False)


class _Signatures:
    """The names of one scope; functions may share a name when their parameters differ."""

    def __init__(self) -> None:
        self._functions: dict[str, list[FunctionDecl]] = {}
        self._others: dict[str, Decl] = {}

    def add(self, member: Decl, what: str, *, declarations: bool) -> None:
        """Refuse a second `member`; outside classes only definitions count (`declarations`)."""
        if isinstance(member, FunctionDecl):
            if not declarations and member.body is None:
                return
            self._add_function(member, what)
        elif isinstance(member, (Field, Var, Record, Enum, Alias)) and isinstance(member.name, str):
            if isinstance(member, (Record, Enum)):
                body = member.members if isinstance(member, Record) else member.enumerators
                if body is None:
                    return
            elif isinstance(member, Var) and (member.extern or member.qualifier is not None):
                return
            self._add_other(member.name, member, what)

    def _add_other(self, name: str, member: Decl, what: str) -> None:
        other = self._others.setdefault(name, member)
        if other is not member and not (isinstance(member, Alias) and member == other):
            raise NodeError(f"{what} declares a name once: {name!r}")
        if name in self._functions and not isinstance(member, (Record, Enum)):
            raise NodeError(f"{what} declares a name once: {name!r}")

    def _add_function(self, member: FunctionDecl, what: str) -> None:
        name = _function_name(member)
        clash = self._others.get(name)
        if clash is not None and not isinstance(clash, (Record, Enum)):
            raise NodeError(f"{what} declares a name once: {name!r}")
        others = self._functions.setdefault(name, [])
        for other in others:
            if type(other) is type(member) and _signature(other) == _signature(member):
                raise NodeError(f"{what} has a function of one signature once: {name!r}")
        others.append(member)


def _function_name(member: FunctionDecl) -> str:
    if isinstance(member, Function):
        return base_name(member.name)
    if isinstance(member, OperatorFunction):
        return "operator" + member.op
    if isinstance(member, Constructor):
        return member.name
    return "~" if isinstance(member, Destructor) else "operator type"


def _signature(member: FunctionDecl) -> tuple[object, ...]:
    params: tuple[Param, ...] = getattr(member, "params", ())
    return (
        tuple(param.type for param in params),
        member.qualifier,
        member.requires,
        getattr(member, "const", False),
        getattr(member, "volatile", False),
        getattr(member, "ref", ""),
        getattr(member, "variadic", False),
        getattr(member, "type", None),
        member.name if isinstance(member, Function) else None,
    )


# --- templates -------------------------------------------------------------------------------


def check_arguments(args: tuple[TemplateArgument, ...]) -> None:
    """[dcl.spec.auto]: auto is deduced for variables and functions, and is no template argument."""
    for arg in args:
        if arg.__class__ in _MAY_BE_AUTO and has_auto(arg):  # type: ignore[arg-type]
            raise NodeError(f"a template argument cannot be auto: {arg!r}")


_MAY_BE_AUTO = frozenset({Auto, LRef, Pointer, Qualified, RRef})


def check_templated(decl: Decl, what: str) -> None:
    """[temp.pre]: what a template head may introduce."""
    if isinstance(decl, Destructor) and decl.qualifier is None:
        raise NodeError(f"a destructor cannot be a template: {decl.name!r}")
    if not isinstance(
        decl, (FunctionDecl, Record, Var, Alias, Concept, Friend, Template, DeductionGuide)
    ):
        raise NodeError(f"{what} declares a function, class, variable or alias: {decl!r}")
    if isinstance(decl, Function) and isinstance(decl.name, TemplateName):
        raise NodeError(f"a function template has no partial specialisation: {decl.name!r}")
    if getattr(decl, "virtual", False):
        raise NodeError(f"a member template cannot be virtual: {decl!r}")


def check_specialized(decl: Decl) -> None:
    """[temp.expl.spec]: a specialisation names what it specialises."""
    if isinstance(decl, (Template, FunctionDecl)):
        return
    if not isinstance(decl, (Record, Var)):
        raise NodeError(f"a specialisation declares a function, class or variable: {decl!r}")
    if not isinstance(decl.name, TemplateName) and decl.qualifier is None:
        raise NodeError(f"the name of a specialisation is a template-id: {decl.name!r}")


def check_instantiated(decl: Decl) -> None:
    """[temp.explicit]: an instantiation declares and does not define."""
    if isinstance(decl, Record):
        if decl.members is not None or not isinstance(decl.name, TemplateName):
            raise NodeError(f"an instantiated class is a template-id without members: {decl!r}")
    elif isinstance(decl, FunctionDecl):
        if decl.body is not None:
            raise NodeError(f"an instantiated function has no body: {decl!r}")
        if decl.inline or decl.constexpr:
            raise NodeError(f"an instantiation is not inline or constexpr: {decl!r}")
    elif not (isinstance(decl, Var) and decl.init is None):
        raise NodeError(f"an instantiation declares a function, class or variable: {decl!r}")


def check_friend(decl: Decl) -> None:
    """[class.friend]: a friend is a function, a declared class, or a template of those."""
    while isinstance(decl, Template):
        decl = decl.decl
    if isinstance(decl, Record):
        if decl.members is not None:
            raise NodeError(f"a friend class is only declared: {decl!r}")
    elif not isinstance(decl, FunctionDecl):
        raise NodeError(f"a friend is a function or a class: {decl!r}")
    elif getattr(decl, "virtual", False) or getattr(decl, "static", False):
        raise NodeError(f"a friend is not virtual or static: {decl!r}")
