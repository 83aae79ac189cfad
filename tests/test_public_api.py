"""The public API is what the checked-in description says; a change of it is made knowingly."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
from public_api import CHECKED_IN, MODULES, described


def test_public_api() -> None:
    assert described() == CHECKED_IN.read_text(), "run `make api-update` if the change is wanted"


@pytest.mark.parametrize("name", MODULES)
def test_all_is_sorted_and_exists(name: str) -> None:
    module = importlib.import_module(name)
    names = getattr(module, "__all__", [])
    assert len(set(names)) == len(names)
    for public in names:
        assert hasattr(module, public), public


def test_attribute_that_does_not_exist() -> None:
    import dispatchless

    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = dispatchless.nothing
    assert set(dispatchless.__all__) <= set(dir(dispatchless))


def test_import_is_light() -> None:
    """`import dispatchless` and `generate` load neither torch nor cppyy."""
    code = (
        "import sys, dispatchless, dispatchless.command_line\n"
        "before = [m for m in sys.modules if m.startswith('dispatchless.cppast')]\n"
        "dispatchless.generate, dispatchless.load_spec\n"
        "print(before, [m for m in ('torch', 'cppyy', 'numpy', 'torchgen') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] []\n"
