"""Every operator of torch's native_functions.yaml, compared with torchgen's reading of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torchgen.gen import get_grouped_native_functions, parse_native_yaml

from dispatchless.model import (
    DeviceCheck,
    DispatchKey,
    Operator,
    OperatorTable,
    SchemaKind,
    families,
)


@pytest.fixture(scope="module")
def oracle(native_path: Path) -> Any:
    """torchgen's functions and dispatch tables."""
    return parse_native_yaml(str(native_path), str(native_path.parent / "tags.yaml"))


@pytest.fixture(scope="module")
def ours(native: OperatorTable) -> dict[str, Operator]:
    """All our operators by name."""
    return {str(operator.name): operator for operator in native.all()}


def test_entries_print_back(native_path: Path, native: OperatorTable) -> None:
    """All 2,584 entries give back the text of their line."""
    written = [
        line.removeprefix("- func: ").partition(" #")[0].rstrip()
        for line in native_path.read_text().splitlines()
        if line.startswith("- func: ")
    ]
    printed = [str(o.schema) for o in native.all() if not o.is_generated]
    assert len(written) == 2584
    assert printed == written


def test_same_operators(ours: dict[str, Operator], oracle: Any, native: OperatorTable) -> None:
    names = {str(f.func.name) for f in oracle.native_functions}
    assert len(names) == 3101
    assert set(ours) == names
    assert set(native.names()) == names
    assert len(native.names()) == len(names)


def _our_facts(operator: Operator) -> dict[str, object]:
    schema = operator.schema
    options = schema.tensor_options
    return {
        "schema": str(schema),
        "namespace": operator.namespace,
        "kind": schema.kind.name.lower(),
        "dispatch": {
            str(key): (kernel.name, kernel.namespace, kernel.structured, kernel.takes_symint)
            for key, kernel in operator.dispatch.items()
        },
        "tags": set(operator.tags),
        "variants": {variant.value for variant in operator.variants},
        "structured": operator.structured,
        "structured_delegate": str(operator.structured_delegate),
        "structured_inherits": operator.structured_inherits,
        "autogen": [str(name) for name in operator.autogen],
        "device_check": operator.device_check is DeviceCheck.EXACT_SAME,
        "device_guard": operator.device_guard,
        "manual_cpp_binding": operator.manual_cpp_binding,
        "manual_kernel_registration": operator.manual_kernel_registration,
        "python_module": operator.python_module,
        "category_override": operator.category_override,
        "cpp_no_default_args": set(operator.cpp_no_default_args),
        "const_ref": operator.use_const_ref_for_mutable_tensors,
        "ufunc": {(loop.key, loop.name) for loop in operator.ufunc_inner_loop},
        "precomputed": None
        if operator.precomputed is None
        else (
            {k: [str(a) for a in v] for k, v in operator.precomputed.replace.items()},
            [str(a) for a in operator.precomputed.add],
        ),
        "is_view": operator.is_view_op,
        "has_symint": schema.has_symint,
        "self": None if schema.self_argument is None else schema.self_argument.name,
        "positional": [a.name for a in schema.positional],
        "options": None if options is None else [a.name for a in options.arguments],
        "out": [a.name for a in schema.out_arguments],
        "mutated": {a.name for a in schema.mutated_arguments},
        "inplace": schema.name.is_inplace,
        "unambiguous": schema.name.unambiguous,
        "line": None if operator.origin is None else operator.origin.line,
        "generated": operator.is_generated,
    }


def _its_facts(function: Any, kernels: dict[str, Any]) -> dict[str, object]:
    func = function.func
    arguments = func.arguments
    precomputed = function.precomputed
    return {
        "schema": str(func),
        "namespace": function.namespace,
        "kind": func.kind().name,
        "dispatch": {
            key: (m.kernel, m.cpp_namespace, m.structured, m.supports_symint())
            for key, m in kernels.items()
        },
        "tags": set(function.tags),
        "variants": {variant.name for variant in function.variants},
        "structured": function.structured,
        "structured_delegate": str(function.structured_delegate),
        "structured_inherits": function.structured_inherits,
        "autogen": [str(name) for name in function.autogen],
        "device_check": function.device_check.name == "ExactSame",
        "device_guard": function.device_guard,
        "manual_cpp_binding": function.manual_cpp_binding,
        "manual_kernel_registration": function.manual_kernel_registration,
        "python_module": function.python_module,
        "category_override": function.category_override,
        "cpp_no_default_args": set(function.cpp_no_default_args),
        "const_ref": function.use_const_ref_for_mutable_tensors,
        "ufunc": {(str(k), loop.name) for k, loop in function.ufunc_inner_loop.items()},
        "precomputed": None
        if precomputed is None
        else (
            {k: [str(a) for a in v] for k, v in precomputed.replace.items()},
            [str(a) for a in precomputed.add],
        ),
        "is_view": function.is_view_op,
        "has_symint": func.has_symint(),
        "self": None if arguments.self_arg is None else arguments.self_arg.argument.name,
        "positional": [a.name for a in arguments.flat_positional],
        "options": None
        if arguments.tensor_options is None
        else [a.name for a in arguments.tensor_options.all()],
        "out": [a.name for a in arguments.out],
        "mutated": set(arguments.mutable_arg_names()),
        "inplace": func.name.name.inplace,
        "unambiguous": func.name.unambiguous_name(),
        "line": function.loc.line,
        "generated": "generated" in function.tags,
    }


