"""Yaml of a backend outside PyTorch: the ATen operators that it has kernels for.

The keys are those of PyTorch's ``gen_backend_stubs`` and lazy-tensor generator. Operators are
named with their overload; only those named are declared and registered.
"""

from __future__ import annotations

import os

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.dispatch_keys import DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.location import Location
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Kernel, Operator
from dispatchless.model.schema_text import parse_operator_name, parse_schema
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlScalar,
    YamlSequence,
    YamlText,
    load_yaml,
    read_text,
)

BACKEND_KEYS = (
    "backend",
    "class_name",
    "cpp_namespace",
    "extra_headers",
    "use_out_as_primary",
    "device_guard",
    "supported",
    "autograd",
    "symint",
    "full_codegen",
    "ir_gen",
    "non_native",
)


# Examples of values, for hints.
_NEEDED = {"backend": "XLA", "cpp_namespace": "my::backend", "class_name": "MyFunctions"}
_NON_NATIVE = "each item is a schema, as '- func: name(Tensor self) -> Tensor'"


@frozen
class BackendEntry:
    """An operator that the backend names, with the kernel that it is to have."""

    operator: Operator
    kernel: Kernel
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@frozen
class ExternalBackend:
    """A backend. ``supported`` have kernels at ``key``, ``autograd`` at ``autograd_key``;
    ``full_codegen`` are a part of ``supported`` whose kernels are generated, for ``ir_gen``
    only nodes of the intermediate representation are. ``non_native`` are the schemas of
    further such nodes."""

    key: DispatchKey
    autograd_key: DispatchKey | None
    class_name: str
    cpp_namespace: str
    supported: tuple[BackendEntry, ...] = ()
    autograd: tuple[BackendEntry, ...] = ()
    full_codegen: tuple[BackendEntry, ...] = attrs.field(default=(), kw_only=True)
    ir_gen: tuple[Operator, ...] = attrs.field(default=(), kw_only=True)
    non_native: tuple[str, ...] = attrs.field(default=(), kw_only=True)
    extra_headers: tuple[str, ...] = attrs.field(default=(), kw_only=True)
    use_out_as_primary: bool = attrs.field(default=False, kw_only=True)
    device_guard: bool = attrs.field(default=False, kw_only=True)


def load_backend(path: str | os.PathLike[str], *, native: OperatorTable) -> ExternalBackend:
    """The backend that a yaml file describes; ``native`` has the operators it may name.

    Raises all mistakes of the file together, as :class:`SpecError` or :class:`SpecErrors`.
    """
    source = read_text(path)
    errors = ErrorCollector()
    root = load_yaml(source, errors)
    if not isinstance(root, YamlMapping):
        described = "nothing" if root is None else root.described
        raise source.error(
            f"a backend's file is a mapping, not {described}",
            0 if root is None else root.start,
            hint="it has at least the keys 'backend' and 'cpp_namespace'",
        )
    backend = _Reader(source, root, native, errors).backend()
    errors.raise_if_any()
    assert backend is not None, "a backend that could not be read has an error"
    return backend


