"""Includes: which headers a tree needs, and their order."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from dispatchless.cppast.names import Header
from dispatchless.cppast.node import Node
from dispatchless.cppast.visit import walk


def headers_of(root: Node) -> frozenset[Header]:
    """All headers that the names and macros of a tree carry."""
    return frozenset(node for node in walk(root) if isinstance(node, Header))


def _group(header: Header) -> int:
    """Own headers first, then those of libraries, then the standard library's."""
    if not header.system:
        return 0
    return 1 if "/" in header.path or "." in header.path else 2


def _is_itself(header: Header, path: str) -> bool:
    if posixpath.normpath(header.path) == posixpath.normpath(path):
        return True
    beside = posixpath.join(posixpath.dirname(path), header.path)
    return not header.system and posixpath.normpath(beside) == posixpath.normpath(path)


def include_lines(headers: Iterable[Header], path: str) -> list[str]:
    """The `#include` lines of file `path`: sorted, grouped, each once, never the file itself.

    A path that is wanted both ways is included in quotes, which search the system's paths too.
    """
    own_name = posixpath.basename(path)
    chosen: dict[str, Header] = {}
    for header in headers:
        if header.path.endswith(own_name) and _is_itself(header, path):
            continue
        known = chosen.get(header.path)
        if known is None or known.system:
            chosen[header.path] = header
    lines: list[str] = []
    last = None
    for header in sorted(chosen.values(), key=lambda h: (_group(h), h.path)):
        if last is not None and _group(header) != last:
            lines.append("")
        last = _group(header)
        lines.append(f"#include <{header.path}>" if header.system else f'#include "{header.path}"')
    return lines
