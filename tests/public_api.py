"""Prints the public API: every name in `__all__` of the package and its parts, with signatures.

`python tests/public_api.py` writes it to `public_api.txt` (`make api-update`); what changes there
is what users see.
"""

from __future__ import annotations

import enum
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import attrs

CHECKED_IN = Path(__file__).with_name("public_api.txt")

MODULES = (
    "dispatchless",
    "dispatchless.model",
    "dispatchless.cppast",
    "dispatchless.cppast.build",
    "dispatchless.lowering",
    "dispatchless.jit",
)


def described() -> str:
    """The whole API as text."""
    blocks = []
    for name in MODULES:
        module = importlib.import_module(name)
        lines = [f"# {name}"]
        for public in sorted(_public_names(module)):
            lines.extend(_describe(public, getattr(module, public)))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _public_names(module: object) -> list[str]:
    names = getattr(module, "__all__", None)
    if names is not None:
        return list(names)
    own = getattr(module, "__name__", "")
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", own) == own
        if not inspect.ismodule(value)
    ]


def _describe(name: str, value: object) -> Iterator[str]:
    if inspect.ismodule(value):
        yield f"{name}: module"
    elif inspect.isclass(value):
        yield from _describe_class(name, value)
    elif callable(value) and not _is_type_alias(value):
        yield f"{name}{_signature(value)}"
    else:
        yield f"{name}: {_shown_type(value)}"


def _is_type_alias(value: object) -> bool:
    return type(value).__module__ in ("typing", "types") and not inspect.isroutine(value)


def _shown_type(value: object) -> str:
    return repr(value) if _is_type_alias(value) else type(value).__name__


def _describe_class(name: str, cls: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in cls.__bases__ if base is not object)
    yield f"class {name}({bases})" if bases else f"class {name}"
    if issubclass(cls, enum.Enum):
        yield "    " + " ".join(cls.__members__)
    elif attrs.has(cls) or ("__init__" in vars(cls) and not getattr(cls, "_is_protocol", False)):
        yield f"    {_signature(cls)}"
    fields = {field.name for field in attrs.fields(cls)} if attrs.has(cls) else set()
    for member, value in sorted(vars(cls).items()):
        if member.startswith("_") or member in fields:
            continue
        if isinstance(value, property) or type(value).__name__ == "cached_property":
            yield f"    {member}: property"
        elif isinstance(value, (classmethod, staticmethod)):
            yield f"    {member}{_signature(value.__func__)}"
        elif inspect.isfunction(value):
            yield f"    {member}{_signature(value)}"


def _signature(value: object) -> str:
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    parameters = [
        each.replace(annotation=_annotation(each.annotation), default=_default(each.default))
        for each in signature.parameters.values()
    ]
    returns = inspect.Signature.empty if inspect.isclass(value) else signature.return_annotation
    return str(inspect.Signature(parameters, return_annotation=_annotation(returns)))


class _Bare:
    """Shown as a text is, without quotes; a function by its name, not by its address."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _annotation(value: object) -> object:
    return _Bare(value) if isinstance(value, str) else value


def _default(value: object) -> object:
    return _Bare(value.__qualname__) if inspect.isfunction(value) else value


if __name__ == "__main__":
    CHECKED_IN.write_text(described())
