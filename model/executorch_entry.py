"""Reads the kernels of one entry of an ExecuTorch yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.executorch_kernels import BoundKernel, CppKernel
from dispatchless.model.executorch_keys import (
    DEFAULT_KEY,
    DTYPES,
    KEY_BUFFER,
    MAX_DIMENSIONS,
    RESULT_NAMES,
    KernelKey,
    KeyForm,
    counted_arguments,
    counted_result,
    expand_keys,
)
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.schema import FunctionSchema
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import YamlMapping, YamlNode, YamlScalar, YamlSequence

KNOWN_KEYS = (
    "op",
    "func",
    "kernels",
    "dispatch",
    "type_alias",
    "dim_order_alias",
    "variants",
    "tags",
)
_MAX_NAMESPACES = 3


def read_kernels(
    fields: Fields,
    schema: FunctionSchema,
    written: YamlScalar,
    key_form: KeyForm,
    errors: ErrorCollector,
) -> tuple[BoundKernel, ...]:
    """The kernels of an entry, from ``kernels:`` or from the older ``dispatch:``."""
    dtypes = _type_aliases(fields.node("type_alias"), errors)
    dim_orders = _dim_order_aliases(fields.node("dim_order_alias"), errors)
    listed, dispatch = fields.node("kernels"), fields.node("dispatch")
    old = _dispatch_kernel(dispatch, errors)
    if listed is None or (isinstance(listed, YamlScalar) and listed.is_null):
        if old is None:
            raise written.error(
                f"the entry of '{schema.name.local}' names no kernel",
                hint="add 'kernels: [{arg_meta: null, kernel_name: my::kernel}]'",
            )
        return (BoundKernel(DEFAULT_KEY, old),)
    if old is not None and dispatch is not None:
        raise dispatch.error(
            "an entry has either 'kernels' or 'dispatch'", hint="leave one of the two out"
        )
    if not isinstance(listed, YamlSequence):
        raise wrong_kind(listed, "'kernels'", "a list of kernels")
    if not listed.items:
        raise listed.error(
            "'kernels' lists no kernel", hint="write '[{arg_meta: null, kernel_name: my::kernel}]'"
        )
    meta = _ArgMeta(schema, dtypes, dim_orders, key_form)
    bound: dict[KernelKey, BoundKernel] = {}
    for item in listed.items:
        with errors.collecting():
            for kernel in _kernel(item, meta, errors):
                if bound.setdefault(kernel.key, kernel) is not kernel:
                    raise item.error(
                        f"a second kernel for the key '{kernel.key}'",
                        hint=f"'{bound[kernel.key].kernel}' has it already",
                    )
    return tuple(bound.values())


def cpp_kernel(node: YamlScalar) -> CppKernel:
    """The C++ function that a kernel's name stands for: ``a::foo`` is ``a::native::foo``."""
    *namespace, name = node.value.split("::")
    for part in (*namespace, name):
        reason = why_not_cpp_name(part)
        if reason is not None:
            raise node.error(
                f"'{node.value}' names no C++ function: '{part}' {reason}",
                hint="it is a C++ name, as 'my::kernel'",
            )
    if len(namespace) > _MAX_NAMESPACES:
        raise node.error(
            f"a kernel's name has at most {_MAX_NAMESPACES} namespaces",
            hint="leave out some of its namespaces",
        )
    return CppKernel((*(namespace or ["at"]), "native"), name)


def _kernel(item: YamlNode, meta: _ArgMeta, errors: ErrorCollector) -> tuple[BoundKernel, ...]:
    if not isinstance(item, YamlMapping):
        raise wrong_kind(item, "a kernel", "a mapping with 'arg_meta' and 'kernel_name'")
    fields = Fields(item, errors)
    arg_meta, name = fields.node("arg_meta"), fields.text("kernel_name")
    fields.finish(("arg_meta", "kernel_name"), what="a kernel")
    if name is None:
        raise item.error("the kernel has no 'kernel_name'", hint="write 'kernel_name: my::kernel'")
    kernel = cpp_kernel(name)
    if arg_meta is None or (isinstance(arg_meta, YamlScalar) and arg_meta.is_null):
        return (BoundKernel(DEFAULT_KEY, kernel),)
    if not isinstance(arg_meta, YamlMapping):
        raise wrong_kind(arg_meta, "'arg_meta'", "a mapping from arguments to '[type, dim order]'")
    return tuple(BoundKernel(key, kernel) for key in meta.keys(arg_meta))


