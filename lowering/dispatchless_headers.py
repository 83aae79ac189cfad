"""Namespace `dispatchless`: every operator as templates on the device type, one header per root.

`dispatchless::add<DEV>(self, other)` is the function of the device's backend. The primary template
goes through the dispatcher, and serves every device that it is not specialised for. A default
argument stands in the primary template alone: C++ allows none in a specialisation
([temp.expl.spec]).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dispatchless.cppast import (
    Block,
    Comment,
    Decl,
    Define,
    ExplicitInstantiation,
    ExplicitSpecialization,
    Expr,
    Function,
    Header,
    HeaderFile,
    Include,
    NamedType,
    Namespace,
    Param,
    Return,
    Template,
    TemplateName,
    ValueParam,
    name,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.composite_calls import device_type
from dispatchless.lowering.inner_forms import InnerForm, KnownSignatures, inner_forms, linked_call
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import Link, resolve_each
from dispatchless.model import (
    Dependency,
    DispatchKey,
    Operator,
    OperatorName,
    OperatorTable,
    SpecError,
    header_root,
    no_such_header,
    operators_of_header,
)

NAMESPACE = "dispatchless"
INSTANTIATE = "DISPATCHLESS_INSTANTIATE"
_INSTANTIATE_ROOT = "instantiate"
_RETURNS, _NAME, _PARAMETERS = "returns", "name", "__VA_ARGS__"
_DEVICE_PARAMS = (ValueParam(NamedType(symbols.DEVICE_TYPE), "DEV"),)

# Backends whose device type has the key's own name.
_DEVICES = (DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta, DispatchKey.MPS)


def header_path(root: str) -> str:
    """The header of a root name: `dispatchless/add.h`."""
    return f"{NAMESPACE}/{root}.h"


def operators_by_root(
    table: OperatorTable, *, where: Callable[[str], bool] | None = None
) -> dict[str, list[Operator]]:
    """All operators of a table, by the root of their header names, sorted.

    `where` takes the operators of some roots only.
    """

    def is_chosen(name: str) -> bool:
        return where is None or where(_root_of(name))

    roots: dict[str, list[Operator]] = {}
    for operator in table.all(where=is_chosen):
        roots.setdefault(header_root(operator.name), []).append(operator)
    return dict(sorted(roots.items()))


def root_sizes(table: OperatorTable) -> Counter[str]:
    """How many operators there are of each root; hardly any of their entries are read."""
    return Counter(map(_root_of, table.names()))


def _root_of(name: str) -> str:
    return header_root(OperatorName(None, name.partition(".")[0]))


def operators_of_root(root: str, table: OperatorTable) -> list[Operator]:
    """The operators of one header; only their entries are read.

    Raises:
        SpecError: there is no such header.
    """
    found = operators_of_header(root, table)
    if not found:
        message, hint = no_such_header(root, table)
        raise SpecError(message, hint=hint)
    return found


def dispatchless_header(
    root: str, operators: Iterable[Operator], options: TorchOptions, *, banner: str
) -> HeaderFile:
    """The header of all operators of one root name, specialised for the backends of the options."""
    members: list[Decl] = []
    known = KnownSignatures(options.native)
    keys = _specialised(options.keys)
    for operator in operators:
        members += _templates(operator, keys, options.native, known)
    if not members:
        members.append(Comment("No operator of this name has a C++ function."))
    return HeaderFile(header_path(root), (Namespace((NAMESPACE,), tuple(members)),), banner=banner)


def instantiation_header(keys: Sequence[DispatchKey], *, banner: str) -> HeaderFile:
    """`DISPATCHLESS_INSTANTIATE(returns, name, parameters)`: explicit instantiations for every
    backend, for composites that are defined in a source file."""
    comment = Comment(
        "Instantiates a template on the device type for each backend, and for the dispatcher. The\n"
        "arguments are the result's type, the template's name, and the types of its parameters."
    )
    body = tuple(
        ExplicitInstantiation(
            Function(
                TemplateName(_NAME, (device_type(key),)),
                (Param(NamedType(name(_PARAMETERS)), None),),
                NamedType(name(_RETURNS)),
            )
        )
        for key in (*_specialised(keys), None)
    )
    macro = Define(INSTANTIATE, (_RETURNS, _NAME, "..."), body)
    include = Include(Header(symbols.DEVICE_TYPE_HEADER))
    return HeaderFile(header_path(_INSTANTIATE_ROOT), (include, comment, macro), banner=banner)


def _specialised(keys: Sequence[DispatchKey]) -> tuple[DispatchKey, ...]:
    return tuple(key for key in keys if key in _DEVICES)


def _templates(
    operator: Operator, keys: Sequence[DispatchKey], table: OperatorTable, known: KnownSignatures
) -> list[Decl]:
    """The primary template and the specialisations of each form of an operator."""
    dependency = Dependency(operator.schema.name, operator)
    try:
        forms = tuple(inner_forms(dependency, table, known))
    except SpecError as error:
        return [Comment(f"{operator.name}: {error.message}")]
    dispatcher, *links = resolve_each(operator, (None, *keys), table)
    direct = [link for link in links if link.is_direct]
    return [decl for form in forms for decl in _form_templates(form, dispatcher, direct)]


@functools.lru_cache  # overloads stand together and share it, which spares comparing their names
def _special_name(function: str, key: DispatchKey | None) -> TemplateName:
    """The name of a function's specialisation for a backend: `add<c10::DeviceType::CPU>`."""
    return TemplateName(function, (device_type(key),))


def _form_templates(form: InnerForm, dispatcher: Link, direct: Sequence[Link]) -> list[Decl]:
    """The templates of one form. What they have in common is made once: a tree may share parts."""
    signature = form.signature
    passed = dispatcher.passed_on(signature)

    def function(
        name: str | TemplateName, params: tuple[Param, ...], link: Link, passed: tuple[Expr, ...]
    ) -> Function:
        body = Block((Return(linked_call(form, link, passed)),))
        return Function(name, params, signature.returns, body, inline=True)

    params = signature.parameters()
    primary = Template(_DEVICE_PARAMS, function(signature.name, params, dispatcher, passed))
    if not direct:
        return [primary]
    without_defaults = tuple(
        [
            param if param.default is None else each.node(default=False)
            for param, each in zip(params, signature.params, strict=True)
        ]
    )
    if dispatcher.is_unboxed_call:
        passed = direct[0].passed_on(signature)
    templates: list[Decl] = [primary]
    for link in direct:
        special = _special_name(signature.name, link.key)
        templates.append(ExplicitSpecialization(function(special, without_defaults, link, passed)))
    return templates


def dispatchless_headers(
    roots: Iterable[str], options: TorchOptions, *, banner: str
) -> Iterator[HeaderFile]:
    """The headers of some root names; `instantiate` stands for the one with the macro.

    Raises:
        SpecError: ATen has no operator of a name.
    """
    for root in roots:
        if root == _INSTANTIATE_ROOT:
            yield instantiation_header(options.keys, banner=banner)
        else:
            operators = operators_of_root(root, options.native)
            yield dispatchless_header(root, operators, options, banner=banner)


def headers_by_root(
    roots: Mapping[str, Iterable[Operator]], options: TorchOptions, *, banner: str
) -> Iterator[HeaderFile]:
    """The headers of operators by their roots, one after the other."""
    for root, operators in roots.items():
        yield dispatchless_header(root, operators, options, banner=banner)
