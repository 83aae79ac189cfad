"""Finds the entries of a native_functions.yaml: by a scan of its text, or from its whole yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
    load_yaml,
)

if TYPE_CHECKING:
    from dispatchless.model.operator import Operator


@attrs.define(eq=False)
class TableEntry:
    """An entry that may not be parsed yet. ``name`` and ``autogen`` are as written."""

    name: str
    autogen: tuple[str, ...]
    start: int
    end: int
    first_line: int
    node: YamlNode | None = None
    operator: Operator | None = None
    error: SpecError | None = None


# How the text is cut without parsing it. Irregular is whatever is not an item at the left
# margin, an indented line, a comment or empty. The patterns begin with the break before a line,
# which is found faster than the beginning of one; a break is put in front of the text for them, so
# that the place of a match is that of its line in the text.
_IRREGULAR = re.compile(r"\n(?:[^-\s#]|-(?! ))")
_ITEM = re.compile(r"\n- ")
_FUNC = re.compile(r"\n(?:- |  )func:[ ]+([\w:.]+)\(", re.ASCII)
_AUTOGEN = re.compile(r"\n(?:- |  )autogen:([^\n]*)((?:\n   [^\n]*)*)")
_AUTOGEN_WORD = re.compile(r"autogen\b")
_PLAIN_AUTOGEN = re.compile(r" +[\w:.]+(?: *, *[\w:.]+)* *(?: #.*)?", re.ASCII)


def scan_entries(source: YamlText) -> list[TableEntry] | None:
    """The entries, unparsed; None if the file is laid out in another way."""
    text = source.text
    lines = "\n" + text
    if _IRREGULAR.search(lines) or _odd_breaks(text):
        return None
    starts = [m.start() for m in _ITEM.finditer(lines)]
    if not starts:
        return None
    entries: list[TableEntry] = []
    line, counted = 1, 0
    functions = _FUNC.finditer(lines)
    function = next(functions, None)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", counted, start)
        counted = start
        if function is None or function.start() >= end:
            return None  # an entry whose name cannot be seen
        entries.append(TableEntry(function[1].removeprefix("aten::"), (), start, end, line))
        while function is not None and function.start() < end:
            function = next(functions, None)
    return entries if _scan_autogen(lines, entries) else None


def _odd_breaks(text: str) -> bool:
    """Whether the text has line breaks that yaml knows and we do not cut at."""
    return any(c in text for c in "\x85\u2028\u2029")


def _scan_autogen(lines: str, entries: list[TableEntry]) -> bool:
    """Note the ``autogen`` names of the entries; False if one is written in an unusual way."""
    position = 0
    matches = list(_AUTOGEN.finditer(lines))
    if len(matches) != _lines_with_autogen(lines):
        return False
    for match in matches:
        if match[2].strip() or not _PLAIN_AUTOGEN.fullmatch(match[1]):
            return False
        while entries[position].end <= match.start():
            position += 1
        names = match[1].partition(" #")[0].split(",")
        entries[position].autogen = tuple(n.strip().removeprefix("aten::") for n in names)
    return True


def _lines_with_autogen(lines: str) -> int:
    """How many lines have the word, before a comment if there is one."""
    found = set()
    for match in _AUTOGEN_WORD.finditer(lines):
        start = lines.rfind("\n", 0, match.start()) + 1
        before = lines[start : match.start()]
        if "#" not in before and not re.search(r"\w\Z", before):
            found.add(start)
    return len(found)


def parse_entries(source: YamlText) -> list[TableEntry]:
    """The entries from the file's yaml. Raises :class:`SpecError` if that is no list."""
    errors = ErrorCollector()
    root = load_yaml(source, errors)
    if root is None or (isinstance(root, YamlScalar) and root.is_null):
        raise source.error("the file is empty", 0, hint="it is a list of entries '- func: ...'")
    if not isinstance(root, YamlSequence):
        raise root.source.error(
            f"the file is a list of entries, not {root.described}",
            root.start,
            hint="each entry begins with '- func: '",
        )
    errors.raise_if_any()
    return list(_whole(root, source))


def _whole(root: YamlSequence, source: YamlText) -> Iterator[TableEntry]:
    for item in root.items:
        name, autogen = "", ""
        if isinstance(item, YamlMapping):
            texts = {k.value: v.value for k, v in item.pairs if isinstance(v, YamlScalar)}
            name = texts.get("func", "").partition("(")[0].strip()
            autogen = texts.get("autogen", "")
        yield TableEntry(
            name.removeprefix("aten::"),
            tuple(n.strip() for n in autogen.split(",")) if autogen else (),
            item.start,
            item.end,
            item.location.line,
            node=item,
        )
