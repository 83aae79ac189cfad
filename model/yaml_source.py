"""yaml with positions: a file's values, each with its place, down to the single character.

The nodes are built from the events of PyYAML's parser (the C one where it is there), since
its own constructors forget where a value stood and let pass what a specification must not
hold: duplicate keys, merge keys, tags that make Python objects.
"""

from __future__ import annotations

import bisect
import functools
import os
import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import yaml

from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.location import Location
from dispatchless.model.yaml_offsets import offsets_of

_MAX_DEPTH = 32  # the deepest specification has four levels

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})
_FALSE = frozenset({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})
_PLAIN_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


class YamlText:
    """The text of a file, or a part of it that begins at the start of a line."""

    def __init__(self, file: str, text: str, *, first_line: int = 1) -> None:
        self.file = file
        self.text = text
        self.first_line = first_line

    @functools.cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def location(self, index: int) -> Location:
        """The place of the character at the index."""
        line = bisect.bisect_right(self._line_starts, index) - 1
        column = index - self._line_starts[line] + 1
        return Location(self.file, self.first_line + line, column)

    def line(self, index: int) -> tuple[str, int]:
        """The line that holds the index, and the index within that line."""
        start = self.text.rfind("\n", 0, index) + 1
        end = self.text.find("\n", index)
        return self.text[start : len(self.text) if end < 0 else end], index - start

    def error(
        self, message: str, index: int, length: int = 1, *, hint: str | None = None
    ) -> SpecError:
        """The error for the characters at the index; shows their line."""
        line, column = self.line(index)
        return SpecError(
            message,
            location=self.location(index),
            text=line,
            span=(column, length),
            hint=hint,
        )


@attrs.frozen(eq=False)
class YamlNode:
    """A value; ``start`` and ``end`` are indexes in the text that it was read from."""

    source: YamlText = attrs.field(repr=False)
    start: int
    end: int

    @property
    def location(self) -> Location:
        """Where the value begins."""
        return self.source.location(self.start)

    @property
    def described(self) -> str:
        """What kind of value it is, for messages."""
        raise NotImplementedError

    def error(self, message: str, *, hint: str | None = None) -> SpecError:
        """The error for this value."""
        return self.source.error(message, self.start, self.end - self.start, hint=hint)


@attrs.frozen(eq=False)
class YamlScalar(YamlNode):
    """A single value. ``style`` is None for a plain one, else ``'``, ``"``, ``|`` or ``>``."""

    value: str
    style: str | None

    @property
    def is_null(self) -> bool:
        """Whether nothing is written, or ``null``."""
        return self.style is None and self.value in _NULLS

    @property
    def as_bool(self) -> bool | None:
        """The truth value (of yaml 1.1) that a plain scalar denotes, or None."""
        if self.style is not None:
            return None
        if self.value in _TRUE:
            return True
        return False if self.value in _FALSE else None

    @property
    def described(self) -> str:
        return "nothing" if self.is_null else f"'{self.value}'"

    @functools.cached_property
    def _offsets(self) -> list[int]:
        return offsets_of(self.value, self.source.text, self.start, self.end, self.style)

    def at(self, offset: int) -> Location:
        """The place in the file of the value's character at the offset."""
        if self.source.text.startswith(self.value, self.start) and "\n" not in self.value:
            return self.source.location(self.start + offset)
        offsets = self._offsets
        return self.source.location(offsets[min(offset, len(offsets) - 1)])


@attrs.frozen(eq=False)
class YamlSequence(YamlNode):
    """A list."""

    items: tuple[YamlNode, ...]

    @property
    def described(self) -> str:
        return "a list"


@attrs.frozen(eq=False)
class YamlMapping(YamlNode):
    """Keys with their values, in the order of the file. No key stands twice."""

    pairs: tuple[tuple[YamlScalar, YamlNode], ...]

    @property
    def described(self) -> str:
        keys = ", ".join(f"'{key.value}'" for key, _ in self.pairs[:4])
        if not self.pairs:
            return "an empty mapping"
        return f"a mapping with the key{'s' if len(self.pairs) > 1 else ''} {keys}"


