"""The plain part of yaml, read without a yaml parser.

Lists of mappings whose values stand whole on their line, in plain style or as a list of words, are
what nearly every kernel yaml consists of. For them a pattern for each line does, with the same
nodes and the same places in the text; importing a yaml parser takes longer than that. Any other
text is left to `yaml_events`, and so is every mistake.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
)

_OTHER_CHARACTER = re.compile(r"[^\n -~]")
# A colon before a blank and a number sign behind one would end a plain value. So a word has colons
# before visible characters alone, and a value's further words do not begin with a number sign.
_WORD = r"[!-9;-~]*(?::(?=[!-~])[!-9;-~]*)*"
_PLAIN = rf'(?=\w){_WORD}(?: +(?=[!-"$-~]){_WORD})*'
# A key with its value (of a list's item, if there is a dash), an item alone, or no content. The
# last group that takes part says which.
_LINE = re.compile(
    r"(?P<indent> *)"
    r"(?:(?:(?P<dash>- )?(?P<key>[A-Za-z_]\w*(?:, \w+)*):"
    rf"(?: +(?:(?P<value>{_PLAIN})|(?P<list>\[[\w\"', ]*\])|(?P<empty>\{{\}})))?"
    rf"|- (?P<item>{_PLAIN})) *(?: #[^\n]*)?"
    r"|(?:#[^\n]*)?)(?:\n|\Z)"
)
_LIST_ITEM = re.compile(r"""[\[ ] *(?P<quote>['"]?)(?P<word>\w+)(?P=quote) *(?:,(?= )|(?=\]))""")
_MAX_NESTING = 8


class _Irregular(Exception):
    """The text is more than plain blocks, or no yaml."""


class _Line(NamedTuple):
    """A key, perhaps with the dash of a list's item before it and its value behind it; or a dash
    and an item without key."""

    start: int  # of the dash, else of the key
    column: int  # of `start`
    has_dash: bool
    key: YamlScalar | None
    value: YamlNode | None

    @property
    def key_column(self) -> int:
        return self.column + 2 * self.has_dash


def plain_blocks(source: YamlText) -> YamlNode | None:
    """The list that the text holds, or None if a yaml parser has to look at it."""
    if _OTHER_CHARACTER.search(source.text):
        return None
    try:
        lines = _lines(source)
        if not lines or not lines[0].has_dash:
            return None
        reader = _Reader(source, lines)
        node = reader.sequence(lines[0].column, 0)
        return node if reader.line is None else None
    except _Irregular:
        return None


def _lines(source: YamlText) -> list[_Line]:
    text, lines, position = source.text, [], 0
    while position < len(text):
        match = _LINE.match(text, position)
        if match is None:
            raise _Irregular
        if match.lastgroup != "indent":
            lines.append(_line(source, match))
        position = match.end()
    return lines


def _line(source: YamlText, match: re.Match[str]) -> _Line:
    start = match.end("indent")
    column = start - match.start()
    last = match.lastgroup
    if last == "item":
        item = YamlScalar(source, *match.span("item"), match["item"], None)
        return _Line(start, column, True, None, item)
    value: YamlNode | None = None
    if last == "value":
        value = YamlScalar(source, *match.span("value"), match["value"], None)
    elif last == "list":
        value = _list(source, *match.span("list"))
    elif last == "empty":
        value = YamlMapping(source, *match.span("empty"), ())
    key = YamlScalar(source, *match.span("key"), match["key"], None)
    return _Line(start, column, match["dash"] is not None, key, value)


def _list(source: YamlText, first: int, last: int) -> YamlSequence:
    items, position = [], first
    while position < last - 1:
        item = _LIST_ITEM.match(source.text, position, last)
        if item is None:
            raise _Irregular
        start, end = item.start("quote"), item.end("word") + len(item["quote"])
        items.append(YamlScalar(source, start, end, item["word"], item["quote"] or None))
        position = item.end()
    return YamlSequence(source, first, last, tuple(items))


class _Reader:
    """Goes through the lines; `line` is the next one, None at the end."""

    def __init__(self, source: YamlText, lines: list[_Line]) -> None:
        self._source = source
        self._lines = iter(lines)
        self.line: _Line | None = next(self._lines)

    def _end(self) -> int:
        """Where a collection ends: at what follows it."""
        return len(self._source.text) if self.line is None else self.line.start

    def sequence(self, column: int, depth: int) -> YamlSequence:
        """The items whose dashes stand in the column."""
        if depth > _MAX_NESTING:
            raise _Irregular
        items: list[YamlNode] = []
        start = self._end()
        while self.line is not None and self.line.has_dash and self.line.column == column:
            if self.line.key is None:
                items.append(self._item(self.line))
            else:
                items.append(self._mapping(column + 2, depth + 1))
        return YamlSequence(self._source, start, self._end(), tuple(items))

    def _item(self, line: _Line) -> YamlNode:
        """An item without key; what is indented deeper would go on with it."""
        assert line.value is not None, "it is on the line"
        self.line = next(self._lines, None)
        if self.line is not None and self.line.column > line.column:
            raise _Irregular
        return line.value

    def _mapping(self, column: int, depth: int) -> YamlMapping:
        """The keys in the column; the first one may have a dash before it."""
        line = self.line
        assert line is not None and line.key is not None, "a mapping begins with a key"
        start = line.key.start
        pairs: dict[str, tuple[YamlScalar, YamlNode]] = {}
        while line is not None and line.key_column == column and (not pairs or not line.has_dash):
            key, value = line.key, line.value
            assert key is not None, "an item without key has a dash"
            self.line = next(self._lines, None)
            if key.value in pairs or (value is not None and self._is_below(column)):
                raise _Irregular
            pairs[key.value] = (key, self._nested(column, depth) if value is None else value)
            line = self.line
        return YamlMapping(self._source, start, self._end(), tuple(pairs.values()))

    def _is_below(self, column: int) -> bool:
        """Whether the next line would belong to the value of a key in the column."""
        line = self.line
        if line is None:
            return False
        return line.column >= column if line.has_dash else line.column > column

    def _nested(self, column: int, depth: int) -> YamlNode:
        if self.line is None or not self._is_below(column):
            raise _Irregular  # nothing is written: null
        if self.line.has_dash:
            return self.sequence(self.line.column, depth + 1)
        if depth > _MAX_NESTING:
            raise _Irregular
        return self._mapping(self.line.column, depth + 1)
