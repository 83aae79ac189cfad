"""Reads one entry of a specification; what it names is looked up later, when all are read."""

from __future__ import annotations

import os
from pathlib import Path

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.composite import HeaderFile
from dispatchless.model.design_entry import COMPANION_KEYS, WrittenDesign, read_design
from dispatchless.model.design_text import ListedName
from dispatchless.model.designs import DESIGN_KEYS
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean, meant
from dispatchless.model.namespaces import check_namespace
from dispatchless.model.native_entry import ENTRY_KEYS as NATIVE_KEYS
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.schema_text import parse_schema
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import YamlMapping, YamlNode, YamlScalar

COMPOSITE_KEYS = ("func", *DESIGN_KEYS, *COMPANION_KEYS, "header", "tags")

# Designs whose template or struct stands in a header, and those that may have one for helpers.
_HEADER_NEEDED = ("composite", "structured_composite", "adapter", "dispatchless")
_HEADER_ALLOWED = (*_HEADER_NEEDED, "structured_wrapper")

# Keys of native_functions.yaml that say what is generated here.
_FOREIGN_KEYS = frozenset(NATIVE_KEYS) - set(COMPOSITE_KEYS)

# File systems take names of 255 bytes; `<name>_ops_<backend>.h` and the name of the file that is
# written first are longer than the operator's.
_LONGEST_NAME = 200


@frozen(eq=False)
class ReadEntry:
    """An entry as written. ``design`` and ``header`` are None after an error in them."""

    schema: FunctionSchema
    func: YamlScalar
    design: WrittenDesign | None
    header: HeaderFile | None
    tags: frozenset[str]

    def name_error(self, message: str, *, hint: str | None = None) -> SpecError:
        """The error for the operator's name."""
        return SpecError(
            message,
            location=self.func.at(0),
            text=self.func.value,
            span=(0, len(str(self.schema.name))),
            hint=hint,
        )


@frozen(eq=False)
class BrokenEntry:
    """An entry whose schema is wrong: its name as far as it can be seen, and what it lists, so
    that this can be checked all the same."""

    name: str
    calls: tuple[ListedName, ...]


def read_composite_entry(
    node: YamlNode, errors: ErrorCollector, *, known_tags: frozenset[str] | None
) -> ReadEntry | BrokenEntry | None:
    """The entry, or None if it is no mapping. Adds all its errors."""
    if not isinstance(node, YamlMapping):
        errors.add(
            wrong_kind(node, "an entry", "a mapping", hint="an entry begins with '- func: '")
        )
        return None
    fields = Fields(node, errors)
    schema, func = _schema(node, fields, errors)
    design, key = attrs.astuple(read_design(node, fields, errors), recurse=False)
    header = _header(node, fields, key, errors)
    if "tags" in fields and schema is not None and schema.name.namespace == "aten":
        errors.add(
            fields.key_node("tags").error(
                f"'{schema.name}' has the tags that ATen gives it",
                hint="leave 'tags' out: only kernels are registered",
            )
        )
    tags = _tags(fields, errors, known_tags)
    _refuse_foreign(fields, errors)
    fields.finish(COMPOSITE_KEYS, what="a composite's entry")
    if schema is None or func is None:
        name = "" if func is None else func.value.partition("(")[0].strip()
        return BrokenEntry(name, () if design is None else design.calls)
    return ReadEntry(schema, func, design, header, tags)


def _schema(
    node: YamlMapping, fields: Fields, errors: ErrorCollector
) -> tuple[FunctionSchema | None, YamlScalar | None]:
    if "func" not in fields:
        near = next((k.value for k, _ in node.pairs if did_you_mean(k.value, ["func"])), None)
        errors.add(
            node.source.error(
                "the entry has no 'func'",
                node.start,
                hint=f"'{near}' is written for 'func'"
                if near
                else "the key 'func' holds the operator's schema",
            )
        )
        return None, None
    func = fields.text("func", example="name(Tensor self) -> Tensor")
    if func is None:
        return None, None
    with errors.collecting():
        schema = parse_schema(func.value, location=func)
        namespace = schema.name.namespace
        if namespace is not None and namespace != "aten":
            check_namespace(namespace, location=func)
        length = len(str(schema.name))
        if length > _LONGEST_NAME:
            raise SpecError(
                f"the operator's name has {length} characters, and files are named after it",
                location=func.at(0),
                text=func.value,
                span=(0, length),
                hint=f"at most {_LONGEST_NAME} leave room for what file names add",
            )
        if schema.is_vararg or schema.is_varret:
            raise SpecError(
                "an operator with '...' has no C++ signature",
                location=func.at(0),
                text=func.value,
                span=(func.value.find("..."), 3),
                hint="list every argument and return",
            )
        return schema, func
    return None, func


