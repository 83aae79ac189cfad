"""selected_operators.yaml: which operators and kernels a build needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.executorch_kernels import BoundKernel, KernelLibrary, LibraryOperator
from dispatchless.model.executorch_keys import DEFAULT_KEY, DTYPE_NAMES
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    load_yaml,
    read_text,
)

DEFAULT_ENTRY = "default"  # in et_kernel_metadata: any tensors
_KEY = re.compile(r"v\d+/(?:\d+;[\d,]*(?:\|\d+;[\d,]*)*)?", re.ASCII)


@frozen
class SelectedOperator:
    """One operator of a selection. Without ``root`` it is declared and not registered."""

    name: str
    root: bool = True
    training: bool = True
    all_overloads: bool = False
    debug_info: tuple[str, ...] = ()


@frozen
class Selection:
    """A selection. ``metadata`` gives for an operator the kernel keys that models use."""

    include_all: bool = False
    operators: Mapping[str, SelectedOperator] = MappingProxyType({})
    metadata: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    source: str | None = None

    def selects(self, name: str) -> bool:
        """Whether the operator (``aten::add.out``) is selected."""
        return self.include_all or self._entry(name) is not None

    def is_root(self, name: str) -> bool:
        """Whether kernels are registered for the operator."""
        entry = self._entry(name)
        return self.include_all or (entry is not None and entry.root)

    def _entry(self, name: str) -> SelectedOperator | None:
        """The operator's own entry, else that of its base name if it covers all overloads."""
        own = self.operators.get(name)
        if own is not None:
            return own
        base = self.operators.get(name.partition(".")[0])
        return base if base is not None and base.all_overloads else None

    def apply(self, library: KernelLibrary) -> KernelLibrary:
        """The part of a library that is selected.

        Raises :class:`SpecError` where a model uses tensors that no kernel is for.
        """
        errors = ErrorCollector()
        operators: list[LibraryOperator] = []
        for operator in library.operators:
            if self.selects(str(operator.name)):
                with errors.collecting():
                    operators.append(self._selected(operator))
        errors.raise_if_any()
        return attrs.evolve(library, operators=tuple(operators))

    def _selected(self, operator: LibraryOperator) -> LibraryOperator:
        name = str(operator.name)
        if not self.is_root(name):
            return attrs.evolve(operator, registers=False)
        used = self.metadata.get(name)
        if used is None or self.include_all:
            return operator
        wanted: set[BoundKernel] = set()
        for text in used:
            wanted.update(_kernels_for(text, operator))
        return attrs.evolve(operator, kernels=tuple(k for k in operator.kernels if k in wanted))

    def merged(self, other: Selection) -> Selection:
        """What either of two selections selects."""
        operators = dict(self.operators)
        for name, operator in other.operators.items():
            known = operators.get(name)
            operators[name] = operator if known is None else _either(known, operator)
        metadata = {name: list(keys) for name, keys in self.metadata.items()}
        for name, keys in other.metadata.items():
            metadata[name] = sorted({*metadata.get(name, ()), *keys})
        return Selection(
            self.include_all or other.include_all,
            operators,
            {name: tuple(keys) for name, keys in metadata.items()},
        )


def select_operators(
    keys: Mapping[str, Iterable[str]], *, include_all: bool = False, model: str | None = None
) -> Selection:
    """The selection of operators with the kernel keys that are used of each."""
    debug_info = () if model is None else (model,)
    return Selection(
        include_all,
        {name: SelectedOperator(name, debug_info=debug_info) for name in sorted(keys)},
        {name: tuple(sorted(set(used))) for name, used in sorted(keys.items())},
    )


def select_by_names(names: Iterable[str], library: KernelLibrary) -> Selection:
    """The selection of a list as ``aten::add.out`` or, for all overloads, ``aten::add``.

    Raises :class:`SpecError` for a name that the library does not have.
    """
    errors = ErrorCollector()
    known = [str(operator.name) for operator in library.operators]
    bases = {name.partition(".")[0] for name in known}
    operators: dict[str, SelectedOperator] = {}
    for name in names:
        if name not in known and name not in bases:
            near = did_you_mean(name, [*known, *bases])
            if "::" not in name and any(k.partition("::")[2] == name for k in known):
                near = "write the namespace too, as in 'aten::add.out'"
            errors.add(SpecError(f"the library has no operator '{name}'", text=name, hint=near))
        operators[name] = SelectedOperator(name, training=False, all_overloads=name in bases)
    errors.raise_if_any()
    return Selection(False, operators)


def dtype_only(text: str) -> str | None:
    """The dtype number of a key like ``v1/6;`` that may only say which dtype is used."""
    meta = text.partition("/")[2]
    number, semicolon, rest = meta.partition(";")
    return number if semicolon and not rest else None


def _kernels_for(text: str, operator: LibraryOperator) -> list[BoundKernel]:
    """The kernels that the runtime may take for a key used by a model."""
    if text == DEFAULT_ENTRY:
        return list(operator.kernels)
    meta = text.partition("/")[2]
    for kernel in operator.kernels:
        if (kernel.key.text or "").partition("/")[2] == meta:
            return [kernel]
    found = [kernel for kernel in operator.kernels if kernel.key == DEFAULT_KEY]
    number = dtype_only(text)
    if number is not None:
        dtype = DTYPE_NAMES.get(int(number))
        found += [k for k in operator.kernels if any(t.dtype == dtype for t in k.key.tensors)]
    if not found:
        keys = ", ".join(str(kernel.key) for kernel in operator.kernels[:4])
        more = ", ..." if len(operator.kernels) > 4 else ""
        raise SpecError(
            f"a model uses '{operator.name}' with the key '{text}', and no kernel is for it",
            location=operator.origin,
            hint=f"the kernels are for {keys}{more}; add one, or one without 'arg_meta'",
        )
    return found


