"""Reads one entry of native_functions.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dispatchless.model.dispatch_keys import STRUCTURED_KEYS, UFUNC_KEYS, DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.location import ShiftedPositions
from dispatchless.model.native_dispatch import read_dispatch, read_ufunc_loops
from dispatchless.model.operator import (
    DeviceCheck,
    Kernel,
    Operator,
    Precomputed,
    Variant,
)
from dispatchless.model.schema import Argument, FunctionSchema, OperatorName, SchemaKind
from dispatchless.model.schema_text import parse_argument, parse_operator_name, parse_schema
from dispatchless.model.yaml_fields import Fields, wrong_kind
from dispatchless.model.yaml_source import YamlMapping, YamlNode, YamlScalar

ENTRY_KEYS = (
    "func",
    "variants",
    "dispatch",
    "structured",
    "structured_delegate",
    "structured_inherits",
    "precomputed",
    "autogen",
    "tags",
    "device_check",
    "device_guard",
    "python_module",
    "category_override",
    "manual_cpp_binding",
    "manual_kernel_registration",
    "cpp_no_default_args",
    "use_const_ref_for_mutable_tensors",
    "ufunc_inner_loop",
)

_DEVICE_CHECKS = {check.value: check for check in DeviceCheck}
_VARIANTS = {variant.value: variant for variant in Variant}
_LEVELS = DispatchKey.CompositeImplicitAutogradNestedTensor
_EXCLUSIVE_COMPOSITES = (
    DispatchKey.CompositeExplicitAutograd,
    DispatchKey.CompositeExplicitAutogradNonFunctional,
    DispatchKey.CompositeImplicitAutograd,
)


def read_entry(
    node: YamlNode, errors: ErrorCollector, *, known_tags: frozenset[str] | None
) -> Operator | None:
    """The operator that the entry describes; None if an error made that impossible.

    All mistakes are added to ``errors``. ``known_tags`` are those of tags.yaml, None if there
    is no such file: then any tag may stand.
    """
    if not isinstance(node, YamlMapping):
        errors.add(
            wrong_kind(node, "an entry", "a mapping", hint="an entry begins with '- func: '")
        )
        return None
    fields = Fields(node, errors)
    func = fields.text("func")
    if func is None:
        if not any(key.value == "func" for key, _ in node.pairs):
            errors.add(
                node.source.error(
                    "the entry has no 'func'",
                    node.start,
                    hint=_near_func(node) or "the key 'func' holds the operator's schema",
                )
            )
        return None
    try:
        schema = parse_schema(func.value, location=func.positions)
    except SpecError as error:
        errors.add(error)
        return None
    return _EntryReader(node, fields, schema, errors, known_tags).operator()


def _near_func(node: YamlMapping) -> str | None:
    near = [k.value for k, _ in node.pairs if did_you_mean(k.value, ["func"])]
    return f"'{near[0]}' is written for 'func'" if near else None


class _EntryReader:
    def __init__(
        self,
        node: YamlMapping,
        fields: Fields,
        schema: FunctionSchema,
        errors: ErrorCollector,
        known_tags: frozenset[str] | None,
    ) -> None:
        self._node = node
        self._fields = fields
        self._schema = schema
        self._errors = errors
        self._known_tags = known_tags

    def operator(self) -> Operator:
        fields, schema = self._fields, self._schema
        kinds = {key.value: key for key, _ in self._node.pairs}
        structured = fields.flag("structured", default=False)
        delegate = self._operator_name(fields.text("structured_delegate"))
        written_dispatch = "dispatch" in fields
        ufunc = read_ufunc_loops(fields.node("ufunc_inner_loop"), self._errors)
        dispatch = read_dispatch(fields.node("dispatch"), self._errors, structured=structured)
        if not written_dispatch and not structured and delegate is None:
            name = schema.name.base + ("_out" if schema.out_arguments else "")
            dispatch[DispatchKey.CompositeImplicitAutograd] = Kernel(name)
        if ufunc:
            for key in UFUNC_KEYS:
                dispatch[key] = Kernel(f"ufunc_{schema.name.base}_{key}", structured=True)
        operator = Operator(
            schema,
            dispatch=MappingProxyType(dispatch),
            written_dispatch=written_dispatch,
            variants=self._variants(fields.text("variants")),
            structured=structured,
            structured_delegate=delegate,
            structured_inherits=self._value(fields.text("structured_inherits")),
            precomputed=self._precomputed(),
            autogen=self._autogen(fields.text("autogen")),
            tags=self._tags(),
            manual_cpp_binding=fields.flag("manual_cpp_binding", default=False),
            manual_kernel_registration=fields.flag("manual_kernel_registration", default=False),
            device_check=self._device_check(fields.text("device_check")),
            device_guard=fields.flag("device_guard", default=True),
            category_override=self._value(fields.text("category_override")),
            python_module=self._value(fields.text("python_module")),
            cpp_no_default_args=self._no_default_args(),
            use_const_ref_for_mutable_tensors=fields.flag(
                "use_const_ref_for_mutable_tensors", default=False
            ),
            ufunc_inner_loop=ufunc,
            origin=self._node.location,
        )
        fields.finish(ENTRY_KEYS, what="an operator's entry")
        self._check(operator, kinds)
        return operator

    @staticmethod
    def _value(text: YamlScalar | None) -> str | None:
        return None if text is None else text.value

    def _operator_name(self, text: YamlScalar | None) -> OperatorName | None:
        if text is None:
            return None
        try:
            name = parse_operator_name(text.value, location=text.positions)
        except SpecError as error:
            self._errors.add(error)
            return None
        if name.namespace is not None:
            self._errors.add(
                text.error(
                    f"'{text.value}' stands in the namespace of its entry",
                    hint=f"write '{name.local}'",
                )
            )
        return OperatorName(self._schema.name.namespace, name.base, name.overload)

    # the other keys

    def _variants(self, text: YamlScalar | None) -> frozenset[Variant]:
        if text is None:
            return frozenset({Variant.FUNCTION})
        variants: set[Variant] = set()
        for name in (part.strip() for part in text.value.split(",")):
            if name in _VARIANTS:
                variants.add(_VARIANTS[name])
            else:
                self._errors.add(
                    text.error(
                        f"unknown variant '{name}'",
                        hint=did_you_mean(name, _VARIANTS) or "variants are function and method",
                    )
                )
        return frozenset(variants)

    def _device_check(self, text: YamlScalar | None) -> DeviceCheck:
        if text is None:
            return DeviceCheck.EXACT_SAME
        if text.value not in _DEVICE_CHECKS:
            self._errors.add(
                text.error(
                    f"unknown device_check {text.described}", hint="it is NoCheck or ExactSame"
                )
            )
        return _DEVICE_CHECKS.get(text.value, DeviceCheck.EXACT_SAME)

    def _autogen(self, text: YamlScalar | None) -> tuple[OperatorName, ...]:
        if text is None:
            return ()
        names: list[OperatorName] = []
        offset = 0
        for written in text.value.split(","):
            name = written.strip()
            shift = offset + len(written) - len(written.lstrip())
            offset += len(written) + 1
            try:
                parsed = parse_operator_name(name, location=ShiftedPositions(text, shift))
            except SpecError as error:
                self._errors.add(error)
                continue
            names.append(OperatorName(self._schema.name.namespace, parsed.base, parsed.overload))
        return tuple(names)

    def _tags(self) -> frozenset[str]:
        tags: set[str] = set()
        known = self._known_tags
        for tag in self._fields.names("tags", one_is_a_list=True):
            if known is not None and tag.value not in known:
                self._errors.add(
                    tag.error(f"unknown tag '{tag.value}'", hint=did_you_mean(tag.value, known))
                )
            else:
                tags.add(tag.value)
        return frozenset(tags | implied_tags(self._schema, known or frozenset()))

    def _no_default_args(self) -> frozenset[str]:
        defaulted = {a.name for a in self._schema.arguments if a.default is not None}
        names: set[str] = set()
        for text in self._fields.names("cpp_no_default_args"):
            if text.value not in defaulted:
                self._errors.add(
                    text.error(
                        f"'{text.value}' is no argument with a default",
                        hint=did_you_mean(text.value, defaulted),
                    )
                )
            names.add(text.value)
        return frozenset(names)

    def _precomputed(self) -> Precomputed | None:
        if "precomputed" not in self._fields:
            return None
        replace: dict[str, tuple[Argument, ...]] = {}
        add: tuple[Argument, ...] = ()
        lines = self._fields.names("precomputed")
        for index, line in enumerate(lines):
            name, arrow, rest = line.value.partition(" -> ")
            if not arrow and index < len(lines) - 1:
                self._errors.add(
                    line.error(
                        "only the last line of 'precomputed' adds arguments",
                        hint="write 'argument -> type name, type name'",
                    )
                )
                continue
            start = len(name) + len(arrow) if arrow else 0
            try:
                arguments = self._precomputed_arguments(line, rest if arrow else name, start)
            except SpecError as error:
                self._errors.add(error)
                continue
            if not arrow:
                add = arguments
            elif not any(a.name == name for a in self._schema.arguments):
                self._errors.add(
                    line.error(
                        f"'{name}' is no argument of the operator",
                        hint="an argument of the schema stands before the arrow",
                    )
                )
            else:
                replace[name] = arguments
        return Precomputed(MappingProxyType(replace), add)

    @staticmethod
    def _precomputed_arguments(line: YamlScalar, text: str, start: int) -> tuple[Argument, ...]:
        arguments: list[Argument] = []
        offset = start
        for written in text.split(","):
            shift = offset + len(written) - len(written.lstrip())
            offset += len(written) + 1
            argument = parse_argument(written.strip(), location=ShiftedPositions(line, shift))
            if argument.name.upper() == argument.name:
                raise line.error(
                    f"'{argument.name}' is all upper case: so are the template parameters that "
                    "are made for precomputed arguments",
                    hint=f"name it '{argument.name.lower()}'",
                )
            arguments.append(argument)
        return tuple(arguments)

    # rules over several keys

    def _check(self, operator: Operator, keys: Mapping[str, YamlScalar]) -> None:
        def refuse(key: str, message: str, hint: str | None = None) -> None:
            node = keys.get(key)
            if node is not None:
                self._errors.add(node.error(message, hint=hint))

        kind = operator.schema.kind
        if operator.schema.out_arguments and operator.variants != {Variant.FUNCTION}:
            refuse("variants", "an out= operator is only a function, never a method")
        if operator.python_module is not None and Variant.METHOD in operator.variants:
            refuse("python_module", "a method cannot stand in a Python module")
        if operator.structured and kind is not SchemaKind.OUT:
            refuse(
                "structured",
                "only an out= operator is structured",
                "other forms name it: 'structured_delegate: <name>.out'",
            )
        if operator.structured_delegate is not None and operator.schema.out_arguments:
            refuse(
                "structured_delegate",
                "an out= operator does not delegate",
                "did you mean 'structured: True'?",
            )
        if operator.is_structured and not operator.device_guard:
            refuse("device_guard", "structured kernels always have a device guard")
        for key in ("structured_inherits", "precomputed", "ufunc_inner_loop"):
            if not operator.structured:
                refuse(key, f"'{key}' needs 'structured: True'")
        if operator.manual_kernel_registration and operator.written_dispatch:
            refuse("dispatch", "with 'manual_kernel_registration' there is no dispatch table")
        if operator.structured_delegate is not None:
            for dispatch_key in operator.dispatch:
                if dispatch_key in STRUCTURED_KEYS:
                    refuse(
                        "dispatch",
                        f"the kernel at {dispatch_key} is that of '{operator.structured_delegate}'"
                        ", to which the entry delegates",
                        "leave one of the two out",
                    )
        exclusive = [k for k in _EXCLUSIVE_COMPOSITES if k in operator.dispatch]
        if len(exclusive) > 1:
            refuse(
                "dispatch",
                f"{' and '.join(map(str, exclusive))} exclude each other: each serves all backends",
            )
        if (
            _LEVELS in operator.dispatch
            and DispatchKey.CompositeExplicitAutogradNonFunctional in operator.dispatch
        ):
            refuse("dispatch", f"{_LEVELS} excludes CompositeExplicitAutogradNonFunctional")


def implied_tags(schema: FunctionSchema, known: frozenset[str]) -> set[str]:
    """The tags that follow from the schema, of those that tags.yaml knows."""
    implied: set[str] = set()
    if schema.name.namespace in (None, "aten"):
        implied.add("pt2_compliant_tag")
    if schema.out_arguments:
        implied.add("out")
    if schema.name.is_inplace:
        implied.add("inplace")
    return implied & known
