"""The kernels of one composite: instances of the user's template, also behind autograd keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dispatchless.cppast import (
    Binary,
    Block,
    Call,
    DeclStmt,
    Expr,
    ExprStmt,
    Function,
    Header,
    If,
    Member,
    NameAllocator,
    NamedType,
    NameExpr,
    Param,
    Prefix,
    QualifiedName,
    Return,
    Stmt,
    Var,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering import grad_aware
from dispatchless.lowering.composite_calls import find_operator, instance_call, local_header
from dispatchless.lowering.cpp_types import optional
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.signature import CppSignature, kernel_signature
from dispatchless.lowering.template_names import with_arguments
from dispatchless.lowering.torch_symbols import enumerator
from dispatchless.model import Argument, CompositeOperator, DispatchKey

_KEYS = "keys"
_RESULT = "result"
_GUARD = "guard"


@frozen
class Kernels:
    """Builds the kernel functions of one operator.

    Attributes:
        operator: the composite.
        names: its generated names.
        library: C++ namespace of the library's shared helpers.
        helpers: header of the grad-aware helpers.
        direct: backends that have a dispatch-free instance.
    """

    operator: CompositeOperator
    names: OperatorNames
    library: str
    helpers: str
    direct: tuple[DispatchKey, ...]

    @property
    def signature(self) -> CppSignature:
        """What the dispatcher calls, and the template's own parameter list."""
        return kernel_signature(self.operator.schema, symint=self.operator.design.symint)

    def generic(self) -> Function:
        """The template over the dispatcher's functions, as a kernel."""
        return self._function(self.names.kernel(None), (Return(self._call_template(None)),))

    def backend(self, key: DispatchKey) -> Function:
        """The kernel at a backend's key: dispatch-free unless tensors of another device are there.

        Inner operators of ATen differ in what they say to mixed devices, and each says it where the
        dispatcher sends it.
        """
        here = _all_of(self._runs_on(key))
        elsewhere = If(Prefix("!", here), Block((Return(self._call_template(None)),)))
        return self._function(
            self.names.kernel(key),
            (elsewhere, Return(self._call_template(key))),
            with_keys=True,
        )

    def grad_aware(self, key: DispatchKey) -> Function:
        """The kernel at the autograd key of a backend.

        Dispatch-free where no input needs a gradient, in reverse or forward mode, and where the key
        set below autograd is that backend alone: conj and neg views, sparse tensors, subclasses and
        modes all show in the key set, and only there.
        """
        needs = tuple(
            Prefix("!", self._helper(grad_aware.NEEDS_GRAD, NameExpr(name(argument.name))))
            for argument in self.operator.schema.arguments
            if grad_aware.carries_gradient(argument)
        )
        direct = Block(self._below(self._call_template(key)))
        return self._function(
            self.names.grad_aware(key),
            (If(_all_of((*needs, *self._runs_on(key))), direct), Return(self._call_template(None))),
            with_keys=True,
        )

    def inplace_or_view(self) -> Function:
        """The kernel at ADInplaceOrView, which a mutating operator needs in inference mode.

        The key is not a backend's, so the backend kernel is reached by redispatch below the key.
        """
        backends = _any_of(tuple(_all_of(self._runs_on(key)) for key in self.direct))
        below = Binary("&", self._keys, NameExpr(symbols.AFTER_INPLACE_OR_VIEW))
        handle = self._seen(self.names.below, self.names.namespace)
        redispatch = Call(
            Member(NameExpr(handle), "redispatch", arrow=True),
            (below, *self._arguments()),
        )
        return self._function(
            self.names.inplace_or_view,
            (If(backends, Block(self._below(redispatch))), Return(self._call_template(None))),
            with_keys=True,
        )

    def handle(self) -> Var:
        """The variable for the operator's handle, set when the kernels are registered."""
        handle = NamedType(
            with_arguments(symbols.TYPED_OPERATOR_HANDLE, self.signature.function_type)
        )
        return Var(optional(handle), self.names.below)

    def set_handle(self) -> Stmt:
        """Look the operator up, which is defined by then."""
        handle = find_operator(self.names, self.signature)
        return ExprStmt(Call(Member(_variable(self.names.below), "emplace"), (handle,)))

    def _function(
        self, function_name: str, statements: Sequence[Stmt], *, with_keys: bool = False
    ) -> Function:
        key_set = NamedType(symbols.DISPATCH_KEY_SET)
        keys = (Param(key_set, self._local(_KEYS)),) if with_keys else ()
        return Function(
            function_name,
            (*keys, *self.signature.parameters(defaults=False)),
            self.signature.returns,
            body=Block(tuple(statements)),
            origin=self.operator.origin,
        )

    def _call_template(self, key: DispatchKey | None) -> Call:
        return instance_call(self.operator, self.names, key, self._arguments())

    def _arguments(self) -> tuple[Expr, ...]:
        return tuple(_variable(param.name) for param in self.signature.params)

    def _runs_on(self, key: DispatchKey) -> tuple[Expr, ...]:
        """That nothing but the backend takes part: in the key set, and in what is asked for."""
        places = (
            self._helper(grad_aware.FITS, _variable(argument.name), dispatch_key(key))
            for argument in self.operator.schema.arguments
            if grad_aware.names_a_place(argument)
        )
        return (self._helper(grad_aware.RUNS_ON, self._keys, dispatch_key(key)), *places)

    def _helper(self, helper: str, *arguments: Expr) -> Call:
        function = self._seen(helper, self.library, local_header(self.helpers))
        return Call(NameExpr(function), arguments)

    def _seen(self, word: str, namespace: str, *headers: Header) -> QualifiedName:
        """A name of NAMESPACE, qualified where a kernel would see another meaning or none."""
        short = namespace == self.names.namespace and word not in self._argument_names
        return name(word if short else f"::{namespace}::{word}", headers=headers)

    @property
    def _argument_names(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.operator.schema.arguments)

    def _local(self, wish: str) -> str:
        """The name of a parameter or variable of ours: arguments keep theirs."""
        return NameAllocator(self._argument_names).allocate(wish)

    @property
    def _keys(self) -> Expr:
        return _variable(self._local(_KEYS))

    def _below(self, call: Call) -> tuple[Stmt, ...]:
        """CALL with the autograd keys excluded; after it, a version bump per written tensor."""
        guard = DeclStmt(Var(NamedType(symbols.BELOW_INPLACE_OR_VIEW), self._local(_GUARD)))
        mutated = self.operator.schema.mutated_arguments
        if not mutated:
            return (guard, Return(call))
        bumps = tuple(self._bump(argument) for argument in mutated)
        if not self.operator.schema.returns:
            return (guard, ExprStmt(call), *bumps, Return())
        word = self._local(_RESULT)
        result = DeclStmt(Var(self.signature.returns, word, call))
        return (guard, result, *bumps, Return(_variable(word)))

    def _bump(self, argument: Argument) -> Stmt:
        return ExprStmt(self._helper(grad_aware.BUMP_VERSION, _variable(argument.name)))


def _variable(word: str) -> Expr:
    return NameExpr(name(word))


def dispatch_key(key: DispatchKey) -> Expr:
    """The enumerator of a dispatch key: `c10::DispatchKey::CPU`."""
    return NameExpr(enumerator(symbols.DISPATCH_KEY, key.name))


def _all_of(conditions: Sequence[Expr]) -> Expr:
    return reduce(lambda left, right: Binary("&&", left, right), conditions)


def _any_of(conditions: Sequence[Expr]) -> Expr:
    return reduce(lambda left, right: Binary("||", left, right), conditions)
