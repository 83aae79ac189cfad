"""Which node a printed line comes from."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from dispatchless.cppast.node import Origin


@attrs.frozen
class LineMap:
    """Printed line (1-based) to the origin of the innermost node with one that the line begins in.

    A line belongs to the statement or declaration printed on it; one that continues a broken
    expression, to the part of the expression that begins on it.
    """

    origins: tuple[Origin | None, ...] = attrs.field(converter=tuple)

    def origin(self, line: int) -> Origin | None:
        """The origin of printed line `line`; None if no node there has one, or no such line."""
        if 1 <= line <= len(self.origins):
            return self.origins[line - 1]
        return None

    def lines(self, file: str, line: int) -> tuple[int, ...]:
        """The printed lines that come from line `line` of `file`."""
        return tuple(
            number
            for number, origin in enumerate(self.origins, 1)
            if origin is not None and origin.file == file and origin.line == line
        )

    def __len__(self) -> int:
        return len(self.origins)


def line_directives(lines: Sequence[str], line_map: LineMap, starts: Sequence[bool]) -> list[str]:
    """`lines` with `#line` before each run of lines from another origin.

    `starts` tells before which lines a directive may stand: not within a broken expression or a
    macro definition.
    """
    out: list[str] = []
    expected: tuple[str, int] | None = None
    for text, origin, start in zip(lines, line_map.origins, starts, strict=True):
        if origin is not None and start and text:
            here = (origin.file, origin.line)
            if here != expected:
                name = origin.file.replace("\\", "\\\\").replace('"', '\\"')
                out.append(f'#line {origin.line} "{name}"')
                expected = here
        out.append(text)
        if expected is not None:
            expected = (expected[0], expected[1] + 1)
    return out