def _either(first: SelectedOperator, second: SelectedOperator) -> SelectedOperator:
    return SelectedOperator(
        first.name,
        first.root or second.root,
        first.training or second.training,
        first.all_overloads or second.all_overloads,
        tuple(sorted({*first.debug_info, *second.debug_info})),
    )


# Reading and writing

_TOP_KEYS = (
    "include_all_operators",
    "operators",
    "et_kernel_metadata",
    "include_all_non_op_selectives",
    "debug_info",
    "kernel_metadata",
    "custom_classes",
    "build_features",
)
_OPERATOR_KEYS = ("is_root_operator", "is_used_for_training", "include_all_overloads", "debug_info")


def load_selection(path: str | os.PathLike[str]) -> Selection:
    """The selection that a selected_operators.yaml writes. Raises :class:`SpecError`."""
    errors = ErrorCollector()
    root = load_yaml(read_text(path), errors)
    if root is None or (isinstance(root, YamlScalar) and root.is_null):
        errors.raise_if_any()
        return Selection(source=os.fspath(path))
    if not isinstance(root, YamlMapping):
        raise wrong_kind(root, "a selection", "a mapping", hint="it has the key 'operators'")
    fields = Fields(root, errors)
    selection = Selection(
        fields.flag("include_all_operators", default=False),
        _operators(fields.node("operators"), errors),
        _metadata(fields.node("et_kernel_metadata"), errors),
        os.fspath(path),
    )
    for ignored in _TOP_KEYS[3:]:
        fields.node(ignored)
    fields.finish(_TOP_KEYS, what="a selection")
    errors.raise_if_any()
    return selection


def _operators(node: YamlNode | None, errors: ErrorCollector) -> dict[str, SelectedOperator]:
    operators: dict[str, SelectedOperator] = {}
    for key, value in _pairs(node, "operators", errors):
        if not isinstance(value, YamlMapping):
            errors.add(wrong_kind(value, f"the entry of '{key.value}'", "a mapping"))
            continue
        fields = Fields(value, errors)
        named = fields.text("name")
        if named is not None and named.value != key.value:
            errors.add(
                named.error(
                    f"the entry of '{key.value}' is named '{named.value}'",
                    hint=f"write 'name: {key.value}', or leave it out",
                )
            )
        operators[key.value] = SelectedOperator(
            key.value,
            root=fields.flag("is_root_operator", default=True),
            training=fields.flag("is_used_for_training", default=True),
            all_overloads=fields.flag("include_all_overloads", default=True),
            debug_info=tuple(item.value for item in fields.names("debug_info")),
        )
        fields.finish(("name", *_OPERATOR_KEYS), what=f"the entry of '{key.value}'")
    return operators


def _metadata(node: YamlNode | None, errors: ErrorCollector) -> dict[str, tuple[str, ...]]:
    metadata: dict[str, tuple[str, ...]] = {}
    for key, value in _pairs(node, "et_kernel_metadata", errors):
        if not isinstance(value, YamlSequence):
            errors.add(wrong_kind(value, f"the entry of '{key.value}'", "a list of kernel keys"))
            continue
        texts = [item for item in value.items if isinstance(item, YamlScalar)]
        for item in value.items:
            text = item.value if isinstance(item, YamlScalar) else None
            if text is None or (text != DEFAULT_ENTRY and not _KEY.fullmatch(text)):
                shown = "a list or mapping" if text is None else f"'{text}'"
                errors.add(
                    item.error(
                        f"{shown} is no kernel key",
                        hint="a key is 'default' or like 'v1/6;0,1|6;0,1' (dtype;dim order)",
                    )
                )
        metadata[key.value] = tuple(item.value for item in texts)
    return metadata


def _pairs(
    node: YamlNode | None, what: str, errors: ErrorCollector
) -> tuple[tuple[YamlScalar, YamlNode], ...]:
    if node is None or (isinstance(node, YamlScalar) and node.is_null):
        return ()
    if not isinstance(node, YamlMapping):
        errors.add(wrong_kind(node, f"'{what}'", "a mapping from operators"))
        return ()
    return node.pairs


def selection_text(selection: Selection) -> str:
    """The selection as a selected_operators.yaml."""
    import yaml

    operators = {}
    for name, operator in selection.operators.items():
        entry: dict[str, object] = {
            "is_root_operator": operator.root,
            "is_used_for_training": operator.training,
            "include_all_overloads": operator.all_overloads,
        }
        if operator.debug_info:
            entry["debug_info"] = list(operator.debug_info)
        operators[name] = entry
    text: str = yaml.safe_dump(
        {
            "operators": operators,
            "custom_classes": [],
            "build_features": [],
            "include_all_non_op_selectives": False,
            "include_all_operators": selection.include_all,
            "kernel_metadata": {},
            "et_kernel_metadata": {k: list(v) for k, v in selection.metadata.items()},
        },
        default_flow_style=False,
    )
    return text