def _dispatch_kernel(node: YamlNode | None, errors: ErrorCollector) -> CppKernel | None:
    """The one kernel of ``dispatch:``; ExecuTorch has one backend, called CPU there."""
    if node is None or (isinstance(node, YamlScalar) and node.is_null):
        return None
    if not isinstance(node, YamlMapping):
        errors.add(wrong_kind(node, "'dispatch'", "a mapping from keys to kernels"))
        return None
    found: dict[CppKernel, YamlScalar] = {}
    for key, value in node.pairs:
        if not isinstance(value, YamlScalar) or value.is_null:
            errors.add(wrong_kind(value, f"the kernel for '{key.value}'", "a name"))
            continue
        with errors.collecting():
            kernel = cpp_kernel(value)
            if "CPU" in [part.strip() for part in key.value.split(",")]:
                return kernel
            found[kernel] = value
    if len(found) > 1:
        errors.add(
            node.error("'dispatch' names several kernels and none is for CPU", hint="name CPU's")
        )
    return next(iter(found), None)


class _ArgMeta:
    """Turns ``arg_meta`` mappings into keys, against the operator's schema."""

    def __init__(
        self,
        schema: FunctionSchema,
        dtypes: Mapping[str, Sequence[str]],
        dim_orders: Mapping[str, tuple[int, ...]],
        key_form: KeyForm,
    ) -> None:
        self._schema = schema
        self._dtypes = dtypes
        self._dim_orders = dim_orders
        self._key_form = key_form

    def keys(self, node: YamlMapping) -> tuple[KernelKey, ...]:
        """The keys, their tensors in the runtime's order whatever the order in the yaml."""
        given = {key.value: (key, self._aliases(key, value)) for key, value in node.pairs}
        arguments = counted_arguments(self._schema)
        result = counted_result(self._schema)
        own = self._schema.returns[0].name if len(self._schema.returns) == 1 else None
        names = [name for name, _ in arguments]
        result_names = [n for n in (*RESULT_NAMES, own) if n and n not in names]
        entries = []
        for name, optional in arguments:
            if name in given:
                entries.append(given.pop(name)[1])
            elif not optional:
                raise node.error(
                    f"'arg_meta' has no entry for the tensor '{name}'",
                    hint="a key counts every tensor; a kernel whose key lacks one is never found",
                )
        entries += self._result(node, given, entries, result, result_names)
        for key, _ in given.values():
            raise self._unknown(key, names)
        keys = expand_keys(entries, self._dtypes, self._dim_orders)
        if keys and len(str(keys[0])) >= KEY_BUFFER:
            raise node.error(
                f"the key is longer than the runtime's {KEY_BUFFER - 1} characters",
                hint="name fewer arguments in it",
            )
        return keys

    def _result(
        self,
        node: YamlMapping,
        given: dict[str, tuple[YamlScalar, tuple[str, str]]],
        entries: Sequence[tuple[str, str]],
        result: str | None,
        result_names: Sequence[str],
    ) -> list[tuple[str, str]]:
        """The result's entry: as written, else that of the argument that it is."""
        written = [given.pop(name) for name in result_names if name in given]
        if len(written) > 1:
            raise written[1][0].error("the result has two entries", hint="leave one of them out")
        if result is None:
            if written:
                raise written[0][0].error(
                    "the result has no entry in the key: it is a list, or no tensor",
                    hint="leave it out",
                )
            return []
        if result == "":
            if written:
                return [written[0][1]]
            raise node.error(
                "'arg_meta' has no entry for the result",
                hint=f"the runtime counts it: add '{RESULT_NAMES[0]}: [<type>, <dim order>]'",
            )
        named = {key.value for key, _ in node.pairs}
        counted = [name for name, _ in counted_arguments(self._schema) if name in named]
        same = entries[counted.index(result)]
        if written:
            if written[0][1] != same:
                raise written[0][0].error(
                    f"the result is '{result}', so both have the same entry",
                    hint="write the same entry, or leave it out",
                )
            return [same]
        return [same] if self._key_form is KeyForm.RUNTIME else []

    def _aliases(self, key: YamlScalar, value: YamlNode) -> tuple[str, str]:
        items = value.items if isinstance(value, YamlSequence) else ()
        if len(items) != 2 or not all(isinstance(i, YamlScalar) for i in items):
            raise wrong_kind(value, f"the entry of '{key.value}'", "'[type alias, dim order]'")
        dtype, dim_order = (i for i in items if isinstance(i, YamlScalar))
        for node, known, what in (
            (dtype, self._dtypes, "type_alias"),
            (dim_order, self._dim_orders, "dim_order_alias"),
        ):
            if node.value not in known:
                raise node.error(
                    f"'{node.value}' is not defined in '{what}'",
                    hint=did_you_mean(node.value, known) or f"add it to '{what}'",
                )
        return dtype.value, dim_order.value

    def _unknown(self, key: YamlScalar, names: Sequence[str]) -> SpecError:
        if any(argument.name == key.value for argument in self._schema.arguments):
            return key.error(
                f"'{key.value}' is no tensor, so a key has no entry for it", hint="leave it out"
            )
        return key.error(
            f"'{self._schema.name.local}' has no argument '{key.value}'",
            hint=did_you_mean(key.value, names) or f"its tensors are {', '.join(names)}",
        )


