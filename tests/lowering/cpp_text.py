"""C++ text compared token by token, so that spacing does not count."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\w+(?:\.\w+)*(?:[eE][+-]\d+)?|\S')


def tokens(text: str) -> str:
    """The tokens of `text` with one space between each two."""
    return " ".join(_TOKEN.findall(text))
