"""Namespace `dispatchless`: every operator as templates on the device type, one header per root.

`dispatchless::add<DEV>(self, other)` is the function of the device's backend. The primary template
goes through the dispatcher, and serves every device that it is not specialised for. A default
argument stands in the primary template alone: C++ allows none in a specialisation
([temp.expl.spec]).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dispatchless.cppast import (
    Block,
    Comment,
    Decl,
    Define,
    ExplicitInstantiation,
    ExplicitSpecialization,
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
from dispatchless.lowering.direct_calls import header_root
from dispatchless.lowering.inner_forms import Backend, InnerForm, inner_forms
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import resolve
from dispatchless.model import (
    Dependency,
    DispatchKey,
    Operator,
    OperatorTable,
    SpecError,
    did_you_mean,
)

NAMESPACE = "dispatchless"
INSTANTIATE = "DISPATCHLESS_INSTANTIATE"
_INSTANTIATE_ROOT = "instantiate"
_RETURNS, _NAME, _PARAMETERS = "returns", "name", "__VA_ARGS__"
_DEVICE = "DEV"

# Backends whose device type has the key's own name.
_DEVICES = (DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta, DispatchKey.MPS)


def header_path(root: str) -> str:
    """The header of a root name: `dispatchless/add.h`."""
    return f"{NAMESPACE}/{root}.h"


def operators_by_root(table: OperatorTable) -> dict[str, list[Operator]]:
    """All operators of a table, by the root of their header names, sorted."""
    roots: dict[str, list[Operator]] = {}
    for operator in table.all():
        roots.setdefault(header_root(operator.name), []).append(operator)
    return dict(sorted(roots.items()))


def operators_of_root(root: str, table: OperatorTable) -> list[Operator]:
    """The operators of one header; only their entries are read.

    Raises:
        SpecError: there is no such header.
    """
    bases = (root, f"{root}_", f"__{root}__", f"__i{root}__")
    found = [each for base in bases for each in table.overloads(base)]
    if not found:
        roots = sorted({name.partition(".")[0].rstrip("_") for name in table.names()})
        raise SpecError(
            f"there is no '{header_path(root)}': ATen has no operator '{root}'",
            hint=did_you_mean(root, roots),
        )
    return [each for each in found if header_root(each.name) == root]


def dispatchless_header(
    root: str, operators: Iterable[Operator], options: TorchOptions, *, banner: str
) -> HeaderFile:
    """The header of all operators of one root name, specialised for the backends of the options."""
    members: list[Decl] = []
    for operator in operators:
        members.extend(_templates(operator, options))
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


def _templates(operator: Operator, options: TorchOptions) -> Iterator[Decl]:
    """The primary template and the specialisations of each form of an operator."""
    dependency = Dependency(operator.schema.name, operator)
    try:
        forms = tuple(inner_forms(dependency, options.native))
    except SpecError as error:
        yield Comment(f"{operator.name}: {error.message}")
        return
    dispatcher = Backend(None, {}, options)
    keys = [k for k in _specialised(options.keys) if resolve(operator, k, options.native).is_direct]
    for form in forms:
        yield Template(
            (ValueParam(NamedType(symbols.DEVICE_TYPE), _DEVICE),),
            _function(form, dispatcher),
        )
        for key in keys:
            yield ExplicitSpecialization(_function(form, Backend(key, {}, options)))


def _function(form: InnerForm, backend: Backend) -> Function:
    signature = form.signature
    primary = backend.key is None
    word = signature.name if primary else TemplateName(signature.name, (device_type(backend.key),))
    return Function(
        word,
        signature.parameters(defaults=primary),
        signature.returns,
        body=Block((Return(backend.call(form)),)),
        inline=True,
    )


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


def all_dispatchless_headers(options: TorchOptions, *, banner: str) -> Iterator[HeaderFile]:
    """The headers of all operators of the table, one after the other."""
    for root, operators in operators_by_root(options.native).items():
        yield dispatchless_header(root, operators, options, banner=banner)
    yield instantiation_header(options.keys, banner=banner)
