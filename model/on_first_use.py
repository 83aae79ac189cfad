"""Packages whose names are imported on first use, so that a command pays only for what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any


def import_on_first_use(package: dict[str, Any], homes: Mapping[str, str]) -> None:
    """Give a package's module the `__getattr__` and `__dir__` of PEP 562.

    Static tools see the names by imports under `TYPE_CHECKING`. A name must not be that of a
    submodule: importing the submodule would put the module in its place.

    Args:
        package: the module's `globals()`.
        homes: submodule (`schema`) -> the names that are imported from it, with blanks between.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package['__name__']}.{home}"), name)
        package[name] = value
        return value

    package["__getattr__"] = __getattr__
    package["__dir__"] = lambda: sorted({*package, *home_of})
