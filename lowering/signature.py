"""C++ signatures of operators: ATen's API functions and the kernels that the dispatcher calls.

One schema has up to four API forms, the plain and the faithful one, each with int64_t or SymInt:

- plain: out arguments first, the four tensor options gathered in one at::TensorOptions, defaults;
- faithful (only where it differs): everything in schema order, no defaults, `_outf` for out=;
- `_symint` (only where an argument is a SymInt): the same two with c10::SymInt arguments.

A kernel has the faithful order and its own `SymInt` flavour, and never a default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dispatchless.cppast import Expr, FunctionType, Param, Type
from dispatchless.frozen import frozen
from dispatchless.lowering.cpp_types import (
    TENSOR_OPTIONS,
    TypeConventions,
    argument_type,
    conventions_of,
    has_int_flavour,
    returns_type,
)
from dispatchless.lowering.defaults import default_expr, options_default
from dispatchless.lowering.tensor_options import OPTIONS
from dispatchless.model import (
    Argument,
    FunctionSchema,
    Operator,
    SpecError,
    TensorOptions,
    Variant,
    api_name,
)

# Of the generated function of an operator whose C++ function ATen writes by hand.
MANUAL_BINDING_PREFIX = "__dispatch_"


@frozen
class CppParam:
    """One C++ parameter and the schema arguments it carries: one, or the four tensor options."""

    name: str
    type: Type
    default: Expr | None
    arguments: tuple[Argument, ...]

    def node(self, *, default: bool = True) -> Param:
        """The parameter as it stands in a declaration."""
        if default and self.default is not None:
            return Param(self.type, self.name, default=self.default)
        return _plain_param(self.type, self.name)


# Parameters without default by their names and the identities of their types: a few hundred
# serve all operators. An entry holds its type, so that no other type can have the `id`.
_PLAIN_PARAMS: dict[tuple[str, int], Param] = {}
_MOST_PLAIN_PARAMS = 1 << 12


def _plain_param(type_: Type, name: str) -> Param:
    """A parameter without default; one object for all that have this name and type."""
    key = (name, id(type_))
    found = _PLAIN_PARAMS.get(key)
    if found is None:
        if len(_PLAIN_PARAMS) >= _MOST_PLAIN_PARAMS:
            _PLAIN_PARAMS.clear()
        found = _PLAIN_PARAMS[key] = Param(type_, name)
    return found


@frozen(kw_only=True)
class CppSignature:
    """One C++ function form of an operator.

    `schema` is what it was made from, `name` the unqualified C++ name, `faithful` says that the
    parameters follow the schema, `symint` that SymInt arguments are c10::SymInt.
    """

    schema: FunctionSchema
    name: str
    params: tuple[CppParam, ...]
    returns: Type
    faithful: bool
    symint: bool

    def parameters(self, *, defaults: bool = True) -> tuple[Param, ...]:
        """The parameter list of a declaration; a definition leaves the defaults out."""
        return tuple([each.node(default=defaults) for each in self.params])

    @property
    def function_type(self) -> FunctionType:
        """The type of the function, as in `at::Tensor (const at::Tensor &)`."""
        return FunctionType(self.returns, tuple(each.type for each in self.params))


def signatures(operator: Operator) -> tuple[CppSignature, ...]:
    """All forms that ATen declares for an operator's kernel in `at::cpu` and its like.

    Ordered plain, faithful, plain symint, faithful symint; forms that the operator lacks are left
    out. Raises SpecError for a schema that the ATen C++ API cannot spell.
    """
    return tuple(
        api_signature(
            operator.schema,
            conventions=conventions_of(operator, symint=symint),
            faithful=faithful,
            without_default=operator.cpp_no_default_args,
        )
        for symint, faithful in _forms(operator.schema)
    )


def function_signatures(operator: Operator) -> tuple[CppSignature, ...]:
    """All forms of the dispatching function in `at::`, as `ATen/ops/<root>.h` defines them.

    Empty for an operator that is only a method. `manual_cpp_binding` operators are hand-written in
    ATen; what is generated for them has a name of its own, which is the one given here.
    """
    if Variant.FUNCTION not in operator.variants:
        return ()
    prefix = MANUAL_BINDING_PREFIX if operator.manual_cpp_binding else ""
    return tuple(attrs.evolve(each, name=prefix + each.name) for each in signatures(operator))


def schema_signatures(schema: FunctionSchema) -> tuple[CppSignature, ...]:
    """The API forms of an operator of which only a schema exists, as ATen would declare them.

    Types are those of its kernels, which know some that ATen does not use.
    """
    return tuple(
        api_signature(
            schema, conventions=TypeConventions(symint=symint, kernel=True), faithful=faithful
        )
        for symint, faithful in _forms(schema)
    )


def kernel_signature(schema: FunctionSchema, *, symint: bool) -> CppSignature:
    """The signature of a kernel that `torch::Library` takes for `schema`.

    The dispatcher passes every argument in schema order and has no defaults. `symint` chooses
    between the two flavours it knows for schemas with SymInt arguments; a kernel of int64_t flavour
    is called only with concrete sizes. Raises SpecError, at the argument, for a schema type that no
    kernel can take.
    """
    for argument in schema.arguments:
        if not symint and not has_int_flavour(argument.type):
            raise SpecError(
                f"a kernel cannot take '{argument.name}' of type '{argument.type}' as int64_t",
                location=argument.origin,
                hint="give the kernel SymInt arguments: a name that ends in '_symint'",
            )
    return _dispatcher_signature(schema, TypeConventions(symint=symint, kernel=True))


def unboxed_signature(operator: Operator) -> CppSignature:
    """The signature of `at::_ops::<operator>::call`: schema order, SymInt, no defaults."""
    return _dispatcher_signature(operator.schema, conventions_of(operator, symint=True))


def api_signature(
    schema: FunctionSchema,
    *,
    conventions: TypeConventions,
    faithful: bool,
    without_default: frozenset[str] = frozenset(),
) -> CppSignature:
    """One API form. `without_default` names arguments whose default C++ callers must not see,
    because overloads would become ambiguous (`cpp_no_default_args` of native_functions.yaml)."""
    return CppSignature(
        schema=schema,
        name=api_name(schema, faithful=faithful, symint=conventions.symint),
        params=_trailing_defaults(_api_params(schema, conventions, faithful, without_default)),
        returns=returns_type(schema.returns, conventions),
        faithful=faithful,
        symint=conventions.symint,
    )


def _forms(schema: FunctionSchema) -> Iterator[tuple[bool, bool]]:
    """(symint, faithful) of each form that a schema has."""
    has_faithful = bool(schema.out_arguments) or schema.tensor_options is not None
    flavours: tuple[bool, ...] = (False,)
    if schema.has_symint:
        has_int = all(has_int_flavour(argument.type) for argument in schema.arguments)
        flavours = (False, True) if has_int else (True,)
    for symint in flavours:
        for faithful in (False, True) if has_faithful else (False,):
            yield symint, faithful


def _api_params(
    schema: FunctionSchema,
    conventions: TypeConventions,
    faithful: bool,
    without_default: frozenset[str],
) -> Iterator[CppParam]:
    inputs = (*schema.positional, *schema.keyword_only)
    outs = schema.out_arguments
    options = None if faithful else schema.tensor_options
    for argument in (*inputs, *outs) if faithful else (*outs, *inputs):
        if options is not None and argument in options.arguments:
            if argument is options.dtype:
                yield _options_param(options)
            continue
        default = None
        if argument.default is not None and not faithful and argument.name not in without_default:
            default = default_expr(argument, symint=conventions.symint)
        yield CppParam(argument.name, argument_type(argument, conventions), default, (argument,))


def _trailing_defaults(params: Iterable[CppParam]) -> tuple[CppParam, ...]:
    """The parameters with the defaults that C++ allows: none before a parameter without one.

    A schema may have them: keyword-only arguments need no default after those that have it.
    """
    result = list(params)
    allowed = True
    for index in range(len(result) - 1, -1, -1):
        if result[index].default is None:
            allowed = False
        elif not allowed:
            result[index] = attrs.evolve(result[index], default=None)
    return tuple(result)


def _options_param(options: TensorOptions) -> CppParam:
    return CppParam(OPTIONS, TENSOR_OPTIONS, options_default(options), options.arguments)


def _dispatcher_signature(schema: FunctionSchema, conventions: TypeConventions) -> CppSignature:
    params = tuple(
        CppParam(each.name, argument_type(each, conventions), None, (each,))
        for each in schema.arguments
    )
    return CppSignature(
        schema=schema,
        name=schema.name.unambiguous,
        params=params,
        returns=returns_type(schema.returns, conventions),
        faithful=True,
        symint=conventions.symint,
    )
