"""The order of templates: primary, then specialisations, then uses ([temp.expl.spec])."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast.decls import Namespace, Var
from dispatchless.cppast.functions import FunctionDecl
from dispatchless.cppast.names import NamePart, QualifiedName, TemplateName, base_name
from dispatchless.cppast.node import Decl, Node, NodeError
from dispatchless.cppast.records import Record
from dispatchless.cppast.templates import ExplicitSpecialization, Template
from dispatchless.cppast.visit import walk


def specialized_name(decl: Decl) -> NamePart | None:
    """The name that a specialisation (or the declaration in it) declares."""
    inner: Node = decl
    while isinstance(inner, (Template, ExplicitSpecialization)):
        inner = inner.decl
    name = getattr(inner, "name", None)
    if isinstance(inner, (Record, Var, FunctionDecl)) and isinstance(name, (str, TemplateName)):
        return name if getattr(inner, "qualifier", None) is None else None
    return None


def _uses(node: Node, wanted: set[TemplateName]) -> set[TemplateName]:
    found = set()
    for inner in walk(node):
        if isinstance(inner, QualifiedName):
            for part in inner.parts:
                if isinstance(part, TemplateName) and part in wanted:
                    found.add(part)
    return found


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
    places: dict[TemplateName, int] = {}
    for index, member in enumerate(flat):
        name = specialized_name(member)
        if isinstance(name, TemplateName) and isinstance(member, ExplicitSpecialization):
            places.setdefault(name, index)
    if not places:
        return
    first = min(places.values())
    last = max(places.values())
    for index, member in enumerate(flat[:last]):
        name = specialized_name(member)
        own = name if isinstance(name, TemplateName) else None
        for used in sorted(_uses(member, set(places)), key=repr):
            if used != own and places[used] > index:
                raise NodeError(f"a specialisation comes before its first use: {used!r}")
    for index, member in enumerate(flat[first:], first):
        if isinstance(member, Template) and isinstance(specialized_name(member), str):
            primary = specialized_name(member)
            for name, place in places.items():
                if (
                    base_name(name) == primary
                    and place < index
                    and not any(specialized_name(other) == primary for other in flat[:place])
                ):
                    raise NodeError(f"a specialisation follows its primary template: {name!r}")


def in_template_order(members: Sequence[Decl]) -> tuple[Decl, ...]:
    """`members` with each primary template before its specialisations, and those before their uses.

    A declaration moves only when another one that stands before it needs it; the rest stays in
    order.
    """
    specials: dict[TemplateName, Decl] = {}
    primaries: dict[str, Decl] = {}
    for member in members:
        name = specialized_name(member)
        if isinstance(name, TemplateName) and isinstance(member, ExplicitSpecialization):
            specials.setdefault(name, member)
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
        for used in sorted(_uses(member, set(specials)), key=repr):
            needed += [d for d in (primaries.get(base_name(used)), specials[used]) if d]
        own = specialized_name(member)
        if isinstance(own, TemplateName) and base_name(own) in primaries:
            needed.append(primaries[base_name(own)])
        # A cycle cannot be put in order; whoever is being placed is not asked for again.
        waiting = {id(m) for m, is_ready in pending if is_ready}
        pending.extend((d, False) for d in reversed(needed) if id(d) not in waiting)
    return tuple(ordered)
