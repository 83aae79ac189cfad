"""Where a piece of a specification stands in its file."""

from __future__ import annotations

from typing import Protocol

import attrs

from dispatchless.frozen import frozen


@attrs.frozen(order=True)
class Location:
    """A place in a text file. Lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def at(self, offset: int) -> Location:
        """The place ``offset`` characters to the right, on the same line."""
        return Location(self.file, self.line, self.column + offset)


class Positions(Protocol):
    """What maps an offset in a piece of text to its place in the file it was read from.

    A :class:`Location` does so for text that stands on one line as it is; a yaml scalar
    does so for any style (quotes with escapes, folded and literal blocks).
    """

    def at(self, offset: int) -> Location:
        """The place of the character at ``offset``."""


@frozen
class ShiftedPositions:
    """The positions of a part of a text: offset 0 is ``offset`` of the whole."""

    whole: Positions
    offset: int

    def at(self, offset: int) -> Location:
        """The place of the part's character at ``offset``."""
        return self.whole.at(self.offset + offset)
