"""yaml with positions: a file's values, each with its place, down to the single character.

PyYAML's own constructors forget where a value stood and let pass what a specification must not
hold: duplicate keys, merge keys, tags that make Python objects. So `yaml_events` makes nodes of
its parser's events.
"""

from __future__ import annotations

import bisect
import functools
import os
import re
from pathlib import Path

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.location import Location, Positions
from dispatchless.model.yaml_offsets import offsets_of

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})
_FALSE = frozenset({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})


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
        if self.text.find("\n", 0, index) < 0:
            # As that of a schema is in the text of its entry: no need to know the other lines.
            return Location(self.file, self.first_line, index + 1)
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


@frozen(eq=False)
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
        return "a value"

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

    @property
    def positions(self) -> Positions:
        """Where the value's characters stand: for a value that stands on one line as it is, which
        is known from where it begins alone."""
        is_as_written = self.source.text.startswith(self.value, self.start)
        return self.location if is_as_written and "\n" not in self.value else self

    def at(self, offset: int) -> Location:
        """The place in the file of the value's character at the offset."""
        positions = self.positions
        if positions is not self:
            return positions.at(offset)
        offsets = self._offsets
        return self.source.location(offsets[min(offset, len(offsets) - 1)])


@frozen(eq=False)
class YamlSequence(YamlNode):
    """A list."""

    items: tuple[YamlNode, ...]

    @property
    def described(self) -> str:
        return "a list"


@frozen(eq=False)
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
        raise SpecError(
            f"cannot read {shown}: {reason}",
            location=Location(shown, 1, 1),
            hint="give the path of a yaml file that is there and may be read",
        ) from None
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
    from dispatchless.model.yaml_blocks import plain_blocks

    root = plain_blocks(source)
    if root is not None:
        return root
    # The parser takes long to import, and most kernel yaml does without.
    from dispatchless.model.yaml_events import document

    return document(source, errors)
