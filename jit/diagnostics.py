"""Compiler messages as data, told at the line of the specification that they come from.

The compiler in the process prints clang's text form: `file:line:column: severity: message`, notes
after the error that they explain, quoted source lines and carets in between, and the chain of
includes as `In file included from file:line:` before it.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping
from typing import Protocol

import attrs


class Origin(Protocol):
    """A place in a user's file."""

    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class LineMap(Protocol):
    """From a line of printed text to the place that the line was made from."""

    def origin(self, line: int) -> Origin | None: ...


@attrs.frozen
class Diagnostic:
    """One message of a compiler.

    `file`, `line` and `column` are where the compiler saw it (line and column 1-based, 0 when it
    gave none); `origin` is the user's place that this line was generated from, if it was generated.
    `excerpt` is the quoted source line with its carets. `notes` hold the compiler's explanations:
    instantiations, candidates, the chain of includes.
    """

    severity: str
    file: str
    line: int
    column: int
    message: str
    notes: tuple[Diagnostic, ...] = ()
    origin: Origin | None = None
    excerpt: str = ""

    @property
    def is_error(self) -> bool:
        return self.severity in ("error", "fatal error")

    def __str__(self) -> str:
        generated = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        if self.origin is not None:
            place = f"{self.origin.file}:{self.origin.line}:{self.origin.column}"
            first = f"{place}: {self.severity}: {self.message} (compiled as {generated})"
        else:
            first = f"{generated}: {self.severity}: {self.message}"
        lines = [first]
        if self.excerpt:
            lines.append(self.excerpt)
        lines.extend(str(note) for note in self.notes)
        return "\n".join(lines)


