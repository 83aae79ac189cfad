"""Key resolution: which C++ function an operator's call goes to for one dispatch key.

The order is the dispatcher's own (c10/core/dispatch/OperatorEntry.cpp): the key's kernel, then the
composite kernels. The dispatcher itself is the last resort, and the only one where a direct call
would pass by a kernel or could not be linked.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable

from dispatchless.cppast import Call, Expr, Header, NameExpr, QualifiedName
from dispatchless.frozen import frozen
from dispatchless.lowering.direct_calls import (
    Provision,
    is_exported,
    is_named_kernel,
    provision,
)
from dispatchless.lowering.redispatch import (
    THROUGH_THE_DISPATCHER,
    InnerDispatches,
    inner_dispatches,
)
from dispatchless.lowering.signature import (
    MANUAL_BINDING_PREFIX,
    CppSignature,
    unboxed_signature,
)
from dispatchless.lowering.translate import Binding, bindings, passed_on, translate
from dispatchless.model import DispatchKey, Operator, OperatorTable, Variant, header_root


class LinkKind(enum.Enum):
    """What the call of an inner operator goes to."""

    OWN_KERNEL = "own kernel"
    STRUCTURED = "structured kernel"
    KERNEL_CLASS = "structured kernel, by inheritance"
    KERNEL_STUB = "structured kernel, by its DispatchStub"
    COMPOSITE_EXPLICIT = "CompositeExplicitAutograd"
    COMPOSITE_EXPLICIT_NON_FUNCTIONAL = "CompositeExplicitAutogradNonFunctional"
    COMPOSITE_IMPLICIT = "CompositeImplicitAutograd"
    DISPATCHER = "dispatcher"


@frozen
class Step:
    """One place that resolution looked at: a key (None: the dispatcher) and what was found."""

    key: DispatchKey | None
    taken: bool
    reason: str

    def __str__(self) -> str:
        place = "dispatcher" if self.key is None else str(self.key)
        return f"{'take' if self.taken else 'skip'} {place}: {self.reason}"


@frozen(kw_only=True)
class Link:
    """The function that calls of `operator` go to in code for `key`, and why.

    `scope` is its C++ scope (`at`, `cpu`), `header` declares it, `steps` are the places looked at
    in order, the last one taken, `inner` says what is known of dispatcher calls inside. `rooted`:
    the scope is of the library, and written from the global namespace. `is_unboxed_call`: the
    target is `at::_ops::<operator>::call`, as for operators that are only methods; its parameters
    are the dispatcher's, whatever the caller's form is.
    """

    operator: Operator
    key: DispatchKey | None
    kind: LinkKind
    scope: tuple[str, ...]
    header: Header
    steps: tuple[Step, ...]
    inner: InnerDispatches
    rooted: bool = False
    is_unboxed_call: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether the call goes past the dispatcher."""
        return self.kind is not LinkKind.DISPATCHER

    @property
    def makes_view(self) -> bool:
        """Whether the result shares memory with an input. A direct call of such an operator below
        the autograd keys gives a tensor that autograd does not know to be a view."""
        return self.operator.is_view_op

    def callee(self, signature: CppSignature) -> QualifiedName:
        """The C++ name of the function to call for one API form of the operator."""
        word = signature.name
        if self.is_unboxed_call:
            word = "call"
        elif self.operator.manual_cpp_binding and not self.is_direct:
            word = MANUAL_BINDING_PREFIX + word
        return _function_name((*self.scope, word), self.header, self.rooted)

    def passed_on(self, signature: CppSignature) -> tuple[Expr, ...]:
        """`arguments`, made of the parameters of a function that has `signature` itself."""
        if self.is_unboxed_call:
            return self.arguments(signature, bindings(signature))
        return passed_on(signature)

    def call(self, signature: CppSignature) -> Call:
        """The call, in the body of a function that has `signature`, with its parameters passed on.

        `signature` is one of `signatures(operator)`.
        """
        return Call(NameExpr(self.callee(signature)), self.passed_on(signature))

    def call_with(self, signature: CppSignature, scope: Iterable[Binding]) -> Call:
        """The call of the form `signature`, its arguments made of what is in scope."""
        return Call(NameExpr(self.callee(signature)), self.arguments(signature, scope))

    def arguments(self, signature: CppSignature, scope: Iterable[Binding]) -> tuple[Expr, ...]:
        """What that call passes. It depends on the link only by `is_unboxed_call`."""
        target = unboxed_signature(self.operator) if self.is_unboxed_call else signature
        return translate(scope, target.params)


@functools.lru_cache  # overloads stand together and have one name
def _function_name(parts: tuple[str, ...], header: Header, rooted: bool) -> QualifiedName:
    return QualifiedName(parts, rooted, (header,))


# Keys at which native_functions.yaml names every kernel there is. For others, kernels are
# registered elsewhere (torch_xla, Intel's XPU operators, any PrivateUse1 backend), and a composite
# kernel called directly would pass them by.
_COMPLETE_KEYS = (DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.Meta, DispatchKey.MPS)

_NO_KERNEL = "no kernel"
_COMPOSITES = tuple(
    (key, kind, Step(key, False, _NO_KERNEL))
    for key, kind in (
        (DispatchKey.CompositeExplicitAutograd, LinkKind.COMPOSITE_EXPLICIT),
        (
            DispatchKey.CompositeExplicitAutogradNonFunctional,
            LinkKind.COMPOSITE_EXPLICIT_NON_FUNCTIONAL,
        ),
        (DispatchKey.CompositeImplicitAutograd, LinkKind.COMPOSITE_IMPLICIT),
    )
)


