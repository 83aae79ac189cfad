"""ExecuTorch's functions.yaml and custom_ops.yaml as kernel libraries."""

from __future__ import annotations

import os

import attrs

from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.executorch_entry import KNOWN_KEYS, read_kernels
from dispatchless.model.executorch_kernels import KernelLibrary, LibraryOperator, Remark
from dispatchless.model.executorch_keys import KeyForm
from dispatchless.model.native_schema import find_schema
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.schema import FunctionSchema, OperatorName
from dispatchless.model.schema_text import parse_operator_name, parse_schema
from dispatchless.model.yaml_fields import Fields
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    load_yaml,
    read_text,
)

_NAME_BUFFER = 100  # kTempBufferSizeForName of runtime/executor/method.cpp, the NUL included
_VARIANTS = ("function", "method")


def load_kernel_library(
    functions: str | os.PathLike[str] | None = None,
    custom_ops: str | os.PathLike[str] | None = None,
    *,
    native: OperatorTable,
    key_form: KeyForm = KeyForm.RUNTIME,
) -> KernelLibrary:
    """The operators of a functions.yaml and of a custom_ops.yaml; either may be missing.

    ``native`` is where the schemas of ``op:`` entries are looked up. Raises
    :class:`SpecError` with everything that is wrong in the files.
    """
    errors = ErrorCollector()
    reader = _Reader(native, key_form, errors)
    files = [(path, custom) for path, custom in ((functions, False), (custom_ops, True)) if path]
    for path, custom in files:
        with errors.collecting():
            reader.read_file(path, custom=custom)
    errors.raise_if_any()
    return KernelLibrary(
        tuple(reader.operators.values()),
        tuple(os.fspath(path) for path, _ in files),
        tuple(reader.remarks),
    )


def operator_names(path: str | os.PathLike[str]) -> tuple[OperatorName, ...]:
    """The names of the operators in a functions.yaml or custom_ops.yaml, without reading more."""
    errors = ErrorCollector()
    names: list[OperatorName] = []
    for entry in entries_of(path, errors):
        with errors.collecting():
            names.append(entry_name(entry))
    errors.raise_if_any()
    return tuple(dict.fromkeys(names))


def entries_of(path: str | os.PathLike[str], errors: ErrorCollector) -> tuple[YamlMapping, ...]:
    """The entries of a kernel yaml; an empty file has none."""
    source = read_text(path)
    root = load_yaml(source, errors)
    if root is None or (isinstance(root, YamlScalar) and root.is_null):
        return ()
    if not isinstance(root, YamlSequence):
        raise root.source.error(
            f"the file is a list of entries, not {root.described}",
            root.start,
            hint="each entry begins with '- op: ' or '- func: '",
        )
    entries: list[YamlMapping] = []
    for item in root.items:
        if isinstance(item, YamlMapping):
            entries.append(item)
        else:
            errors.add(_wrong_item(item))
    return tuple(entries)


def entry_name(entry: YamlMapping) -> OperatorName:
    """The name of an entry's operator, with its namespace (``aten`` where none is written)."""
    for key, value in entry.pairs:
        if key.value in ("op", "func") and isinstance(value, YamlScalar):
            text = value.value.partition("(")[0].rstrip()
            return _in_namespace(parse_operator_name(text, location=value))
    raise entry.error("the entry names no operator", hint="it needs the key 'op' or 'func'")


def _in_namespace(name: OperatorName) -> OperatorName:
    return name if name.namespace else attrs.evolve(name, namespace="aten")


def _wrong_item(item: YamlNode) -> SpecError:
    return item.error(
        f"an entry is a mapping, not {item.described}", hint="begin it with '- op: ' or '- func: '"
    )


