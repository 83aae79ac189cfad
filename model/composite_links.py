"""Looks up what the entries of a specification name: the operators that composites call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dispatchless.model.composite import CompositeOperator
from dispatchless.model.composite_entry import BrokenEntry, ReadEntry
from dispatchless.model.cpp_declarations import HeaderReader
from dispatchless.model.design_links import DesignLinker
from dispatchless.model.design_text import ListedName
from dispatchless.model.designs import Alias, Dependency, Design, Structured
from dispatchless.model.device_includes import wrong_includes
from dispatchless.model.entry_forms import alias_forms, structured_forms
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.kernel_access import with_access
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.schema import FunctionSchema, OperatorName


def link_entries(
    entries: Sequence[ReadEntry | BrokenEntry],
    native: OperatorTable,
    errors: ErrorCollector,
    *,
    namespace: str | None,
) -> tuple[tuple[CompositeOperator, ...], tuple[str, ...]]:
    """The composite operators of the entries, in their order, and the headers that were read.

    ``namespace`` is where operators live whose schema names none; None if that is not known. Adds
    all errors; an entry with one gives no operator.
    """
    headers = HeaderReader()
    operators = _Linker(entries, native, headers, errors, namespace).operators()
    return operators, headers.files


_CALLABLE = "only operators of ATen and of this specification can be called"


class _Linker:
    def __init__(
        self,
        entries: Sequence[ReadEntry | BrokenEntry],
        native: OperatorTable,
        headers: HeaderReader,
        errors: ErrorCollector,
        namespace: str | None,
    ) -> None:
        self._namespace = namespace
        self._native = native
        self._headers = headers
        self._designs = DesignLinker(native, headers, errors)
        self._errors = errors
        self._entries: dict[OperatorName, ReadEntry] = {}
        self._linked: dict[OperatorName, CompositeOperator] = {}
        self._forms: dict[OperatorName, tuple[CompositeOperator, ...]] = {}
        self._targets: dict[OperatorName, list[tuple[ListedName, ReadEntry | Operator]]] = {}
        self._broken = [entry for entry in entries if isinstance(entry, BrokenEntry)]
        for entry in entries:
            if isinstance(entry, ReadEntry):
                self._enter(entry)

    def operators(self) -> tuple[CompositeOperator, ...]:
        for name, entry in self._entries.items():
            if entry.schema.name.namespace == "aten":
                self._check_aten(entry)
            self._targets[name] = self._look_up(entry)
        for broken in self._broken:
            for listed in broken.calls:
                with self._errors.collecting():
                    self._find(listed)
        for name in self._inner_first():
            self._build(self._entries[name])
        self._check_forms()
        self._check_includes()
        if self._errors:
            return ()
        return tuple(form for name in self._entries for form in self._forms[name])

    def _check_forms(self) -> None:
        """Add an error for each further form whose name another operator has."""
        taken = dict.fromkeys(self._entries)
        for name, forms in self._forms.items():
            for form in forms:
                if form.is_entry:
                    continue
                if form.name in taken:
                    self._errors.add(
                        self._entries[name].name_error(
                            f"its form '{form.name}' is an operator of its own, too",
                            hint="say with 'forms' which forms to make",
                        )
                    )
                taken[form.name] = None

    def _check_includes(self) -> None:
        """Add an error for each include of a header that cannot be generated."""
        for entry in self._entries.values():
            if entry.header is not None:
                self._headers.read(entry.header.path)
        for text in self._headers.texts:
            for error in wrong_includes(text, self._native):
                self._errors.add(error)

    def _enter(self, entry: ReadEntry) -> None:
        name = entry.schema.name
        first = self._entries.setdefault(name, entry)
        if first is not entry:
            self._errors.add(
                entry.name_error(
                    f"the operator '{name}' stands twice",
                    hint=f"it stands before at {first.func.location}",
                )
            )

    def _check_aten(self, entry: ReadEntry) -> None:
        """``aten::x`` is an operator of ATen, with the schema that ATen gives it."""
        name = entry.schema.name
        with self._errors.collecting():
            operator = self._native.find(name)
            if operator is None:
                raise entry.name_error(
                    f"ATen has no operator '{name.local}'",
                    hint=self._native.hint_for(name.local)
                    or "a new operator is written without 'aten::'",
                )
            wanted = attrs.evolve(operator.schema, name=name)
            if wanted != entry.schema:
                raise SpecError(
                    f"the schema of '{name}' is not ATen's",
                    location=entry.func.at(0),
                    text=entry.func.value,
                    hint=f"ATen's is '{wanted}'",
                )

    # dependencies

    def _look_up(self, entry: ReadEntry) -> list[tuple[ListedName, ReadEntry | Operator]]:
        if entry.design is None:
            return []
        found: list[tuple[ListedName, ReadEntry | Operator]] = []
        seen: set[OperatorName] = set()
        for listed in entry.design.calls:
            target: ReadEntry | Operator | None = None
            with self._errors.collecting():
                target = self._find(listed)
                if target is None:
                    continue
                key = _identity(target)
                if key in seen:
                    raise listed.error(
                        f"the operator '{listed.name}' is listed twice", hint="list it once"
                    )
                seen.add(key)
                if key == entry.schema.name:
                    raise listed.error(
                        f"the alias '{entry.schema.name}' is of itself"
                        if entry.design.key == "alias"
                        else f"the composite '{entry.schema.name}' lists itself",
                        hint="it would call itself without end",
                    )
                found.append((listed, target))
        return found

    def _find(self, listed: ListedName) -> ReadEntry | Operator | None:
        """What the name means; None if it is that of an entry whose schema is wrong."""
        name = listed.name
        if name.namespace in (None, "aten"):
            operator = self._native.find(name)
            if operator is not None:
                return operator
        for own in self._spellings(name):
            if own in self._entries:
                return self._entries[own]
            if any(broken.name == str(own) for broken in self._broken):
                return None
        raise listed.error(f"unknown operator '{name}'", hint=self._hint(name))

    def _spellings(self, name: OperatorName) -> Iterator[OperatorName]:
        """How the entry of an operator of this specification may be written."""
        yield name
        if name.namespace not in (None, "aten") and self._namespace in (None, name.namespace):
            yield OperatorName(None, name.base, name.overload)

    def _hint(self, name: OperatorName) -> str:
        if name.namespace in (None, "aten"):
            own = [str(n) for n in self._entries if n.namespace is None]
            return self._native.hint_for(name.local, also=own) or _CALLABLE
        local = OperatorName(None, name.base, name.overload)
        if local in self._entries:
            return (
                f"'{local}' of this specification lives in the library's namespace: write "
                f"'{self._namespace}::{local}'"
            )
        if self._native.find(local) is not None:
            return f"ATen has '{local}': leave '{name.namespace}::' out"
        return did_you_mean(str(name), (str(n) for n in self._entries)) or _CALLABLE

    # cycles

    def _edges(self, name: OperatorName) -> list[tuple[ListedName, OperatorName]]:
        """The composites that a composite reaches, those of ATen's operators included."""
        edges = []
        for listed, target in self._targets.get(name, ()):
            key = _identity(target)
            if key in self._entries:
                edges.append((listed, key))
        return edges

    def _inner_first(self) -> list[OperatorName]:
        """All composites, each behind those that it calls. Adds an error for every cycle that
        a walk in the file's order meets."""
        order: dict[OperatorName, None] = {}
        for root in self._entries:
            if root in order:
                continue
            path = [root]
            stack = [iter(self._edges(root))]
            while stack:
                step = next(stack[-1], None)
                if step is None:
                    stack.pop()
                    order[path.pop()] = None
                    continue
                listed, target = step
                if target in path:
                    self._errors.add(self._cycle(listed, path[path.index(target) :]))
                elif target not in order:
                    path.append(target)
                    stack.append(iter(self._edges(target)))
        return list(order)

    def _cycle(self, listed: ListedName, names: Sequence[OperatorName]) -> SpecError:
        """The error for operators of which each names the next, and the last the first."""
        cycle = " -> ".join(map(str, [*names, names[0]]))
        designs = [self._entries[name].design for name in names]
        if all(design is not None and design.key == "alias" for design in designs):
            message = f"aliases name each other in a cycle: {cycle}"
            return listed.error(message, hint="one of them must be of another operator")
        return listed.error(
            f"composites call each other in a cycle: {cycle}",
            hint="one of them must do without the other",
        )

    # operators

    def _build(self, entry: ReadEntry) -> None:
        """Make the operators of an entry, unless something in it, or that it calls, is wrong."""
        name = entry.schema.name
        targets = self._targets.get(name, [])
        if entry.design is None or len(targets) < len(entry.design.calls):
            return
        calls: list[Dependency] = []
        for listed, target in targets:
            operator = (
                target if isinstance(target, Operator) else self._linked.get(target.schema.name)
            )
            if operator is None:
                return
            calls.append(Dependency(listed.name, operator, origin=listed.origin))
        design = self._designs.link(entry, tuple(calls))
        if design is not None and entry.design.kernels is not None:
            design = with_access(design, entry.design.kernels, self._native, self._errors)
        if design is None:
            return
        forms = tuple(self._made(entry, *form) for form in self._schemas(entry, design))
        self._forms[name] = forms
        self._linked[name] = next(form for form in forms if form.name == name)

    def _schemas(self, entry: ReadEntry, design: Design) -> list[tuple[FunctionSchema, Design]]:
        """The schema of every form that the entry gives, with its design."""
        if isinstance(design, Alias):
            return list(alias_forms(entry, design, self._native, self._errors))
        if isinstance(design, Structured):
            forms = structured_forms(entry, design, self._native, self._errors)
            return [(schema, design) for schema in forms]
        return [(entry.schema, design)]

    def _made(self, entry: ReadEntry, schema: FunctionSchema, design: Design) -> CompositeOperator:
        return CompositeOperator(
            schema,
            schema.name.namespace is not None,
            design,
            entry.header,
            entry.tags,
            entry=schema.name if isinstance(design, Alias) else entry.schema.name,
            device_headers=self._designs.device_headers(entry),
            through_dispatcher=entry.design.through_dispatcher if entry.design else frozenset(),
            origin=entry.schema.origin,
        )


def _identity(target: ReadEntry | Operator) -> OperatorName:
    """The name that tells operators apart: ATen's in the namespace ``aten``."""
    name = target.schema.name
    if isinstance(target, Operator) and name.namespace is None:
        return OperatorName("aten", name.base, name.overload)
    return name
