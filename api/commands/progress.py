"""What a command is doing, on a terminal."""

from __future__ import annotations

import sys


class Progress:
    """One line on a terminal that says what is being done; nothing in a pipe."""

    def __init__(self) -> None:
        self._enabled = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Put TEXT in place of what the line said."""
        if self._enabled:
            print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Empty the line, before other output."""
        self.show("")
