"""Merges kernel yaml files: the entries of the first, and those of the others that it lacks."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable

from dispatchless.model.errors import ErrorCollector
from dispatchless.model.executorch_yaml import entries_of, entry_name
from dispatchless.model.schema import OperatorName
from dispatchless.model.yaml_source import YamlMapping, YamlText


def merged_yaml(paths: Iterable[str | os.PathLike[str]]) -> str:
    """The text of one yaml with every operator once, taken from the first file that has it.

    Operators are known by namespace and name. Entries keep their text, comments inside them
    included. Raises :class:`SpecError` for what is wrong in the files.
    """
    errors = ErrorCollector()
    merged: dict[OperatorName, str] = {}
    for path in paths:
        own: dict[OperatorName, YamlMapping] = {}
        for entry in entries_of(path, errors):
            with errors.collecting():
                name = entry_name(entry)
                if name in own:
                    line = own[name].location.line
                    raise entry.error(
                        f"'{name}' stands twice", hint=f"it stands before in line {line}"
                    )
                own[name] = entry
        for name, entry in own.items():
            if name not in merged:
                merged[name] = _entry_text(entry)
    errors.raise_if_any()
    return "\n".join(merged.values())


def _entry_text(entry: YamlMapping) -> str:
    """The entry as an item at the left margin."""
    source: YamlText = entry.source
    start = source.text.rfind("\n", 0, entry.start) + 1
    margin = entry.start - start
    dash = source.text.rfind("-", start, entry.start)
    if entry.pairs[0][0].start != entry.start or dash < 0:
        # A flow mapping, or a dash on a line of its own: the text from the value on.
        return "- " + textwrap.indent(source.text[entry.start : entry.end], "  ").strip() + "\n"
    body = " " * margin + source.text[entry.start : entry.end].rstrip()
    lines = textwrap.dedent(body).rstrip().split("\n")
    return (
        "\n".join(("- " if i == 0 else "  ") + line if line else "" for i, line in enumerate(lines))
        + "\n"
    )