def read_text(path: str | os.PathLike[str]) -> YamlText:
    """The text of a file. Raises :class:`SpecError` if it cannot be read or is not UTF-8."""
    shown = os.fspath(path)
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SpecError(f"cannot read {shown}: {reason}", location=Location(shown, 1, 1)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise SpecError(
            f"not a text in UTF-8: byte 0x{data[error.start]:02x} does not belong there",
            location=Location(shown, line, column),
            hint="save the file as UTF-8",
        ) from None
    return YamlText(shown, text.replace("\r\n", "\n").replace("\r", "\n"))


def load_yaml(source: YamlText, errors: ErrorCollector) -> YamlNode | None:
    """The one document in the text, or None if the text is empty.

    What makes the text no yaml is raised as :class:`SpecError`; a duplicate key, a tag and the
    like is added to ``errors``.
    """
    return _Builder(source, errors).document()


def _span(event: yaml.Event) -> tuple[int, int]:
    """Where the event begins and ends in the text."""
    start, end = event.start_mark, event.end_mark
    assert start is not None and end is not None, "parsers mark their events"
    return start.index, end.index


def _events(source: YamlText) -> Iterator[yaml.Event]:
    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        loader = loader_class(source.text)
        while True:
            event = loader.get_event()
            yield event
            if isinstance(event, yaml.StreamEndEvent):
                return
    except yaml.reader.ReaderError as error:
        # The error's own position counts characters or bytes, depending on the parser.
        index = max(0, source.text.find(chr(error.character)))
        raise source.error(
            f"not yaml: the character U+{error.character:04X} is not allowed", index
        ) from None
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(source, error) from None


def _syntax_error(source: YamlText, error: yaml.MarkedYAMLError) -> SpecError:
    mark = error.problem_mark or error.context_mark
    index = 0 if mark is None else min(mark.index, len(source.text))
    if index == len(source.text) and index > 0:
        index -= 1  # the end of the file: show its last line
    line, column = source.line(index)
    problem = error.problem or "cannot be read"
    context = f" {error.context}" if error.context else ""
    hint = None
    if "\t" in line[: column + 1]:
        hint = "yaml is indented with blanks, never with tabs"
    elif "mapping values are not allowed" in problem:
        hint = "a plain value cannot hold ': ', and a list item takes no indented keys below it"
    return source.error(f"not yaml: {problem}{context}", index, hint=hint)


@attrs.define
class _Open:
    """A collection whose end has not come yet."""

    start: int
    is_mapping: bool
    anchor: str | None
    items: list[YamlNode] = attrs.Factory(list)


class _Builder:
    def __init__(self, source: YamlText, errors: ErrorCollector) -> None:
        self._source = source
        self._errors = errors
        self._anchors: dict[str, YamlNode] = {}
        self._open: list[_Open] = []
        self._root: YamlNode | None = None
        self._documents = 0

    def document(self) -> YamlNode | None:
        for event in _events(self._source):
            self._take(event)
        return self._root

    def _take(self, event: yaml.Event) -> None:
        source = self._source
        start, end = _span(event)
        if isinstance(event, yaml.ScalarEvent):
            self._check_tag(event)
            style = event.style or None
            node = YamlScalar(source, self._skip_properties(start, end), end, event.value, style)
            self._add(node, event.anchor)
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            self._check_tag(event)
            if len(self._open) >= _MAX_DEPTH:
                raise source.error(f"lists and mappings are nested deeper than {_MAX_DEPTH}", start)
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            self._open.append(_Open(start, is_mapping, event.anchor))
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            opened = self._open.pop()
            if opened.is_mapping:
                self._add(self._mapping(opened, end), opened.anchor)
            else:
                items = tuple(opened.items)
                self._add(YamlSequence(source, opened.start, end, items), opened.anchor)
        elif isinstance(event, yaml.AliasEvent):
            known = self._anchors.get(event.anchor or "")
            if known is None:
                raise source.error(
                    f"the alias '*{event.anchor}' has no anchor before it", start, end - start
                )
            self._add(known, None)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise source.error(
                    "a second yaml document begins here",
                    start,
                    end - start,
                    hint="a specification is one document: leave '---' out",
                )

    def _skip_properties(self, start: int, end: int) -> int:
        """The index of the value itself, behind an anchor or a tag."""
        match = _PROPERTIES.match(self._source.text, start, end)
        return start if match is None else match.end()

    def _add(self, node: YamlNode, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if self._open:
            self._open[-1].items.append(node)
        else:
            self._root = node

    def _check_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag not in _PLAIN_TAGS:
            start, _ = _span(event)
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._errors.add(
                self._source.error(
                    f"the yaml tag '{shown}' is not allowed in a specification", start
                )
            )

    def _mapping(self, opened: _Open, end: int) -> YamlMapping:
        pairs: list[tuple[YamlScalar, YamlNode]] = []
        first: dict[str, YamlScalar] = {}
        items = iter(opened.items)
        for key, value in zip(items, items, strict=True):
            if not isinstance(key, YamlScalar):
                self._errors.add(key.error(f"{key.described} cannot be a key"))
                continue
            if key.value == "<<" and key.style is None:
                self._errors.add(
                    key.error(
                        "merge keys ('<<') are not allowed in a specification",
                        hint="write the keys out",
                    )
                )
                continue
            known = first.setdefault(key.value, key)
            if known is not key:
                self._errors.add(
                    key.error(
                        f"the key '{key.value}' stands twice",
                        hint=f"it stands before in line {known.location.line}",
                    )
                )
                continue
            pairs.append((key, value))
        return YamlMapping(self._source, opened.start, end, tuple(pairs))


_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")