def test_same_facts(ours: dict[str, Operator], oracle: Any) -> None:
    """Schemas, dispatch tables and all other keys of all 3,101 functions."""
    kernels: dict[str, dict[str, Any]] = {}
    for key, index in oracle.backend_indices.items():
        for name, metadata in index.index.items():
            kernels.setdefault(str(name), {})[str(key)] = metadata
    different = {}
    for function in oracle.native_functions:
        name = str(function.func.name)
        left, right = _our_facts(ours[name]), _its_facts(function, kernels.get(name, {}))
        if left != right:
            different[name] = {k: (left[k], right[k]) for k in left if left[k] != right[k]}
    assert not different


def test_same_families(ours: dict[str, Operator], oracle: Any) -> None:
    """The groups of functional, in-place, out= and mutable forms."""
    found = {}
    for family in families(ours.values()):
        found[frozenset(str(o.name) for o in family.operators)] = family
    compared = 0
    for group in get_grouped_native_functions(oracle.native_functions):
        if not hasattr(group, "functional"):
            continue
        forms = [f for f in group.functions() if f is not None]
        family = found[frozenset(str(f.func.name) for f in forms)]
        assert family.functional is not None
        assert str(family.functional.name) == str(group.functional.func.name)
        assert family.out is not None
        assert str(family.out.name) == str(group.out.func.name)
        assert (family.inplace is None) == (group.inplace is None)
        assert (family.mutable is None) == (group.mutable is None)
        compared += 1
    assert compared > 1000


def test_structured_parents(ours: dict[str, Operator], native: OperatorTable) -> None:
    delegating = [o for o in ours.values() if o.structured_delegate is not None]
    assert len(delegating) == 385
    for operator in delegating:
        parent = native.structured_parent(operator)
        assert parent is not None
        assert parent.structured
        assert parent.schema.kind is SchemaKind.OUT
        assert parent.name == operator.structured_delegate


def _parsed(name: str) -> object:
    """libtorch's key of the name, or None; it cannot parse those that no kernel uses."""
    try:
        return torch._C._dispatch_key_parse(name)
    except RuntimeError:
        return None


def test_dispatch_keys_are_torchs() -> None:
    """Every key of libtorch is ours, and every key that an entry can name is libtorch's."""
    runtime = str(torch._C._dispatch_keyset_full()).removeprefix("DispatchKeySet(").rstrip(")")
    names = set(runtime.split(", "))
    assert len(names) > 90
    assert names <= {key.value for key in DispatchKey}
    unknown = [k.value for k in DispatchKey if k.value not in names and _parsed(k.value) is None]
    assert unknown == []


def test_autograd_keys_are_torchs() -> None:
    """libtorch's own list of the backend keys behind each autograd key."""
    compared = 0
    for key in DispatchKey:
        if not key.is_backend:
            assert key.autograd_key is None
            continue
        assert key.autograd_key is not None
        own, autograd = _parsed(key.value), _parsed(key.autograd_key.value)
        if own is None or autograd is None or key.functionality not in ("", None):
            continue
        if key.value in ("HIP", "VE"):  # they have no bit of their own in AutogradOther's set
            continue
        assert torch._C._dispatch_get_backend_keyset_from_autograd(autograd).has(own), key
        compared += 1
    assert compared > 15


@pytest.mark.parametrize(
    ("key", "autograd", "autocast", "namespace"),
    [
        ("CPU", "AutogradCPU", "AutocastCPU", "cpu"),
        ("SparseCUDA", "AutogradCUDA", "AutocastCUDA", "sparsecuda"),
        ("Meta", "AutogradMeta", None, "meta"),
        ("MkldnnCPU", "AutogradOther", None, "mkldnncpu"),
        ("NestedTensorCPU", "AutogradNestedTensor", "AutocastCPU", "nestedtensorcpu"),
        ("CompositeExplicitAutograd", None, None, "compositeexplicitautograd"),
        ("AutogradCPU", None, None, "autogradcpu"),
    ],
)
def test_what_keys_mean(
    key: str, autograd: str | None, autocast: str | None, namespace: str
) -> None:
    parsed = DispatchKey.parse(key)
    assert parsed is not None
    assert parsed.autograd_key is (None if autograd is None else DispatchKey(autograd))
    assert parsed.autocast_key is (None if autocast is None else DispatchKey(autocast))
    assert parsed.cpp_namespace == namespace
    assert DispatchKey.parse("Cpu") is None