class _Reader:
    def __init__(self, native: OperatorTable, key_form: KeyForm, errors: ErrorCollector) -> None:
        self.operators: dict[OperatorName, LibraryOperator] = {}
        self.remarks: list[Remark] = []
        self._native = native
        self._key_form = key_form
        self._errors = errors

    def read_file(self, path: str | os.PathLike[str], *, custom: bool) -> None:
        for entry in entries_of(path, self._errors):
            with self._errors.collecting():
                self._read_entry(entry, custom=custom)

    def _read_entry(self, entry: YamlMapping, *, custom: bool) -> None:
        fields = Fields(entry, self._errors)
        op, func = fields.text("op"), fields.text("func")
        written = op or func
        if op is not None and func is not None:
            raise op.error(
                "an entry has either 'op' or 'func'",
                hint="'op' names an operator of ATen, 'func' gives a whole schema",
            )
        if written is None:
            raise entry.error(
                "the entry names no operator",
                hint="begin it with '- op: add.out' or '- func: my::add.out(...) -> ...'",
            )
        schema = self._aten_schema(written) if op is not None else self._own_schema(written, custom)
        self._check_schema(schema, written)
        operator = LibraryOperator(
            schema,
            read_kernels(fields, schema, written, self._key_form, self._errors),
            custom=custom,
            method_only=self._method_only(fields),
            const_mutable=fields.flag("use_const_ref_for_mutable_tensors", default=False),
            tags=self._tags(fields),
            origin=written.location,
        )
        for ignored in _IGNORED:
            fields.node(ignored)
        fields.finish(KNOWN_KEYS, what=f"the entry of '{schema.name.local}'")
        known = self.operators.setdefault(operator.name, operator)
        if known is not operator:
            raise written.error(
                f"'{operator.name}' stands twice", hint=f"it stands before at {known.origin}"
            )

    def _aten_schema(self, written: YamlScalar) -> FunctionSchema:
        name = parse_operator_name(written.value, location=written)
        if name.namespace not in (None, "aten"):
            raise written.error(
                f"'op' names an operator of ATen, and '{name}' is in namespace '{name.namespace}'",
                hint=f"give the whole schema: 'func: {name}(...) -> ...'",
            )
        schema = find_schema(self._native, name.local)
        if schema is None:
            raise written.error(
                f"unknown operator '{name}'", hint=self._native.hint_for(name.local)
            )
        return attrs.evolve(schema, name=_in_namespace(name))

    def _own_schema(self, written: YamlScalar, custom: bool) -> FunctionSchema:
        schema = parse_schema(written.value, location=written)
        if custom and schema.name.namespace is None and not self._is_known(schema.name.local):
            self.remarks.append(
                Remark(
                    f"'{schema.name}' has no namespace, so it becomes 'aten::{schema.name}', "
                    "which ATen does not have",
                    written.location,
                    f"write its namespace: '- func: my::{schema.name}(...)'",
                )
            )
        return attrs.evolve(schema, name=_in_namespace(schema.name))

    def _is_known(self, name: str) -> bool:
        try:
            return self._native.find(name) is not None
        except SpecError:
            return True

    def _check_schema(self, schema: FunctionSchema, written: YamlScalar) -> None:
        if len(str(schema.name)) >= _NAME_BUFFER:
            raise written.error(
                f"'{schema.name}' is too long: the runtime looks up at most "
                f"{_NAME_BUFFER - 1} characters",
                hint="choose a shorter name",
            )
        if schema.is_view:
            base = schema.name.base
            raise written.error(
                f"'{schema.name}' is a view operator: its result shares memory with an argument, "
                "which ExecuTorch's memory planning does not allow",
                hint=f"use a _copy form: '{base}_copy' with an out= variant",
            )
        if schema.is_vararg or schema.is_varret:
            raise written.error(
                "a kernel has a fixed number of arguments and results, no '...'",
                hint="list every argument and result",
            )
        if not schema.out_arguments and len(schema.returns) != 1:
            what = "several results" if schema.returns else "no result and no out argument"
            raise written.error(
                f"'{schema.name}' has {what}, and a kernel hands back exactly one value",
                hint="use the out= form of the operator",
            )

    def _method_only(self, fields: Fields) -> bool:
        node = fields.text("variants")
        if node is None:
            return False
        variants = [part.strip() for part in node.value.split(",")]
        for variant in variants:
            if variant not in _VARIANTS:
                self._errors.add(
                    node.error(
                        f"unknown variant '{variant}'",
                        hint=did_you_mean(variant, _VARIANTS) or "function or method, or both",
                    )
                )
        return "function" not in variants

    def _tags(self, fields: Fields) -> tuple[str, ...]:
        tags: list[str] = []
        for node in fields.names("tags", one_is_a_list=True):
            for tag in (part.strip() for part in node.value.split(",")):
                known = self._native.known_tags
                if known is not None and tag not in known:
                    self._errors.add(
                        node.error(f"unknown tag '{tag}'", hint=did_you_mean(tag, known))
                    )
                tags.append(tag)
        return tuple(tags)


# Keys of native_functions.yaml that say nothing about ExecuTorch's kernels.
_IGNORED = (
    "autogen",
    "category_override",
    "cpp_no_default_args",
    "device_check",
    "device_guard",
    "manual_cpp_binding",
    "manual_kernel_registration",
    "python_module",
)
