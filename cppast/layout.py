"""Layout documents and their renderer.

A document is a `str` (text without newlines) or one of the classes below. A group is laid on one
line if it fits, what follows it up to the next possible break included; otherwise its own breaks
become newlines. Every document knows its width on one line from the moment it is made, so a group
is decided in constant time but for what follows it; the renderer keeps an explicit stack, so depth
is no limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from dispatchless.cppast.node import Origin

WIDTH: Final = 100
# Deeper levels than this are no longer indented further: text must stay on the page.
MAX_INDENT: Final = 60
# How far the items of a broken list are indented.
BRACKET_INDENT: Final = 4
# The width of what holds a newline: more than any page.
ENDLESS: Final = 1_000_000_000


class Cat:
    """Documents one after another."""

    __slots__ = ("parts", "width")

    def __init__(self, parts: Sequence[Doc]) -> None:
        self.parts = parts
        self.width = total_width(parts)


class Line:
    """A newline in a broken group, `flat` in one that fits."""

    __slots__ = ("flat", "width")

    def __init__(self, flat: str) -> None:
        self.flat = flat
        self.width = len(flat)


class HardLine:
    """Always a newline: `HARD`, or `HARD_COLUMN0` to the margin whatever the indentation."""

    __slots__ = ("width",)

    def __init__(self) -> None:
        self.width = ENDLESS


class Indent:
    """A document whose new lines are indented by `amount` more."""

    __slots__ = ("amount", "doc", "width")

    def __init__(self, amount: int, doc: Doc) -> None:
        self.amount = amount
        self.doc = doc
        self.width = width_of(doc)


class Group:
    """A document that is flat if it fits and holds no newline."""

    __slots__ = ("doc", "width")

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.width = width_of(doc)


class Bracketed:
    """A list in brackets: on one line, or the items on the next, or an item on each line.

    It is what most broken lines are made of, so that it is a document of its own: the same as
    `Group(opening, Indent(4, SOFT, Group(items with "," and LINE between)), closing)`.
    """

    __slots__ = ("closing", "inner", "items", "opening", "width")

    def __init__(self, opening: Doc, items: Sequence[Doc], closing: str) -> None:
        self.opening = opening
        self.items = items
        self.closing = closing
        self.inner = total_width(items) + 2 * len(items) - 2
        self.width = width_of(opening) + self.inner + len(closing)

    def text(self) -> str | None:
        """The list on one line if all of it is text."""
        try:
            return f"{self.opening + ', '.join(self.items)}{self.closing}"  # type: ignore
        except TypeError:
            return None

    def within(self, before: str, after: str) -> Bracketed:
        """The list with text on both sides; its opening is text."""
        made = object.__new__(Bracketed)
        made.opening, made.closing = f"{before}{self.opening}", self.closing + after
        made.items, made.inner = self.items, self.inner
        made.width = self.width + len(before) + len(after)
        return made


class _Items:
    """On the renderer's stack: the items of a broken `Bracketed`, with its closing bracket."""

    __slots__ = ("list", "width")

    def __init__(self, bracketed: Bracketed) -> None:
        self.list = bracketed
        self.width = bracketed.inner + len(bracketed.closing)


class Fill:
    """Items with commas and spaces between; a line is broken only where it is full."""

    __slots__ = ("items", "width")

    def __init__(self, items: Sequence[Doc]) -> None:
        self.items = items
        self.width = total_width(items) + 2 * max(len(items) - 1, 0)


class Verbatim:
    """Text whose newlines are no line breaks of the layout (a raw string)."""

    __slots__ = ("text", "width")

    def __init__(self, text: str) -> None:
        self.text = text
        self.width = ENDLESS if "\n" in text else len(text)


class Mark:
    """A document that comes from `origin`: lines that begin in it are credited to it."""

    __slots__ = ("doc", "origin", "width")

    def __init__(self, origin: Origin, doc: Doc) -> None:
        self.origin = origin
        self.doc = doc
        self.width = width_of(doc)


class _Restore:
    """On the renderer's stack: the end of a `Mark`."""

    __slots__ = ("origin", "width")

    def __init__(self, origin: Origin | None) -> None:
        self.origin = origin
        self.width = 0


