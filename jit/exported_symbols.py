"""The functions that a shared library defines for others, from its ELF dynamic symbol table.

Headers of torch declare functions that the library does not hold (`at::meta::relu_`), and a call of
one of them does not link.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from dispatchless.jit.elf import ElfFile


@attrs.frozen
class ExportedSymbols:
    """The linker names of what a library defines, functions and variables alike."""

    names: frozenset[str]
    _functions: frozenset[str] = attrs.field(init=False, repr=False)

    @_functions.default
    def _nested_names(self) -> frozenset[str]:
        return frozenset(path for name in self.names if (path := _nested_name(name)))

    @classmethod
    def read(cls, library: Path) -> ExportedSymbols:
        """The defined symbols of a 64-bit little-endian ELF library.

        Raises ValueError for any other kind of file.
        """
        with ElfFile(library) as file:
            return cls(frozenset(symbol.name for symbol in file.symbols() if symbol.defined))

    def has_function(self, name: str) -> bool:
        """Whether it defines a function `a::b::name`, whatever its parameters.

        `name` is written without template arguments.
        """
        return name in self._functions


def _nested_name(symbol: str) -> str | None:
    """`at::cpu::add` for `_ZN2at3cpu3addE...`: the path of a plain function in namespaces.

    Itanium C++ ABI, 5.1.4: a nested name is a sequence of identifiers, each after its length.
    """
    if not symbol.startswith("_ZN"):
        return None
    parts = []
    at = 3
    while at < len(symbol) and symbol[at].isdigit():
        end = at
        while symbol[end].isdigit():
            end += 1
        length = int(symbol[at:end])
        parts.append(symbol[end : end + length])
        at = end + length
    return "::".join(parts) if at < len(symbol) and symbol[at] == "E" else None
