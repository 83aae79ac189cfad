"""Reads how one entry of a specification makes its operator: the design and the keys beside it."""

from __future__ import annotations

from collections.abc import Callable

from dispatchless.frozen import frozen
from dispatchless.model.design_text import (
    ListedName,
    TemplateAndCalls,
    WayAndNames,
    parse_adapter,
    parse_name_list,
    parse_one_name,
    parse_template,
    parse_template_and_calls,
    parse_way_and_names,
)
from dispatchless.model.designs import DESIGN_KEYS, SUPPORTED_DESIGN_KEYS, KernelAccess
from dispatchless.model.errors import ErrorCollector, did_you_mean
from dispatchless.model.schema import SchemaKind
from dispatchless.model.yaml_fields import Fields
from dispatchless.model.yaml_source import YamlMapping, YamlScalar

# Keys that only some designs have: key -> designs.
COMPANION_KEYS = {
    "calls": ("structured_wrapper",),
    "through_dispatcher": (
        "composite",
        "structured_composite",
        "structured_wrapper",
        "adapter",
        "dispatchless",
    ),
    "kernels": ("composite", "structured_composite", "structured_wrapper", "adapter"),
    "forms": ("structured_composite", "structured_wrapper", "adapter", "alias"),
}

# What stands behind a design's key where it is no template's name with a list of operators.
_VALUES = {
    "structured_wrapper": "return add(self, other);",
    "adapter": "Name -> operator",
    "alias": "operator",
    "dispatchless": "name",
}

_FORMS = {
    "functional": SchemaKind.FUNCTIONAL,
    "inplace": SchemaKind.INPLACE,
    "out": SchemaKind.OUT,
}
_ALL_FORMS = "all"


@frozen(eq=False)
class WrittenForm:
    """A form of the operator that is asked for, and where."""

    kind: SchemaKind
    origin: YamlScalar


@frozen(eq=False)
class WrittenKernels:
    """How inner operators' kernels are to be called: those named, or all that can be."""

    access: KernelAccess
    names: tuple[ListedName, ...] | None
    origin: YamlScalar


@frozen(eq=False)
class WrittenDesign:
    """A design as written.

    ``value`` is what stands behind its key. ``forms`` are those asked for by name; None if the
    entry does not say, ``all_forms`` if it asks for every one. ``through_dispatcher`` are the
    operators that the author's code may call through the dispatcher. ``kernels`` is None where
    all are called by their functions.
    """

    key: str
    value: YamlScalar
    template: TemplateAndCalls
    forms: tuple[WrittenForm, ...] | None = None
    all_forms: bool = False
    through_dispatcher: frozenset[str] = frozenset()
    kernels: WrittenKernels | None = None

    @property
    def calls(self) -> tuple[ListedName, ...]:
        """The operators that the entry names."""
        return self.template.calls


@frozen
class DesignRead:
    """``design`` is None after an error in it; ``key`` is the design's, None if the entry has not
    exactly one."""

    design: WrittenDesign | None
    key: str | None


def read_design(node: YamlMapping, fields: Fields, errors: ErrorCollector) -> DesignRead:
    """The design of an entry. Adds all errors and takes all its keys."""
    given = [key for key in DESIGN_KEYS if key in fields]
    if not given:
        errors.add(
            node.source.error(
                "the entry does not say how the operator is made",
                node.start,
                hint=f"give it the key {_one_of(SUPPORTED_DESIGN_KEYS)}",
            )
        )
    if len(given) > 1:
        errors.add(
            fields.key_node(given[1]).error(
                f"'{given[0]}' and '{given[1]}' in one entry: an operator is made in one way",
                hint="leave one of them out",
            )
        )
    for key in given:
        if key not in SUPPORTED_DESIGN_KEYS:
            errors.add(
                fields.key_node(key).error(
                    f"the design '{key}' is not supported by this version",
                    hint=f"supported is {_one_of(SUPPORTED_DESIGN_KEYS)}",
                )
            )
            fields.node(key)
    design = given[0] if len(given) == 1 else None
    texts = {
        each: fields.text(each, example=_VALUES.get(each, "name (operator, operator)"))
        for each in given
        if each in fields
    }
    _refuse_strange_companions(design, fields, errors)
    value = texts.get(design) if design is not None else None
    has_calls = "calls" in fields
    calls = fields.text("calls", example="(operator, operator)")
    forms, all_forms = _forms(fields, errors)
    kernels = _kernels(fields, errors)
    dispatched = frozenset(
        text.value for text in fields.names("through_dispatcher", one_is_a_list=True)
    )
    if design is None or value is None or (has_calls and calls is None):  # was reported
        return DesignRead(None, design)
    template = _READERS[design](value, calls, node, errors)
    if template is None:
        return DesignRead(None, design)
    written = WrittenDesign(design, value, template, forms, all_forms, dispatched, kernels)
    return DesignRead(written, design)


