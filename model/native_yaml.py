"""native_functions.yaml as a table of operators, read entry by entry when asked for.

ATen's file has 2,584 entries and a composite needs a handful. Opening the table only scans
the text for the places where entries begin, for their names and for ``autogen`` lines; an
entry is parsed as yaml when it is looked up. A file that is not laid out in the usual way
(one list, its items at the left margin) is parsed whole instead, with the same result.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean, meant, near_names
from dispatchless.model.native_scan import TableEntry, parse_entries, scan_entries
from dispatchless.model.schema import OperatorName
from dispatchless.model.yaml_source import YamlNode, YamlSequence, YamlText, load_yaml, read_text

if TYPE_CHECKING:
    from dispatchless.model.operator import Operator


def load_native_functions(path: str | os.PathLike[str]) -> OperatorTable:
    """Open a native_functions.yaml. A tags.yaml beside it says which tags exist.

    Raises :class:`SpecError` if the file cannot be read or holds no list; what is wrong in an
    entry is raised when the entry is looked up, or all together by :meth:`OperatorTable.all`.
    """
    source = read_text(path)
    return OperatorTable(source, known_tags=_known_tags(os.fspath(path)))


def _known_tags(path: str) -> frozenset[str] | None:
    tags_path = os.path.join(os.path.dirname(path), "tags.yaml")
    if not os.path.exists(tags_path):
        return None
    return frozenset(re.findall(r"^- tag: *(\w+)", read_text(tags_path).text, re.MULTILINE))


class OperatorTable:
    """The operators of a native_functions.yaml, those that ``autogen`` stands for included."""

    def __init__(self, source: YamlText, *, known_tags: frozenset[str] | None) -> None:
        self.path = source.file
        self.known_tags = known_tags
        self._source = source
        self._generated: dict[str, Operator] = {}
        entries = scan_entries(source)
        self._is_scanned = entries is not None
        self._entries = entries if entries is not None else parse_entries(source)
        self._index()

    def _index(self) -> None:
        self._by_name: dict[str, TableEntry] = {}
        self._autogen_of: dict[str, TableEntry] = {}
        for entry in self._entries:
            self._by_name.setdefault(entry.name, entry)
        for entry in self._entries:
            for name in entry.autogen:
                self._autogen_of.setdefault(name, entry)

    @functools.cached_property
    def _by_root(self) -> dict[str, list[TableEntry]]:
        """The entries by the base name of their functional form: add and add_ under ``add``."""
        entries: dict[str, list[TableEntry]] = {}
        for entry in self._entries:
            base = entry.name.rpartition("::")[2].partition(".")[0]
            functional = OperatorName(None, base).root
            entries.setdefault(functional, []).append(entry)
        return entries

    # look-up

    def find(self, name: str | OperatorName) -> Operator | None:
        """The operator of that name (``add.Tensor``, also ``aten::add.Tensor``), or None.

        Raises :class:`SpecError` for what is wrong in the operator's entry.
        """
        key = _key(name)
        entry = self._by_name.get(key)
        if entry is not None:
            operator = self._operator(entry)
            return operator if self._by_name.get(key) is entry else self.find(key)
        if key not in self._generated:
            entry = self._autogen_of.get(key)
            if entry is None:
                return None
            self._generate(entry)
        return self._generated.get(key)

    def get(self, name: str | OperatorName) -> Operator:
        """The operator of that name. Raises :class:`SpecError` with near names if it is unknown."""
        operator = self.find(name)
        if operator is None:
            raise SpecError(
                f"unknown operator '{name}'", text=str(name), hint=self.hint_for(_key(name))
            )
        return operator

    def unread(self, name: str) -> YamlText | None:
        """The text of an operator's entry that has not been parsed, or None.

        What is wanted from it alone can be had for less than :meth:`find` takes.
        """
        return self._unread(self._by_name.get(name))

    def unread_generator(self, name: str) -> YamlText | None:
        """The same of the entry that generates the operator by ``autogen``."""
        return None if name in self._by_name else self._unread(self._autogen_of.get(name))

    def _unread(self, entry: TableEntry | None) -> YamlText | None:
        if entry is None or not self._is_scanned or entry.operator or entry.error:
            return None
        text = self._source.text[entry.start : entry.end]
        return YamlText(self.path, text, first_line=entry.first_line)

    def names(self) -> tuple[str, ...]:
        """The names of all operators, as the file writes them; generated ones come last."""
        generated = (
            name
            for name, entry in self._autogen_of.items()
            if name not in self._by_name and self._is_generated(name, entry)
        )
        return (*self._by_name, *generated)

    def _is_generated(self, name: str, entry: TableEntry) -> bool:
        """Whether ``autogen`` has an effect; entries that surely have are not parsed for it."""
        text = self._source.text[entry.start : entry.end]
        if "dispatch:" in text and "CompositeImplicitAutograd" not in text:
            return True
        try:
            return self.find(name) is not None
        except SpecError:
            return True

    def overloads(self, base: str) -> tuple[Operator, ...]:
        """All operators with the base name: ``add.Tensor``, ``add.Scalar``, ...

        Raises :class:`SpecError` for what is wrong in one of their entries.
        """
        found = (self.find(name) for name in self.overload_names(base))
        return tuple(operator for operator in found if operator is not None)

    def overload_names(self, base: str) -> list[str]:
        """The names with that base name, without reading their entries."""
        return self._names_by_base.get(base, [])

    @functools.cached_property
    def _names_by_base(self) -> dict[str, list[str]]:
        """All names of entries, then those of ``autogen`` lines, by their base name."""
        names: dict[str, list[str]] = {}
        for name in dict.fromkeys([*self._by_name, *self._autogen_of]):
            names.setdefault(name.partition(".")[0], []).append(name)
        return names

    def hint_for(self, name: str, *, also: Iterable[str] = ()) -> str | None:
        """What may have been meant by a name that is not in the table; ``also`` are further
        names that could stand there."""
        base = name.partition(".")[0]
        overloads = self.overload_names(base)
        if not overloads:
            return meant([*near_names(name, also), *self._near(name)])
        shown = ", ".join(overloads[:8]) + (", ..." if len(overloads) > 8 else "")
        if "." not in name:
            return f"every overload of '{base}' has a name: {shown}"
        near = did_you_mean(name, overloads)
        return f"{near} " * bool(near) + f"overloads of '{base}' are {shown}"

    def _near(self, name: str) -> list[str]:
        """Names with a base name near that of ``name``, with its overload if there is such."""
        base, _, overload = name.partition(".")
        same: list[str] = []
        others: list[str] = []
        for near in near_names(base, (n.partition(".")[0] for n in self.names()), count=8):
            overloads = self.overload_names(near)
            wanted = f"{near}.{overload}" if overload else near
            if wanted in overloads:
                same.append(wanted)
            else:
                others += overloads[:1]
        return [*same, *others][:3]

    def structured_parent(self, operator: Operator) -> Operator | None:
        """The out= operator that owns the operator's structured kernel, or None.

        Raises :class:`SpecError` if the operator delegates to one that does not exist or is
        not structured.
        """
        if operator.structured:
            return operator
        delegate = operator.structured_delegate
        if delegate is None:
            return None
        parent = self.find(delegate)
        if parent is None:
            raise _delegate_error(
                operator,
                f"'{operator.name}' delegates to '{delegate}', which is not in the file",
                self.hint_for(delegate.local),
            )
        if not parent.structured:
            raise _delegate_error(
                operator,
                f"'{operator.name}' delegates to '{delegate}', which is not structured",
                f"give '{delegate}' the line 'structured: True'",
            )
        return parent

    def all(self, *, where: Callable[[str], bool] | None = None) -> tuple[Operator, ...]:
        """All operators: the entries in the file's order, then the generated ones.

        ``where`` takes the entries of some names only; it should keep the forms of a function
        together (:attr:`OperatorName.root`), since some rules are about them.

        Raises all errors of the file together, those of rules across entries included.
        """
        from dispatchless.model.variant_families import families, structured_violations

        errors = ErrorCollector()
        operators: list[Operator] = []
        entries = self._entries
        chosen = [entry for entry in entries if where is None or where(entry.name)]
        for entry in chosen:
            try:  # what `collecting` does, at less cost for each
                operators.append(self._operator(entry))
            except SpecError as error:
                errors.add(error)
        if self._entries is not entries:
            return self.all(where=where)  # the entries were found again, by parsing the file whole
        generated: dict[OperatorName, Operator] = {}
        for entry in chosen:
            if entry.autogen and entry.operator is not None:
                with errors.collecting():
                    for operator in self._generate(entry):
                        if generated.setdefault(operator.name, operator) != operator:
                            errors.add(_differing(generated[operator.name], operator))
        operators += generated.values()
        self._check_names(errors)
        for operator in operators:
            if operator.structured_delegate is not None:
                with errors.collecting():
                    self.structured_parent(operator)
        if not errors:
            with errors.collecting():
                for family in families(operators):
                    for violation in structured_violations(family):
                        errors.add(violation)
        errors.raise_if_any()
        return tuple(operators)

    # entries

    def _operator(self, entry: TableEntry) -> Operator:
        if entry.error is not None:
            raise entry.error
        if entry.operator is None:
            try:
                entry.operator = self._read(entry)
            except SpecError as error:
                entry.error = error
                raise
        return entry.operator

    def _read(self, entry: TableEntry) -> Operator:
        # Schemas alone are read without it.
        from dispatchless.model.native_entry import read_entry

        errors = ErrorCollector()
        node = entry.node
        if node is None:
            node = self._parse_scanned(entry, errors)
        operator = read_entry(node, errors, known_tags=self.known_tags)
        errors.raise_if_any()
        assert operator is not None, "an entry without operator has an error"
        if self._is_scanned and _key(operator.name) != entry.name:
            self._parse_whole()  # the scan took something else for the name
        return operator

    def _parse_scanned(self, entry: TableEntry, errors: ErrorCollector) -> YamlNode:
        """The entry's yaml, from its part of the text alone."""
        text = self._source.text[entry.start : entry.end]
        part = YamlText(self.path, text, first_line=entry.first_line)
        try:
            node = load_yaml(part, errors)
        except SpecError as error:
            return self._parse_in_file(entry, error)
        assert isinstance(node, YamlSequence), "the scan cuts where list items begin"
        assert len(node.items) == 1, "the scan cuts at every list item"
        return node.items[0]

    def _parse_in_file(self, entry: TableEntry, error: SpecError) -> YamlNode:
        """An entry that alone is no yaml, but perhaps is in its file (it may use an anchor of
        another entry). Raises the entry's own error if the whole file is no yaml either."""
        try:
            self._parse_whole()
        except SpecError:
            raise error from None
        node = next((e.node for e in self._entries if e.first_line == entry.first_line), None)
        if node is None:
            raise error
        return node

    def _parse_whole(self) -> None:
        """Give up the scan and take the entries from the yaml of the whole file."""
        self._entries = parse_entries(self._source)
        self._is_scanned = False
        for index in ("_by_root", "_names_by_base"):
            self.__dict__.pop(index, None)
        self._index()

    def _generate(self, entry: TableEntry) -> list[Operator]:
        """The operators that the entry's ``autogen`` names."""
        from dispatchless.model.variant_families import generated_operators, generates_forms

        operator = self._operator(entry)
        if not operator.autogen:
            return []
        family = self.family(operator)
        if not generates_forms(family):
            return []
        possible = generated_operators(family)
        errors = ErrorCollector()
        generated: list[Operator] = []
        for name in operator.autogen:
            if name in possible:
                generated.append(possible[name])
                self._generated[str(name)] = possible[name]
            else:
                forms = " and ".join(f"'{n}'" for n in possible) or "nothing"
                errors.add(
                    SpecError(
                        f"'autogen' of '{operator.name}' names '{name}', none of its forms",
                        location=operator.origin,
                        text=str(operator.schema),
                        hint=f"for this entry {forms} can be generated",
                    )
                )
        errors.raise_if_any()
        return generated

    def family(self, operator: Operator) -> list[Operator]:
        """The entries that are forms of the operator's function, the operator itself first.

        Raises :class:`SpecError` for what is wrong in one of them.
        """
        family = [operator]
        for entry in self._by_root.get(operator.name.root, ()):
            other = self._operator(entry)
            if other is not operator and other.signature == operator.signature:
                family.append(other)
        return family

    def _check_names(self, errors: ErrorCollector) -> None:
        """Each name stands for one operator."""
        for entry in self._entries:
            first = self._by_name[entry.name]
            if first is not entry:
                errors.add(self._twice(entry, f"'{entry.name}' stands twice", first))
            for name in entry.autogen:
                other = self._by_name.get(name)
                if other is not None:
                    errors.add(
                        self._twice(entry, f"'autogen' names '{name}', which has an entry", other)
                    )

    def _twice(self, entry: TableEntry, message: str, first: TableEntry) -> SpecError:
        return self._source.error(
            message, entry.start, hint=f"it stands before in line {first.first_line}"
        )


def _key(name: str | OperatorName) -> str:
    text = name if isinstance(name, str) else str(name)
    return text.removeprefix("aten::")


def _differing(first: Operator, second: Operator) -> SpecError:
    """Two entries may ask for one operator (its functional and its in-place form), if from
    both the same one is made."""
    return SpecError(
        f"'autogen' names '{second.name}' here and in line "
        f"{first.origin.line if first.origin else '?'}, with different results",
        location=second.origin,
        text=str(second.schema),
        hint=f"there it would be '{first.schema}'",
    )


def _delegate_error(operator: Operator, message: str, hint: str | None) -> SpecError:
    return SpecError(message, location=operator.schema.origin, text=str(operator.schema), hint=hint)
