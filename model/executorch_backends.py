"""Backends of ExecuTorch that an application registers explicitly, from a small yaml.

- backend: DemoBackend          # the name that programs ask for
  class: demo::DemoBackend      # derived from executorch::runtime::BackendInterface
  header: demo/demo_backend.h   # where the class is declared
  name: demo                    # register_demo_backend(); by default made from `backend`
"""

from __future__ import annotations

import os
import re

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_names import check_library_name
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.location import Location
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlScalar,
    YamlSequence,
    load_yaml,
    read_text,
)

_KEYS = ("backend", "class", "header", "name")


@frozen
class ExplicitBackend:
    """One backend: its name in programs, its C++ class and header, and its function's name."""

    backend: str
    class_name: tuple[str, ...]
    header: str
    name: str
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


def load_backends(path: str | os.PathLike[str]) -> tuple[ExplicitBackend, ...]:
    """The backends that a yaml lists. Raises :class:`SpecError` with all that is wrong."""
    errors = ErrorCollector()
    root = load_yaml(read_text(path), errors)
    if root is None or (isinstance(root, YamlScalar) and root.is_null):
        return ()
    if not isinstance(root, YamlSequence):
        raise wrong_kind(root, "the file", "a list of backends", hint="begin with '- backend: '")
    backends: dict[str, ExplicitBackend] = {}
    names: dict[str, ExplicitBackend] = {}
    for item in root.items:
        if not isinstance(item, YamlMapping):
            errors.add(wrong_kind(item, "a backend", "a mapping with 'backend' and 'class'"))
            continue
        with errors.collecting():
            backend = _read(item, errors)
            if backend.backend in backends:
                raise item.error(
                    f"the backend '{backend.backend}' stands twice", hint="list it once"
                )
            if backend.name.lower() in names:
                raise item.error(
                    f"two backends are registered by register_{backend.name}_backend",
                    hint="give one of them another 'name'",
                )
            backends[backend.backend] = names[backend.name.lower()] = backend
    errors.raise_if_any()
    return tuple(backends.values())


def _read(item: YamlMapping, errors: ErrorCollector) -> ExplicitBackend:
    fields = Fields(item, errors)
    backend, class_name = fields.text("backend"), fields.text("class")
    header, name = fields.text("header"), fields.text("name")
    fields.finish(_KEYS, what="a backend")
    if backend is None or class_name is None or header is None:
        missing = "backend" if backend is None else "class" if class_name is None else "header"
        raise item.error(f"the entry has no '{missing}'", hint=f"write '{missing}: ...'")
    if any(c in header.value for c in '<>"\\\n') or header.value.startswith("/"):
        raise header.error(
            "'header' is a path as '#include' takes it, relative to the build",
            hint="write for example 'mylib/backend.h'",
        )
    parts = tuple(class_name.value.removeprefix("::").split("::"))
    for part in parts:
        reason = why_not_cpp_name(part)
        if reason is not None:
            raise class_name.error(
                f"'{class_name.value}' names no class: '{part}' {reason}",
                hint="it is a C++ name, as 'my::Backend'",
            )
    short = _short_name(backend.value) if name is None else name.value
    with errors.collecting():
        check_library_name(short, what="the name of a backend's function")
    return ExplicitBackend(backend.value, parts, header.value, short, origin=backend.location)


def _short_name(backend: str) -> str:
    """``XnnpackBackend`` gives ``xnnpack``, ``MyNPU`` gives ``my_npu``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", backend)
    short = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")
    return short.removesuffix("_backend") or short