Doc: TypeAlias = "str | Cat | Line | HardLine | Indent | Group | Bracketed | Fill | Verbatim | Mark"


def width_of(doc: Doc) -> int:
    """The width of a document on one line, `ENDLESS` or more if it holds a newline."""
    return len(doc) if isinstance(doc, str) else doc.width


def total_width(docs: Sequence[Doc]) -> int:
    """The width of documents one after another."""
    total = 0
    for doc in docs:
        total += len(doc) if doc.__class__ is str else doc.width  # type: ignore[union-attr]
    return total


def has_newline(doc: Doc) -> bool:
    """Whether a document can never be laid on one line."""
    return doc.__class__ is not str and doc.width >= ENDLESS  # type: ignore[union-attr]


LINE: Final = Line(" ")
SOFT: Final = Line("")
HARD: Final = HardLine()
HARD_COLUMN0: Final = HardLine()
COMMA_LINE: Final = Cat((",", LINE))


def join(separator: Doc, docs: Iterable[Doc]) -> list[Doc]:
    """`docs` with `separator` between."""
    parts: list[Doc] = []
    for doc in docs:
        if parts:
            parts.append(separator)
        parts.append(doc)
    return parts


# On the renderer's stack: (indentation, broken, document).
_Item: TypeAlias = "tuple[int, bool, Doc | _Restore | _Items]"


def _rest_fits(room: int, stack: list[_Item]) -> bool:
    """Whether what is on the stack, up to the next possible newline, fits in `room` columns."""
    index = len(stack)
    pending: list[tuple[bool, Doc | _Restore | _Items]] = []
    while room >= 0:
        if pending:
            broken, doc = pending.pop()
        elif index:
            index -= 1
            _, broken, doc = stack[index]
        else:
            return True
        if isinstance(doc, str):
            room -= len(doc)
        elif isinstance(doc, HardLine) or (broken and isinstance(doc, Line)):
            return True
        elif isinstance(doc, Group):
            if doc.width < ENDLESS:
                room -= doc.width
            else:
                pending.append((True, doc.doc))
        elif isinstance(doc, Bracketed):
            if doc.width >= ENDLESS:
                pending += [(True, HARD), (True, doc.opening)]
            else:
                room -= doc.width
        elif isinstance(doc, Verbatim):
            end = doc.text.find("\n")
            if end >= 0:
                return room >= end
            room -= doc.width
        elif not broken:
            room -= doc.width
        elif isinstance(doc, Cat):
            pending.extend([(True, part) for part in reversed(doc.parts)])
        elif isinstance(doc, Fill):
            return room >= total_width(doc.items[:1]) + 1
        elif isinstance(doc, (Indent, Mark)):
            pending.append((True, doc.doc))
    return False


def flat_text(doc: Doc) -> str:
    """The text of a document without newlines on one line."""
    text: list[str] = []
    pending: list[Doc] = [doc]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            text.append(item)
        elif isinstance(item, Cat):
            pending.extend(reversed(item.parts))
        elif isinstance(item, Line):
            text.append(item.flat)
        elif isinstance(item, Fill):
            pending.extend(reversed(join(", ", item.items)))
        elif isinstance(item, Bracketed):
            pending += [item.closing, *reversed(join(", ", item.items)), item.opening]
        elif isinstance(item, Verbatim):
            text.append(item.text)
        elif not isinstance(item, HardLine):
            pending.append(item.doc)
    return "".join(text)


def _broken_list(doc: Doc, indent: int, width: int) -> list[str] | None:
    """What `render` gives for a list of texts, as most broken lines are."""
    if doc.__class__ is not Bracketed or doc.opening.__class__ is not str:
        return None
    try:
        items = ", ".join(doc.items)  # type: ignore[arg-type]
    except TypeError:
        return None  # some are more than text
    closing = doc.closing.rstrip(" ")
    pad = " " * min(indent, MAX_INDENT)
    if len(pad) + doc.width <= width:
        return [f"{pad}{doc.opening}{items}{closing}"]
    first = f"{pad}{doc.opening}".rstrip(" ")
    pad = " " * min(indent + BRACKET_INDENT, MAX_INDENT)
    if len(pad) + doc.inner + len(closing) <= width:
        return [first, f"{pad}{items}{closing}"]
    return [first, *[f"{pad}{item}," for item in doc.items[:-1]], f"{pad}{doc.items[-1]}{closing}"]