class _Reader:
    def __init__(
        self, source: YamlText, root: YamlMapping, native: OperatorTable, errors: ErrorCollector
    ) -> None:
        self._source = source
        self._native = native
        self._errors = errors
        self._fields = Fields(root, errors)

    def backend(self) -> ExternalBackend | None:
        fields = self._fields
        key = self._dispatch_key(self._needed("backend"))
        namespace = self._cpp_name("cpp_namespace", self._needed("cpp_namespace"))
        class_name = self._cpp_name("class_name", fields.text("class_name"))
        symint = fields.names("symint")
        symint_names = {text.value for text in symint}
        supported = self._entries("supported", namespace, symint_names)
        full_codegen = self._entries("full_codegen", namespace, symint_names)
        autograd = self._entries("autograd", namespace, symint_names)
        ir_gen = self._entries("ir_gen", namespace, symint_names)
        listed = [*supported, *full_codegen, *autograd]
        self._check_symint(symint, listed)
        self._check_twice([*supported, *full_codegen])
        self._check_twice(autograd)
        autograd_key = self._autograd_key(key, autograd)
        self._check_mixed([*supported, *full_codegen], autograd)
        non_native = self._non_native()
        headers = fields.names("extra_headers", one_is_a_list=True)
        use_out_as_primary = fields.flag("use_out_as_primary", default=False)
        device_guard = fields.flag("device_guard", default=False)
        fields.finish(BACKEND_KEYS, what="a backend's file")
        if key is None or namespace is None:
            return None
        return ExternalBackend(
            key,
            autograd_key,
            class_name or f"{key}NativeFunctions",
            namespace,
            (*supported, *full_codegen),
            autograd,
            full_codegen=full_codegen,
            ir_gen=tuple(entry.operator for entry in ir_gen),
            non_native=non_native,
            extra_headers=tuple(text.value for text in headers),
            use_out_as_primary=use_out_as_primary,
            device_guard=device_guard,
        )

    def _needed(self, key: str) -> YamlScalar | None:
        if key not in self._fields:
            self._errors.add(
                self._source.error(
                    f"the file has no '{key}'", 0, hint=f"write '{key}: {_NEEDED[key]}'"
                )
            )
        return self._fields.text(key)

    def _dispatch_key(self, text: YamlScalar | None) -> DispatchKey | None:
        if text is None:
            return None
        key = DispatchKey.parse(text.value)
        if key is None or not key.is_backend:
            backends = [k.value for k in DispatchKey if k.is_backend]
            self._errors.add(
                text.error(
                    f"'{text.value}' is not a backend's dispatch key",
                    hint=did_you_mean(text.value, backends)
                    or "backends outside PyTorch use PrivateUse1, XLA, HPU, ...",
                )
            )
            return None
        return key

    def _autograd_key(
        self, key: DispatchKey | None, autograd: tuple[BackendEntry, ...]
    ) -> DispatchKey | None:
        if key is None or not autograd:
            return None
        autograd_key = DispatchKey.parse(f"Autograd{key}")
        if autograd_key is None:
            self._errors.add(
                SpecError(
                    f"the backend '{key}' has no autograd key",
                    location=autograd[0].origin,
                    text=str(autograd[0].operator.name),
                    hint="leave 'autograd' out",
                )
            )
        return autograd_key

    def _cpp_name(self, what: str, text: YamlScalar | None) -> str | None:
        if text is None:
            return None
        for part in text.value.split("::"):
            reason = why_not_cpp_name(part)
            if reason is not None:
                self._errors.add(
                    text.error(
                        f"'{what}': '{part}' {reason}",
                        hint=f"it is a C++ name, as '{_NEEDED[what]}'",
                    )
                )
                return None
        return text.value

    def _entries(
        self, key: str, namespace: str | None, symint: set[str]
    ) -> tuple[BackendEntry, ...]:
        entries: list[BackendEntry] = []
        for text in self._fields.names(key):
            with self._errors.collecting():
                name = parse_operator_name(text.value, location=text)
                operator = self._native.find(name)
                if operator is None:
                    raise text.error(
                        f"unknown operator '{name}' in '{key}'",
                        hint=self._native.hint_for(str(name))
                        or "a backend has kernels for operators of ATen",
                    )
                kernel = operator.cpp_name + ("_symint" if text.value in symint else "")
                entries.append(
                    BackendEntry(operator, Kernel(kernel, namespace or ""), origin=text.location)
                )
        return tuple(entries)

    def _check_symint(self, symint: tuple[YamlScalar, ...], listed: list[BackendEntry]) -> None:
        names = {str(entry.operator.name) for entry in listed}
        for text in symint:
            if text.value.removeprefix("aten::") not in names:
                self._errors.add(
                    text.error(
                        f"'{text.value}' in 'symint' is not an operator that the backend has",
                        hint=did_you_mean(text.value, names) or "list it in 'supported', too",
                    )
                )

    def _check_twice(self, entries: list[BackendEntry] | tuple[BackendEntry, ...]) -> None:
        seen: set[str] = set()
        for entry in entries:
            name = str(entry.operator.name)
            if name in seen:
                self._errors.add(
                    SpecError(
                        f"the operator '{name}' is listed twice",
                        location=entry.origin,
                        text=name,
                        hint="list it once",
                    )
                )
            seen.add(name)

    def _check_mixed(
        self, supported: list[BackendEntry], autograd: tuple[BackendEntry, ...]
    ) -> None:
        """The forms of one function are all at the backend's key or all at its autograd key."""
        by_name = {entry.operator.name: entry for entry in supported}
        for entry in autograd:
            for form in self._native.family(entry.operator):
                other = by_name.get(form.name)
                if other is not None:
                    self._errors.add(
                        SpecError(
                            f"'{entry.operator.name}' is in 'autograd' and '{form.name}', a form "
                            "of the same function, in 'supported'",
                            location=entry.origin,
                            text=str(entry.operator.name),
                            hint="list all forms of a function in one of the two",
                        )
                    )

    def _non_native(self) -> tuple[str, ...]:
        """The schemas of ``non_native``; its other keys speak of the lazy-tensor generator."""
        node = self._fields.node("non_native")
        if node is None or (isinstance(node, YamlScalar) and node.is_null):
            return ()
        if not isinstance(node, YamlSequence):
            self._errors.add(wrong_kind(node, "'non_native'", "a list", hint=_NON_NATIVE))
            return ()
        schemas: list[str] = []
        for item in node.items:
            if not isinstance(item, YamlMapping):
                self._errors.add(
                    wrong_kind(item, "an item of 'non_native'", "a mapping", hint=_NON_NATIVE)
                )
                continue
            func = {key.value: value for key, value in item.pairs}.get("func")
            if isinstance(func, YamlScalar) and not func.is_null:
                with self._errors.collecting():
                    schemas.append(str(parse_schema(func.value, location=func)))
            else:
                self._errors.add(
                    item.error("the item of 'non_native' has no 'func'", hint=_NON_NATIVE)
                )
        return tuple(schemas)
