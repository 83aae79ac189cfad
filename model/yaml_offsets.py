"""Maps the characters of a yaml scalar's value back to the characters of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLANKS = frozenset(" \t\n\r\v\f\x85\xa0\u2028\u2029")

# A backslash escape of a double-quoted scalar (yaml 1.1, 5.6).
_ESCAPE = re.compile(r"\\(?:x(\w{2})|u(\w{4})|U(\w{8})|(.|\n))", re.DOTALL)
_ESCAPED_BLANKS = frozenset("tnr \nN_LPvf\t")


def offsets_of(value: str, text: str, start: int, end: int, style: str | None) -> list[int]:
    """For each character of ``value``, and for its end, the index in ``text`` where it stands.

    ``text[start:end]`` is the scalar as it is written in the style. Line folding, indentation
    and chomping add and drop only blanks, so the other characters correspond one to one; a
    blank stands right behind the character before it.
    """
    solid = list(_solid_indexes(text, start, end, style))
    offsets: list[int] = []
    taken = 0
    behind = solid[0] if solid else start
    for character in value:
        if character in _BLANKS:
            offsets.append(behind)
            behind += 1
        elif taken < len(solid):
            offsets.append(solid[taken])
            behind = solid[taken] + 1
            taken += 1
        else:
            offsets.append(min(behind, end))
    offsets.append(min(behind, end))
    return offsets


def _solid_indexes(text: str, start: int, end: int, style: str | None) -> Iterator[int]:
    """The indexes of all characters of the value that are not blank."""
    index = start
    if style in ("|", ">"):
        line_end = text.find("\n", start, end)  # behind the indicator, its options, a comment
        index = end if line_end < 0 else line_end + 1
    elif style is not None:
        index, end = start + 1, end - 1
    while index < end:
        if style == '"' and text[index] == "\\":
            escape = _ESCAPE.match(text, index, end)
            assert escape is not None, "the yaml parser has accepted the escape"
            if not _is_blank(escape):
                yield index
            index = escape.end()
            continue
        if style == "'" and text.startswith("''", index):
            yield index
            index += 2
            continue
        if text[index] not in _BLANKS:
            yield index
        index += 1


def _is_blank(escape: re.Match[str]) -> bool:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        return chr(int(digits, 16)) in _BLANKS
    return escape[4] in _ESCAPED_BLANKS