def resolve(operator: Operator, key: DispatchKey | None, table: OperatorTable) -> Link:
    """The target of calls of `operator` in code for `key`; None is code for every backend.

    `table` holds the operators that `operator` may delegate to and its namesakes. The function
    found is declared in ATen's headers and, CUDA's aside, exported by every build of libtorch.
    """
    return resolve_each(operator, (key,), table)[0]


def resolve_each(
    operator: Operator, keys: Iterable[DispatchKey | None], table: OperatorTable
) -> list[Link]:
    """`resolve` for several keys; what does not depend on the key is found out once."""
    resolver = _Resolver(operator, table)
    return [resolver.link(key) for key in keys]


@frozen
class _Function:
    """A function in the namespace of a key, as links to it have it."""

    how: Provision
    scope: tuple[str, ...]
    header: Header
    step: Step
    inner: InnerDispatches


class _Resolver:
    """What is known of one operator while its links for some keys are made."""

    def __init__(self, operator: Operator, table: OperatorTable) -> None:
        self._operator = operator
        self._table = table
        self._root = header_root(operator.name)
        # Composite kernels serve every key that has none of its own.
        self._composites: dict[DispatchKey, _Function | None] = {}

    def link(self, key: DispatchKey | None) -> Link:
        operator, table = self._operator, self._table
        if key is None:
            return self._dispatcher_link(key, ())
        own = provision(operator, key, table)
        if own is not None:
            if not is_exported(own, operator, key, table):
                hidden = Step(key, False, "declared in the header but not exported by libtorch")
                return self._dispatcher_link(key, (hidden,))
            is_own = own is Provision.KERNEL or own is Provision.RETURNS_SELF
            kind = LinkKind.OWN_KERNEL if is_own else LinkKind.STRUCTURED
            return self._direct_link(key, kind, self._function(key, own), ())
        if is_named_kernel(operator, key, table):
            unreachable = Step(key, False, "has a kernel that no header of ATen declares")
            return self._dispatcher_link(key, (unreachable,))
        if key not in _COMPLETE_KEYS:
            unknown = Step(key, False, "kernels of this key may be registered outside PyTorch")
            return self._dispatcher_link(key, (unknown,))
        steps = [Step(key, False, _NO_KERNEL)]
        for composite, kind, missing in _COMPOSITES:
            found = self._composite(composite)
            if found is None:
                steps.append(missing)
            elif key is DispatchKey.Meta and self._calls_own_out_form(composite, found):
                # In a Python process both forms have Meta kernels of Python, which differ in
                # strides.
                reason = "calls its out= form by the dispatcher: no saving"
                steps.append(Step(composite, False, reason))
            else:
                return self._direct_link(key, kind, found, tuple(steps))
        return self._dispatcher_link(key, tuple(steps))

    def _composite(self, key: DispatchKey) -> _Function | None:
        if key not in self._composites:
            how = provision(self._operator, key, self._table)
            self._composites[key] = None if how is None else self._function(key, how)
        return self._composites[key]

    def _function(self, key: DispatchKey, how: Provision) -> _Function:
        word = key.cpp_namespace
        return _Function(
            how,
            scope=("at", word),
            header=_ops_header(f"{self._root}_{word}_dispatch"),
            step=Step(key, True, how.value),
            inner=inner_dispatches(self._operator, key, how),
        )

    def _direct_link(
        self, key: DispatchKey, kind: LinkKind, target: _Function, before: tuple[Step, ...]
    ) -> Link:
        return Link(
            operator=self._operator,
            key=key,
            kind=kind,
            scope=target.scope,
            header=target.header,
            steps=(*before, target.step),
            inner=target.inner,
        )

    def _dispatcher_link(self, key: DispatchKey | None, before: tuple[Step, ...]) -> Link:
        """The link through the dispatcher, after the steps BEFORE found nothing better."""
        operator = self._operator
        is_function = Variant.FUNCTION in operator.variants
        reason = "serves every key" if key is None else "the only way to the kernel"
        if key is DispatchKey.Meta and all(step.reason == _NO_KERNEL for step in before):
            reason = "C++ has no meta kernel; in Python there may be one"
        return Link(
            operator=operator,
            key=key,
            kind=LinkKind.DISPATCHER,
            scope=("at",) if is_function else ("at", "_ops", operator.name.unambiguous),
            header=_ops_header(self._root if is_function else f"{self._root}_ops"),
            steps=(*before, Step(None, True, reason)),
            inner=THROUGH_THE_DISPATCHER,
            is_unboxed_call=not is_function,
        )

    def _calls_own_out_form(self, composite: DispatchKey, found: _Function) -> bool:
        """Whether a composite kernel was seen to do no more than call its operator's out= form."""
        operator = self._operator
        if composite is not DispatchKey.CompositeExplicitAutograd or operator.schema.out_arguments:
            return False
        inner = [self._table.find(name) for name in found.inner.observed or ()]
        return any(
            each is not None and each.schema.out_arguments and each.name.root == operator.name.root
            for each in inner
        )


@functools.lru_cache  # operators of one root stand together and share their headers
def _ops_header(stem: str) -> Header:
    return Header(f"ATen/ops/{stem}.h")
