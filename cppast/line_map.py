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

    origins: tuple[Origin | None, ...]

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


def with_line_directives(
    lines: Sequence[str], origins: Sequence[Origin | None], starts: Sequence[bool], path: str
) -> tuple[list[str], list[Origin | None]]:
    """`lines` with `#line` before each run of lines from another place, and their origins.

    Lines without an origin are credited to `path`, the printed file itself. `starts` tells before
    which lines a directive may stand: not within a broken expression or a macro definition.
    """
    out: list[str] = []
    out_origins: list[Origin | None] = []
    expected = (path, 1)
    for text, origin, start in zip(lines, origins, starts, strict=True):
        if start and text:
            # A directive takes a line of the printed file itself.
            here = (path, len(out) + 2) if origin is None else (origin.file, origin.line)
            if here != expected and (origin is not None or expected != (path, len(out) + 1)):
                name = here[0].replace("\\", "\\\\").replace('"', '\\"')
                out.append(f'#line {here[1]} "{name}"')
                out_origins.append(None)
                expected = here
        out.append(text)
        out_origins.append(origin)
        expected = (expected[0], expected[1] + 1)
    return out, out_origins
