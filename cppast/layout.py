"""Layout documents and their renderer.

A document is a `str` (text without newlines) or one of the classes below. A group is laid on one
line if it fits, what follows it up to the next possible break included; otherwise its own breaks
become newlines. The renderer keeps an explicit stack, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from dispatchless.cppast.node import Origin

WIDTH: Final = 100
# Deeper levels than this are no longer indented further: text must stay on the page.
MAX_INDENT: Final = 60


class Cat:
    """Documents one after another."""

    __slots__ = ("hard", "parts")

    def __init__(self, parts: Sequence[Doc]) -> None:
        self.parts = tuple(parts)
        self.hard = any(has_newline(part) for part in self.parts)


class Line:
    """A newline in a broken group, `flat` in one that fits."""

    __slots__ = ("flat", "hard")

    def __init__(self, flat: str) -> None:
        self.flat = flat
        self.hard = False


class HardLine:
    """Always a newline; `column0` starts the next line at the margin whatever the indentation."""

    __slots__ = ("column0", "hard")

    def __init__(self, column0: bool = False) -> None:
        self.column0 = column0
        self.hard = True


class Indent:
    """A document whose new lines are indented by `amount` more."""

    __slots__ = ("amount", "doc", "hard")

    def __init__(self, amount: int, doc: Doc) -> None:
        self.amount = amount
        self.doc = doc
        self.hard = has_newline(doc)


class Group:
    """A document that is flat if it fits, and does not hold a newline."""

    __slots__ = ("doc", "hard")

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.hard = has_newline(doc)


class Fill:
    """Items separated by `separator` and a space; a line is broken only where it is full."""

    __slots__ = ("hard", "items", "separator")

    def __init__(self, items: Sequence[Doc], separator: str = ",") -> None:
        self.items = tuple(items)
        self.separator = separator
        self.hard = any(has_newline(item) for item in self.items)


class Verbatim:
    """Text with newlines that are no line breaks of the layout (a raw string)."""

    __slots__ = ("hard", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.hard = "\n" in text


class Mark:
    """A document that comes from `origin`: lines that begin in it are credited to it."""

    __slots__ = ("doc", "hard", "origin")

    def __init__(self, origin: Origin, doc: Doc) -> None:
        self.origin = origin
        self.doc = doc
        self.hard = has_newline(doc)


Doc: TypeAlias = "str | Cat | Line | HardLine | Indent | Group | Fill | Verbatim | Mark"

LINE: Final = Line(" ")
SOFT: Final = Line("")
HARD: Final = HardLine()
HARD_COLUMN0: Final = HardLine(column0=True)


def has_newline(doc: Doc) -> bool:
    """Whether a document can never be laid on one line."""
    return doc.__class__ is not str and doc.hard  # type: ignore[union-attr]


def join(separator: Doc, docs: Iterable[Doc]) -> list[Doc]:
    """`docs` with `separator` between."""
    parts: list[Doc] = []
    for doc in docs:
        if parts:
            parts.append(separator)
        parts.append(doc)
    return parts


# On the renderer's stack: (indent, broken, document).
_Item: TypeAlias = "tuple[int, bool, Doc | _Restore]"


class _Restore:
    __slots__ = ("origin",)

    def __init__(self, origin: Origin | None) -> None:
        self.origin = origin


def _fits(room: int, first: _Item, rest: list[_Item]) -> bool:
    """Whether `first`, flat, and what follows up to the next possible newline fits in `room`."""
    index = len(rest)
    pending = [first]
    while room >= 0:
        if not pending:
            if index == 0:
                return True
            index -= 1
            pending.append(rest[index])
        indent, broken, doc = pending.pop()
        if isinstance(doc, str):
            room -= len(doc)
        elif isinstance(doc, Cat):
            pending.extend((indent, broken, part) for part in reversed(doc.parts))
        elif isinstance(doc, Line):
            if broken:
                return True
            room -= len(doc.flat)
        elif isinstance(doc, HardLine):
            return True
        elif isinstance(doc, Verbatim):
            end = doc.text.find("\n")
            if end >= 0:
                return room >= end
            room -= len(doc.text)
        elif isinstance(doc, Fill):
            if broken and len(doc.items) > 1:
                pending.append((indent, broken, Cat((doc.items[0], doc.separator, LINE))))
            else:
                pending.extend(
                    (indent, broken, part)
                    for part in reversed(join(doc.separator + " ", doc.items))
                )
        elif isinstance(doc, Group):
            pending.append((indent, broken and doc.hard, doc.doc))
        elif isinstance(doc, Indent | Mark):
            pending.append((indent, broken, doc.doc))
    return False


def render(
    doc: Doc, indent: int = 0, width: int = WIDTH, origin: Origin | None = None
) -> tuple[list[str], list[Origin | None]]:
    """The lines of a document that starts at column `indent`, and the origin of each line."""
    lines: list[str] = []
    origins: list[Origin | None] = []
    column = start = min(indent, MAX_INDENT)  # up to `start`, a line is indentation only
    parts = [" " * column]
    line_origin = origin
    stack: list[_Item] = [(indent, True, doc)]
    while stack:
        level, broken, item = stack.pop()
        if isinstance(item, str):
            if item:
                if column == start:
                    line_origin = origin
                parts.append(item)
                column += len(item)
        elif isinstance(item, Cat):
            stack.extend((level, broken, part) for part in reversed(item.parts))
        elif isinstance(item, Group):
            flat = not item.hard and _fits(width - column, (level, False, item.doc), stack)
            stack.append((level, not flat, item.doc))
        elif isinstance(item, Indent):
            stack.append((level + item.amount, broken, item.doc))
        elif isinstance(item, Line | HardLine):
            if isinstance(item, Line) and not broken:
                parts.append(item.flat)
                column += len(item.flat)
                continue
            lines.append("".join(parts).rstrip(" "))
            origins.append(line_origin)
            at_margin = isinstance(item, HardLine) and item.column0
            column = start = 0 if at_margin else min(level, MAX_INDENT)
            parts = [" " * column]
            line_origin = origin
        elif isinstance(item, Verbatim):
            if column == start:
                line_origin = origin
            *full, last = item.text.split("\n")
            for text in full:
                parts.append(text)
                lines.append("".join(parts))
                origins.append(line_origin)
                parts = []
                column, start = 0, -1
                line_origin = origin
            parts.append(last)
            column += len(last)
        elif isinstance(item, Fill):
            _push_fill(item, level, broken, column, width, stack)
        elif isinstance(item, Mark):
            stack.append((level, broken, _Restore(origin)))
            stack.append((level, broken, item.doc))
            origin = item.origin
        else:
            origin = item.origin
    lines.append("".join(parts).rstrip(" "))
    origins.append(line_origin)
    return lines, origins


def _push_fill(
    fill: Fill, level: int, broken: bool, column: int, width: int, stack: list[_Item]
) -> None:
    """Push the fill's items with a space or a newline between, whichever fits."""
    if not fill.items:
        return
    if not broken:
        stack.extend((level, False, d) for d in reversed(join(fill.separator + " ", fill.items)))
        return
    parts: list[Doc] = []
    left = width - column
    for index, item in enumerate(fill.items):
        last = index == len(fill.items) - 1
        size = flat_width(item) + (0 if last else len(fill.separator))
        if index:
            if size + 1 <= left:
                parts.append(" ")
                left -= 1
            else:
                parts.append(HARD)
                left = width - min(level, MAX_INDENT)
        parts.append(item)
        if not last:
            parts.append(fill.separator)
        left -= size
    stack.extend((level, True, part) for part in reversed(parts))


def flat_width(doc: Doc) -> int:
    """The width of a document on one line; more than any page if it holds a newline."""
    total = 0
    pending = [doc]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            total += len(item)
        elif item.hard:
            return 10 * WIDTH
        elif isinstance(item, Cat):
            pending.extend(item.parts)
        elif isinstance(item, Line):
            total += len(item.flat)
        elif isinstance(item, Verbatim):
            total += len(item.text)
        elif isinstance(item, Fill):
            pending.extend(join(item.separator + " ", item.items))
        elif isinstance(item, Group | Indent | Mark):
            pending.append(item.doc)
    return total