def render(
    doc: Doc, indent: int = 0, width: int = WIDTH, origin: Origin | None = None
) -> tuple[list[str], list[Origin | None]]:
    """The lines of a document that starts at column `indent`, and the origin of each line."""
    broken_list = _broken_list(doc, indent, width)
    if broken_list is not None:
        return broken_list, [origin] * len(broken_list)
    item: Any
    lines: list[str] = []
    origins: list[Origin | None] = []
    column = start = min(indent, MAX_INDENT)  # up to `start`, a line is indentation only
    parts = [" " * column]
    line_origin = origin
    stack: list[_Item] = [(indent, True, doc)]
    while stack:
        level, broken, item = stack.pop()
        cls = item.__class__
        if cls is str:
            if item:
                if column == start:
                    line_origin = origin
                parts.append(item)
                column += len(item)
        elif cls is Cat:
            stack += [(level, broken, part) for part in reversed(item.parts)]
        elif cls is Line and not broken:
            parts.append(item.flat)
            column += item.width
        elif cls is Line or cls is HardLine:
            lines.append("".join(parts).rstrip(" "))
            origins.append(line_origin)
            column = start = 0 if item is HARD_COLUMN0 else min(level, MAX_INDENT)
            parts = [" " * column]
            line_origin = origin
        elif cls is Group:
            room = width - column - item.width
            flat = not broken or (room >= 0 and _rest_fits(room, stack))
            if flat and column > start:
                parts.append(flat_text(item.doc))
                column += item.width
            else:  # the origin of a part may be that of the line it begins
                stack.append((level, not flat, item.doc))
        elif cls is Bracketed:
            room = width - column - item.width
            if not broken or (room >= 0 and _rest_fits(room, stack)):
                if column > start:
                    parts.append(flat_text(item))
                    column += item.width
                else:
                    flat_parts = [item.closing, *reversed(join(", ", item.items)), item.opening]
                    stack += [(level, False, part) for part in flat_parts]
            else:
                inside = level + BRACKET_INDENT
                stack += [
                    (inside, True, _Items(item)),
                    (inside, True, SOFT),
                    (level, True, item.opening),
                ]
        elif cls is _Items:
            room = width - column - item.width
            fits = room >= 0 and _rest_fits(room, stack)
            items = item.list.items
            stack.append((level, True, item.list.closing))
            if not all(part.__class__ is str for part in items):
                separated = join(", " if fits else COMMA_LINE, items)
                stack += [(level, True, part) for part in reversed(separated)]
            elif fits:
                stack.append((level, True, ", ".join(items)))
            else:  # the line is empty but for its indentation
                lines += [f"{parts[0]}{part}," for part in items[:-1]]
                origins += [origin] * (len(items) - 1)
                stack.append((level, True, items[-1]))
        elif cls is Indent:
            stack.append((level + item.amount, broken, item.doc))
        elif cls is Mark:
            stack.append((level, broken, _Restore(origin)))
            stack.append((level, broken, item.doc))
            origin = item.origin
        elif cls is _Restore:
            origin = item.origin
        elif cls is Fill:
            filled = _filled(item, level, width - column if broken else ENDLESS, width)
            stack += [(level, broken, part) for part in reversed(filled)]
        else:  # Verbatim
            if column == start:
                line_origin = origin
            *full, last = item.text.split("\n")
            for text in full:
                lines.append("".join([*parts, text]))
                origins.append(line_origin)
                parts = []
                column, start = 0, -1
                line_origin = origin
            parts.append(last)
            column += len(last)
    lines.append("".join(parts).rstrip(" "))
    origins.append(line_origin)
    return lines, origins


def _filled(fill: Fill, level: int, room: int, width: int) -> list[Doc]:
    """The items of a fill with a space or a newline between, whichever fits."""
    parts: list[Doc] = []
    for index, item in enumerate(fill.items):
        last = index == len(fill.items) - 1
        size = width_of(item) + (not last)
        if index and size + 1 <= room:
            parts.append(" ")
            room -= 1
        elif index:
            parts.append(HARD)
            room = width - min(level, MAX_INDENT)
        parts.append(item)
        if not last:
            parts.append(",")
        room -= size
    return parts
