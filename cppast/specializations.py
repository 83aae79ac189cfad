"""The order of templates: primary, then specialisations, then uses ([temp.expl.spec])."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast.decls import Namespace, Var
from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.functions import FunctionDecl, Param
from dispatchless.cppast.names import (
    QualifiedName,
    TemplateName,
    base_name,
    is_used_template,
)
from dispatchless.cppast.node import Decl, Node, NodeError, Type, children
from dispatchless.cppast.records import Record
from dispatchless.cppast.templates import TEMPLATE_HEADS, ExplicitSpecialization, Template


def specialized_name(decl: Decl) -> str | TemplateName | None:
    """The name that a specialisation (or the declaration in it) declares."""
    inner: Node = decl
    while inner.__class__ in TEMPLATE_HEADS:
        inner = inner.decl  # type: ignore[attr-defined]
    if not isinstance(inner, (FunctionDecl, Record, Var)) or inner.qualifier is not None:
        return None
    name = getattr(inner, "name", None)
    return name if isinstance(name, (str, TemplateName)) else None


class _Specials:
    """Specialisations by their names, which are looked up by the identifier first."""

    def __init__(self) -> None:
        self._by_base: dict[str, list[tuple[TemplateName, int]]] = {}
        # Names that are one object stand once in the lists above. `add` is given names of members
        # that its caller holds, so no `id` is of two of them.
        self._added: set[int] = set()
        # What types and parameters use: the same objects occur in many declarations.
        self._used_below: dict[int, list[TemplateName]] = {}

    def add(self, name: TemplateName, place: int) -> None:
        """A specialisation of `name` at `place`, behind those before; the first one counts, later
        ones do no harm."""
        identity = id(name)
        if identity not in self._added:
            self._added.add(identity)
            self._by_base.setdefault(base_name(name), []).append((name, place))

    def last_used_place(self) -> int:
        """The last place where a template is specialised that some name uses; 0 without any."""
        used = [places for base, places in self._by_base.items() if is_used_template(base)]
        return max([places[-1][1] for places in used], default=0)

    def place(self, name: TemplateName) -> int | None:
        """Where `name` is specialised; None if it is not."""
        for known, place in self._by_base.get(base_name(name), ()):
            if known == name:
                return place
        return None

    def of(self, base: str) -> Sequence[tuple[TemplateName, int]]:
        """The specialisations of one template, with their places."""
        return self._by_base.get(base, ())

    def uses(self, root: Node) -> list[TemplateName]:
        """The names used below `root` that are specialised, each once."""
        found: list[TemplateName] = []
        pending = [root]
        while pending:
            node = pending.pop()
            if isinstance(node, (Type, Param)) and node is not root:
                below = self._used_below.get(id(node))
                if below is None:
                    below = self._used_below[id(node)] = self._collect([node])
                found += below
            else:
                self._expand(node, pending, found)
        return [name for index, name in enumerate(found) if name not in found[:index]]

    def _collect(self, pending: list[Node]) -> list[TemplateName]:
        found: list[TemplateName] = []
        while pending:
            self._expand(pending.pop(), pending, found)
        return found

    def _expand(self, node: Node, pending: list[Node], found: list[TemplateName]) -> None:
        """Put the children of `node` that may hold names to those that are pending."""
        if node.__class__ is NameExpr:
            node = node.name
        if not isinstance(node, QualifiedName):
            pending += children(node)
            return
        for part in node.parts:
            if part.__class__ is not str:
                pending.append(part)  # type: ignore[arg-type]
                if isinstance(part, TemplateName) and self.place(part) is not None:
                    found.append(part)


def _flatten(members: Sequence[Decl], into: list[Decl]) -> list[Decl]:
    for member in members:
        if isinstance(member, Namespace):
            _flatten(member.members, into)
        else:
            into.append(member)
    return into


def check_order(members: Sequence[Decl]) -> None:
    """Refuse a specialisation that follows a use of it, or comes before its primary template."""
    flat = _flatten(members, [])
    names = [specialized_name(member) for member in flat]
    specials = _Specials()
    primaries: dict[str, int] = {}  # where each name is first declared
    templates: dict[str, None] = {}  # those of them that a template has, in order
    for index, (member, name) in enumerate(zip(flat, names, strict=True)):
        if isinstance(name, TemplateName):
            if isinstance(member, ExplicitSpecialization):
                specials.add(name, index)
        elif name is not None:
            primaries.setdefault(name, index)
            if isinstance(member, Template):
                templates[name] = None
    for index, member in enumerate(flat[: specials.last_used_place()]):
        for used in sorted(specials.uses(member), key=repr):
            if used != names[index] and (specials.place(used) or 0) > index:
                raise NodeError(f"a specialisation comes before its first use: {used!r}")
    for primary in templates:
        for special, place in specials.of(primary):
            if place < primaries[primary]:
                raise NodeError(f"a specialisation follows its primary template: {special!r}")


def in_template_order(members: Sequence[Decl]) -> tuple[Decl, ...]:
    """`members` with each primary template before its specialisations, and those before their uses.

    A declaration moves only when another one that stands before it needs it; the rest stays in
    order.
    """
    specials = _Specials()
    primaries: dict[str, Decl] = {}
    for index, member in enumerate(members):
        name = specialized_name(member)
        if isinstance(name, TemplateName) and isinstance(member, ExplicitSpecialization):
            specials.add(name, index)
        elif isinstance(member, Template) and isinstance(name, str):
            primaries.setdefault(name, member)
    ordered: list[Decl] = []
    placed: set[int] = set()
    pending = [(member, False) for member in reversed(members)]
    while pending:
        member, ready = pending.pop()
        if id(member) in placed:
            continue
        if ready:
            placed.add(id(member))
            ordered.append(member)
            continue
        pending.append((member, True))
        needed: list[Decl] = []
        for used in sorted(specials.uses(member), key=repr):
            primary = primaries.get(base_name(used))
            needed += [] if primary is None else [primary]
            needed.append(members[specials.place(used) or 0])
        own = specialized_name(member)
        if isinstance(own, TemplateName) and base_name(own) in primaries:
            needed.append(primaries[base_name(own)])
        # A cycle cannot be put in order; whoever is being placed is not asked for again.
        waiting = {id(m) for m, is_ready in pending if is_ready}
        pending.extend((d, False) for d in reversed(needed) if id(d) not in waiting)
    return tuple(ordered)
