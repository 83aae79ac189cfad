"""The parts of an ELF shared library that the loader uses: symbols and relocations.

Only 64-bit little-endian files, the kind of every Linux that PyTorch is built for. Layouts are
those of the System V ABI, chapters 4 and 5.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import attrs

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")
_SHT_RELA = 4
_SHT_DYNSYM = 11
_UNDEFINED = 0


@attrs.frozen
class Symbol:
    """An entry of the dynamic symbol table. `defined` is False for what the library needs."""

    name: str
    defined: bool


@attrs.frozen
class _Section:
    kind: int
    offset: int
    size: int
    link: int


class ElfFile:
    """A shared library. Raises ValueError for any other kind of file."""

    def __init__(self, path: Path) -> None:
        # Read in pieces: libraries of this trade have hundreds of megabytes.
        self._file = open(path, "rb")  # noqa: SIM115
        head = self._file.read(_HEADER.size)
        if head[:6] != b"\x7fELF\x02\x01":
            self._file.close()
            raise ValueError(f"{path} is no 64-bit little-endian ELF file")
        fields = _HEADER.unpack(head)
        offset, entry_size, count = fields[6], fields[11], fields[12]
        table = self._read(offset, entry_size * count)
        self._sections = [
            _Section(kind=entry[1], offset=entry[4], size=entry[5], link=entry[6])
            for entry in (_SECTION.unpack_from(table, i * entry_size) for i in range(count))
        ]

    def __enter__(self) -> ElfFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def symbols(self) -> Iterator[Symbol]:
        """The dynamic symbols, in the order of the table (the nameless ones included)."""
        for section in self._sections:
            if section.kind != _SHT_DYNSYM:
                continue
            text = self._contents(self._sections[section.link])
            for name, _, _, where, _, _ in _SYMBOL.iter_unpack(self._contents(section)):
                spelled = text[name : text.index(b"\0", name)].decode(errors="replace")
                yield Symbol(spelled, where != _UNDEFINED)

    def call_slot(self, function: str) -> int | None:
        """Where, relative to the load address, the library keeps the address of a function that it
        calls in another library; None if it calls no such function."""
        wanted = {i for i, symbol in enumerate(self.symbols()) if symbol.name == function}
        slots = [
            offset
            for section in self._sections
            if section.kind == _SHT_RELA
            for offset, info, addend in _RELOCATION.iter_unpack(self._contents(section))
            if info >> 32 in wanted and addend == 0
        ]
        return slots[0] if len(slots) == 1 else None

    def _contents(self, section: _Section) -> bytes:
        return self._read(section.offset, section.size)

    def _read(self, offset: int, size: int) -> bytes:
        self._file.seek(offset)
        return self._file.read(size)