class JitError(Exception):
    """C++ could not be compiled, linked or run in this process. `text` is the raw output."""

    def __init__(self, message: str, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class CompileError(JitError):
    """The compiler refused the text. `diagnostics` are its messages, warnings included."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        errors = [d for d in diagnostics if d.is_error]
        super().__init__("\n".join(map(str, errors)) or text or "the compiler refused it", text)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[object, ...]:
        return (CompileError, (self.diagnostics, self.text))


class LinkError(JitError):
    """Symbols that no loaded library defines. `symbols` are their linker names."""

    def __init__(self, symbols: tuple[str, ...], text: str, used_by: str = "") -> None:
        named = "; ".join(_described(symbol) for symbol in symbols)
        where = f" (used by {used_by})" if used_by else ""
        super().__init__(f"no loaded library defines {named}{where}", text)
        self.symbols = symbols
        self.used_by = used_by

    def __reduce__(self) -> tuple[object, ...]:
        return (LinkError, (self.symbols, self.text, self.used_by))


class CompilerCrash(JitError):
    """The compiler itself died on the text (it ran in a child, so this process lives on)."""

    def __reduce__(self) -> tuple[object, ...]:
        return (CompilerCrash, (str(self), self.text))


_MESSAGE = re.compile(
    r"^(?P<file>[^\s:][^:\n]*|<[^>]*>)(?::(?P<line>\d+))?(?::(?P<column>\d+))?: "
    r"(?P<severity>fatal error|error|warning|note|remark): (?P<message>.*)$"
)
_INCLUDED = re.compile(r"^In file included from (?P<file>[^\n]*?):(?P<line>\d+):$")
_UNRESOLVED = re.compile(r"symbol '(?P<symbol>[^']+)' unresolved while linking")
_USER = re.compile(r"unresolved while linking (?:symbol|function) '(?P<user>[^']+)'")
_THREAD_LOCAL = "__emutls_v."
# What the compiler calls the pieces of text that a session hands to it.
_COMPILERS_INPUT = "input_line_"
_SCOPE_OF_UNIT = re.compile(r"\bdispatchless_unit_\d+::")


_CARET = re.compile(r"^[ \t~]*\^[ ~^]*$")


def parse_diagnostics(
    text: str,
    *,
    files: Mapping[str, str] | None = None,
    line_maps: Mapping[str, LineMap] | None = None,
) -> tuple[Diagnostic, ...]:
    """The messages in clang's output, in order, each with its notes.

    By path that the compiler saw, `files` gives the name that users know, and `line_maps` the
    origin of generated lines. Text that is no message (output of the program, a summary) is left
    out, and so are the names of the scopes that a session adds.
    """

    def located(match: re.Match[str], severity: str, message: str, excerpt: str = "") -> Diagnostic:
        groups = match.groupdict()
        path = match["file"]
        name = (files or {}).get(path, path)
        line = int(groups.get("line") or 0)
        line_map = (line_maps or {}).get(path)
        origin = line_map.origin(line) if line_map is not None and line else None
        column = int(groups.get("column") or 0)
        return Diagnostic(severity, name, line, column, message, origin=origin, excerpt=excerpt)

    lines = _SCOPE_OF_UNIT.sub("", text).splitlines()
    groups: list[tuple[Diagnostic, list[Diagnostic]]] = []
    included: list[Diagnostic] = []
    for number, line in enumerate(lines):
        if match := _INCLUDED.match(line):
            if not match["file"].startswith(_COMPILERS_INPUT):
                included.append(located(match, "note", "included from here"))
        elif match := _MESSAGE.match(line):
            excerpt = _excerpt(lines[number + 1 : number + 3])
            diagnostic = located(match, match["severity"], match["message"], excerpt)
            if diagnostic.severity == "note" and groups:
                groups[-1][1].extend([diagnostic, *included])
            else:
                groups.append((diagnostic, included))
            included = []
    return tuple(attrs.evolve(message, notes=tuple(notes)) for message, notes in groups)


def _excerpt(following: list[str]) -> str:
    """The quoted source line and its carets, if these are what follows a message."""
    if len(following) == 2 and _CARET.match(following[1]):
        return "\n".join(following)
    return ""


def link_failure_line(symbol: str) -> str:
    """A line that says, as the compiler does, that a symbol is missing."""
    return f"symbol '{symbol}' unresolved while linking\n"


def parse_link_failure(text: str) -> LinkError | None:
    """The error that says which symbols the linker in the process did not find, if it did."""
    found = dict.fromkeys(match["symbol"] for match in _UNRESOLVED.finditer(text))
    # A thread_local has two symbols; the one of its initialiser says nothing more.
    symbols = tuple(
        symbol
        for symbol in found
        if not symbol.startswith("_ZTH") or f"{_THREAD_LOCAL}_Z{symbol[4:]}" not in found
    )
    if not symbols:
        return None
    user = _USER.search(text)
    # Wrappers that the session makes for calls have names that tell nobody anything.
    named = user["user"] if user and user["user"].startswith("_Z") else ""
    return LinkError(symbols, text, _named(named) if named else "")


def error_in(
    text: str,
    *,
    files: Mapping[str, str] | None = None,
    line_maps: Mapping[str, LineMap] | None = None,
) -> JitError | None:
    """The error that a compiler's output tells of: refused text, or symbols not found."""
    diagnostics = parse_diagnostics(text, files=files, line_maps=line_maps)
    if any(diagnostic.is_error for diagnostic in diagnostics):
        return CompileError(diagnostics, text)
    return parse_link_failure(text)


def demangled(symbol: str) -> str:
    """The C++ name of a linker symbol (Itanium ABI), or the symbol itself if it is no C++ name."""
    size = ctypes.c_size_t(0)
    status = ctypes.c_int(0)
    demangle = ctypes.CDLL("libstdc++.so.6").__cxa_demangle
    demangle.restype = ctypes.c_void_p
    address = demangle(symbol.encode(), None, ctypes.byref(size), ctypes.byref(status))
    if not address:
        return symbol
    try:
        return ctypes.string_at(address).decode()
    finally:
        free = ctypes.CDLL(None).free
        free.argtypes = [ctypes.c_void_p]
        free(address)


def _described(symbol: str) -> str:
    if symbol.startswith(_THREAD_LOCAL):
        variable = _named(symbol[len(_THREAD_LOCAL) :])
        return (
            f"the thread_local variable '{variable}' (symbol '{symbol}') to code compiled in the "
            "process: such code cannot reach a library's thread_local directly, only through a "
            "function that the library exports"
        )
    name = _named(symbol)
    return f"'{name}' (symbol '{symbol}')" if name != symbol else f"'{symbol}'"


def _named(symbol: str) -> str:
    return _SCOPE_OF_UNIT.sub("", demangled(symbol))