def _header(
    node: YamlMapping, fields: Fields, design: str | None, errors: ErrorCollector
) -> HeaderFile | None:
    if "header" not in fields:
        if design in _HEADER_NEEDED:
            what = "struct" if design == "adapter" else "template"
            errors.add(
                node.source.error(
                    "the entry has no 'header'",
                    node.start,
                    hint=f"the {what} stands in a C++ header: write 'header: path/to/it.h', "
                    "relative to this file",
                )
            )
        return None
    if design is not None and design not in _HEADER_ALLOWED:
        errors.add(
            fields.key_node("header").error(
                f"'{design}' takes no header", hint="it needs no C++ of yours: leave 'header' out"
            )
        )
        fields.node("header")
        return None
    text = fields.text("header", example="path/to/it.h")
    if text is None:
        return None
    written = text.value
    bad = next((c for c in written if c in '"<>\\' or not c.isprintable()), None)
    if bad is not None:
        shown = bad if bad.isprintable() else repr(bad)[1:-1]
        errors.add(
            text.error(
                f"'{shown}' cannot stand in the name of a header",
                hint="write the path alone, with '/' between folders",
            )
        )
        return None
    folder = Path(os.path.dirname(text.source.file))
    path = folder / written
    if not path.is_file():
        problem = "is a folder, not a header" if path.is_dir() else "does not exist"
        errors.add(
            text.error(
                f"the header '{written}' {problem}",
                hint=_header_in(folder, written)
                if path.is_dir()
                else _near_header(folder, written),
            )
        )
        return None
    return HeaderFile(written, path)


def _header_in(folder: Path, written: str) -> str:
    """Which header may have been meant by the folder."""
    try:
        names = sorted(n for n in os.listdir(folder / written) if n.endswith((".h", ".hpp")))
    except OSError:
        names = []
    found = [os.path.join(written, name) for name in names[:3]]
    return meant(found) or "name the file in it, as 'folder/sub.h'"


def _near_header(folder: Path, written: str) -> str:
    """What may have been meant by a header that is not there."""
    parent = os.path.dirname(written)
    try:
        names = sorted(os.listdir(folder / parent))
    except (OSError, ValueError):
        return f"it is looked for in '{folder}': there is no folder '{parent}'"
    hint = did_you_mean(
        os.path.join(parent, os.path.basename(written)),
        [os.path.join(parent, name) for name in names],
    )
    return hint or f"it is looked for in '{folder}', the folder of this file"


def _tags(fields: Fields, errors: ErrorCollector, known: frozenset[str] | None) -> frozenset[str]:
    tags: set[str] = set()
    for tag in fields.names("tags", one_is_a_list=True):
        if known is not None and tag.value not in known:
            errors.add(
                tag.error(
                    f"unknown tag '{tag.value}'",
                    hint=did_you_mean(tag.value, known) or "tags are those of ATen's tags.yaml",
                )
            )
        elif tag.value in tags:
            errors.add(tag.error(f"the tag '{tag.value}' stands twice", hint="name it once"))
        tags.add(tag.value)
    return frozenset(tags)


def _refuse_foreign(fields: Fields, errors: ErrorCollector) -> None:
    """Refuse keys that native_functions.yaml has and a composite has not."""
    for key in NATIVE_KEYS:
        if key in _FOREIGN_KEYS and key in fields:
            errors.add(
                fields.key_node(key).error(
                    f"'{key}' is a key of native_functions.yaml, not of a composite",
                    hint="kernels, variants and registration of a composite are generated",
                )
            )
            fields.node(key)