def _one_of(keys: tuple[str, ...]) -> str:
    return " or ".join(f"'{key}'" for key in keys)


def _refuse_strange_companions(key: str | None, fields: Fields, errors: ErrorCollector) -> None:
    for companion, designs in COMPANION_KEYS.items():
        if companion in fields and key is not None and key not in designs:
            errors.add(
                fields.key_node(companion).error(
                    f"'{companion}' is a key of {_one_of(designs)}, not of '{key}'",
                    hint="the operators stand in parentheses behind the template's name"
                    if companion == "calls"
                    else "leave it out",
                )
            )
            fields.node(companion)


def _forms(fields: Fields, errors: ErrorCollector) -> tuple[tuple[WrittenForm, ...] | None, bool]:
    if "forms" not in fields:
        return None, False
    key = fields.key_node("forms")
    texts = fields.names("forms", one_is_a_list=True)
    if not texts:
        errors.add(key.error("'forms' names no form", hint="write 'forms: [functional, out]'"))
        return None, False
    if [text.value for text in texts] == [_ALL_FORMS]:
        return None, True
    forms: dict[SchemaKind, WrittenForm] = {}
    for text in texts:
        kind = _FORMS.get(text.value)
        if kind is None:
            errors.add(
                text.error(
                    f"unknown form '{text.value}'",
                    hint=did_you_mean(text.value, [*_FORMS, _ALL_FORMS])
                    or f"forms are {', '.join(_FORMS)}, or 'all'",
                )
            )
        elif kind in forms:
            errors.add(text.error(f"the form '{text.value}' stands twice", hint="name it once"))
        else:
            forms[kind] = WrittenForm(kind, text)
    return tuple(forms.values()), False


_WAYS = {each.value: each for each in KernelAccess}


def _kernels(fields: Fields, errors: ErrorCollector) -> WrittenKernels | None:
    text = fields.text("kernels", example="inheritance")
    if text is None:
        return None
    written: WayAndNames = parse_way_and_names(text, errors, key="kernels")
    access = _WAYS.get(written.way)
    if access is None:
        errors.add(
            text.error(
                f"'{written.way}' is no way to call a kernel",
                hint=did_you_mean(written.way, _WAYS) or f"write {_one_of(tuple(_WAYS))}",
            )
        )
        return None
    return WrittenKernels(access, written.names, text)


_Reader = Callable[
    [YamlScalar, "YamlScalar | None", YamlMapping, ErrorCollector], "TemplateAndCalls | None"
]


def _composite(key: str) -> _Reader:
    def read(
        value: YamlScalar, _calls: YamlScalar | None, _node: YamlMapping, errors: ErrorCollector
    ) -> TemplateAndCalls | None:
        return parse_template_and_calls(value, errors, key=key)

    return read


def _wrapper(
    value: YamlScalar, calls: YamlScalar | None, node: YamlMapping, errors: ErrorCollector
) -> TemplateAndCalls | None:
    if calls is None:
        errors.add(
            node.source.error(
                "the wrapper does not say which operators it calls",
                node.start,
                hint="write 'calls: (operator, operator)'",
            )
        )
        return None
    if value.value.rstrip().endswith("\\"):
        errors.add(value.error("the statements end in a backslash", hint="leave it out"))
        return None
    names = parse_name_list(calls, errors)
    return None if names is None else TemplateAndCalls((), False, names)


def _adapter(
    value: YamlScalar, _calls: YamlScalar | None, _node: YamlMapping, errors: ErrorCollector
) -> TemplateAndCalls | None:
    return parse_adapter(value, errors)


def _alias(
    value: YamlScalar, _calls: YamlScalar | None, _node: YamlMapping, errors: ErrorCollector
) -> TemplateAndCalls | None:
    target = parse_one_name(value, errors, key="alias")
    return None if target is None else TemplateAndCalls((), False, (target,))


def _dispatchless(
    value: YamlScalar, _calls: YamlScalar | None, _node: YamlMapping, errors: ErrorCollector
) -> TemplateAndCalls | None:
    return parse_template(value, errors, key="dispatchless")


_READERS: dict[str, _Reader] = {
    "composite": _composite("composite"),
    "structured_composite": _composite("structured_composite"),
    "structured_wrapper": _wrapper,
    "adapter": _adapter,
    "alias": _alias,
    "dispatchless": _dispatchless,
}
