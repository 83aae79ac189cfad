"""Specifications of one header, and what is said about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError, Specification, load_spec


def load(folder: Path, native: OperatorTable, text: str, header: str = "") -> Specification:
    (folder / "h.h").write_text(header)
    path = folder / "spec.yaml"
    path.write_text(text)
    return load_spec(path, native=native)


def errors_of(folder: Path, native: OperatorTable, text: str, header: str = "") -> list[str]:
    """`file:line:column message` of each error."""
    with pytest.raises(SpecError) as caught:
        load(folder, native, text, header)
    return [
        f"{Path(e.location.file).name}:{e.location.line}:{e.location.column} {e.message}"
        for e in caught.value.errors
        if e.location is not None
    ]
