"""The headers that symbols name are those of the installed torch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dispatchless.cppast import Header, NamedType, QualifiedName, print_node
from dispatchless.lowering import torch_symbols
from dispatchless.lowering.template_names import with_arguments

STANDARD_LIBRARY = {"array", "cstdint", "optional", "tuple", "vector"}


def headers() -> Iterator[Header]:
    tables = (vars(torch_symbols), torch_symbols.DEFAULT_WORDS)
    for value in (each for table in tables for each in table.values()):
        if isinstance(value, Header):
            yield value
        elif isinstance(value, QualifiedName):
            assert value.headers, print_node(value)
            yield from value.headers


@pytest.mark.parametrize("path", sorted({each.path for each in headers()}))
def test_header_exists(torch_directory: Path, path: str) -> None:
    assert path in STANDARD_LIBRARY or (torch_directory / "include" / path).is_file()


def test_arguments_go_on_the_last_part() -> None:
    tensor = NamedType(torch_symbols.TENSOR)
    optional = with_arguments(torch_symbols.STD_OPTIONAL, tensor)
    assert print_node(optional) == "::std::optional<at::Tensor>"
    assert optional.headers == torch_symbols.STD_OPTIONAL.headers
