"""Loads specifications: yaml files of composite operators."""

from __future__ import annotations

import os
from collections.abc import Iterable

from dispatchless.model.composite import Specification
from dispatchless.model.composite_entry import BrokenEntry, ReadEntry, read_composite_entry
from dispatchless.model.composite_links import link_entries
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.location import Location
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.yaml_source import (
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
    load_yaml,
    read_text,
)


def load_spec(
    path: str | os.PathLike[str], *, native: OperatorTable, namespace: str | None = None
) -> Specification:
    """The composite operators of one yaml file; ``native`` has the operators they may call.

    ``namespace`` is where operators live whose schema names none: ``namespace::x`` then means the
    one that is written ``x``. None: it is not known yet, and any may be it.

    Raises all mistakes of the file together, as :class:`SpecError` or :class:`SpecErrors`.
    """
    return load_specs([path], native=native, namespace=namespace)


def load_specs(
    paths: Iterable[str | os.PathLike[str]],
    *,
    native: OperatorTable,
    namespace: str | None = None,
) -> Specification:
    """The composite operators of several files, which together are one library.

    An operator may call those of the other files. ``namespace`` as for :func:`load_spec`.
    Raises all mistakes together.
    """
    errors = ErrorCollector()
    files = tuple(os.fspath(path) for path in paths)
    if not files:
        raise SpecError("no specification is given", hint="give the path of a yaml file")
    entries: list[ReadEntry | BrokenEntry] = []
    for file in files:
        with errors.collecting():
            source = read_text(file)
            for node in _items(source, errors):
                entry = read_composite_entry(node, errors, known_tags=native.known_tags)
                if entry is not None:
                    entries.append(entry)
    operators, headers = link_entries(entries, native, errors, namespace=namespace)
    errors.raise_if_any()
    return Specification(files, operators, headers)


def _items(source: YamlText, errors: ErrorCollector) -> tuple[YamlNode, ...]:
    root = load_yaml(source, errors)
    hint = "it is a list of entries, each of which begins with '- func: '"
    if root is None or (isinstance(root, YamlScalar) and root.is_null):
        raise SpecError(
            "the specification is empty", location=Location(source.file, 1, 1), hint=hint
        )
    if not isinstance(root, YamlSequence):
        raise source.error(
            f"a specification is a list, not {root.described}", root.start, hint=hint
        )
    if not root.items:
        raise source.error("the specification has no entry", root.start, hint=hint)
    return root.items