def _type_aliases(node: YamlNode | None, errors: ErrorCollector) -> dict[str, tuple[str, ...]]:
    aliases: dict[str, tuple[str, ...]] = {}
    for name, items in _alias_lists(node, "type_alias", errors):
        dtypes: list[str] = []
        for item in items:
            if item.value not in DTYPES:
                errors.add(
                    item.error(
                        f"unknown dtype '{item.value}'",
                        hint=did_you_mean(item.value, DTYPES) or "for example Float, Half, Long",
                    )
                )
            elif item.value in dtypes:
                errors.add(
                    item.error(f"the dtype '{item.value}' stands twice", hint="list it once")
                )
            else:
                dtypes.append(item.value)
        # An alias with a mistake in it still counts as defined.
        aliases[name] = tuple(dtypes)
    return aliases


def _dim_order_aliases(node: YamlNode | None, errors: ErrorCollector) -> dict[str, tuple[int, ...]]:
    aliases: dict[str, tuple[int, ...]] = {}
    for name, items in _alias_lists(node, "dim_order_alias", errors, may_be_empty=True):
        written = [item.value for item in items]
        order = tuple(int(v) for v in written if v.isdecimal())
        if sorted(order) != list(range(len(written))) or len(order) > MAX_DIMENSIONS:
            first = items[0]
            errors.add(
                first.error(
                    f"'[{', '.join(written)}]' is no order of dimensions",
                    hint=f"each of 0 to {max(0, len(written) - 1)} stands in it once"
                    if len(written) <= MAX_DIMENSIONS
                    else f"a tensor has at most {MAX_DIMENSIONS} dimensions",
                )
            )
        aliases[name] = order
    return aliases


def _alias_lists(
    node: YamlNode | None, what: str, errors: ErrorCollector, *, may_be_empty: bool = False
) -> list[tuple[str, list[YamlScalar]]]:
    if node is None or (isinstance(node, YamlScalar) and node.is_null):
        return []
    if not isinstance(node, YamlMapping):
        errors.add(wrong_kind(node, f"'{what}'", "a mapping from names to lists"))
        return []
    lists: list[tuple[str, list[YamlScalar]]] = []
    for key, value in node.pairs:
        items = value.items if isinstance(value, YamlSequence) else ()
        scalars = [item for item in items if isinstance(item, YamlScalar)]
        if not isinstance(value, YamlSequence) or len(scalars) != len(items):
            errors.add(wrong_kind(value, f"'{key.value}' in '{what}'", "a list"))
        elif not scalars and not may_be_empty:
            errors.add(
                key.error(f"'{key.value}' in '{what}' is an empty list", hint="list at least one")
            )
        lists.append((key.value, scalars))
    return lists
