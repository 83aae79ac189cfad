"""What is verified: an operator, its dispatcher path, and the facts of its schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any

import attrs

from dispatchless.jit.dispatch_log import DispatchLog


@attrs.frozen
class ArgumentType:
    """The type of a schema argument as the dispatcher sees it.

    `kind` is the name that torch gives it (`TensorType`, `SymIntType`, `NumberType`,
    `OptionalType`, `ListType`, ...), `element` the type inside an optional or a list, `size` the
    length of `int[2]`.
    """

    kind: str
    element: ArgumentType | None = None
    size: int | None = None

    @classmethod
    def of(cls, torch_type: Any, size: int | None = None) -> ArgumentType:
        kind = str(torch_type.kind())
        if kind in ("OptionalType", "ListType"):
            return cls(kind, cls.of(torch_type.getElementType(), size), size)
        return cls(kind)

    @property
    def is_optional(self) -> bool:
        return self.kind == "OptionalType"

    @property
    def is_list(self) -> bool:
        return self.kind == "ListType"

    @property
    def required(self) -> ArgumentType:
        """The type without the outer `?`."""
        return self.element if self.is_optional and self.element is not None else self

    @property
    def holds_tensors(self) -> bool:
        return self.kind == "TensorType" or (
            self.element is not None and self.element.holds_tensors
        )


@attrs.frozen
class Argument:
    """One argument of the schema."""

    name: str
    type: ArgumentType
    keyword_only: bool
    is_out: bool
    is_written: bool
    is_aliased: bool
    has_default: bool
    default: object


@attrs.frozen
class InnerOperator:
    """An operator that the composite calls, and what is called in its place.

    `function` is the backend function (`at::cpu::add`); `dispatch_free` is False where no function
    of the backend exists and the call goes to the dispatcher all the same. `inner` are the
    operators that the called function calls without the dispatcher in turn, where it is a composite
    of the same library.
    """

    name: str
    function: str
    dispatch_free: bool = True
    inner: tuple[InnerOperator, ...] = ()


CountDispatches = Callable[[], AbstractContextManager[DispatchLog]]


@attrs.frozen(slots=False)
class Subject:
    """One operator under test.

    Attributes:
        fast: the overload registered with dispatch-free kernels (`torch.ops.<ns>.<op>.<overload>`).
        slow: the overload of the shadow namespace that has the generic kernel alone, as
            CompositeImplicitAutograd: the dispatcher path, and the truth for every row.
        inner: the operators that the composite lists, with the functions that the CPU instance
            calls.
        promised: the dispatcher calls of one call when nothing needs a gradient, where the author
            promises a number; None leaves it at "every dispatch-free inner call is saved".
        allowed: the base names of operators that the author lets the composite's own code call
            through the dispatcher.
        samples: more argument tuples (positional values, keyword values), made by the author of the
            specification for operators whose valid inputs are hard to guess.
    """

    fast: Any
    slow: Any
    inner: tuple[InnerOperator, ...] = ()
    promised: int | None = None
    allowed: frozenset[str] = frozenset()
    samples: Callable[[], Sequence[tuple[tuple[object, ...], dict[str, object]]]] | None = None

    @property
    def body(self) -> Callable[..., Any]:
        """The generic kernel itself, past the dispatcher: what it calls is what `slow` calls where
        the dispatcher takes `slow` apart, and stays visible where it leaves it whole."""
        decompose: Callable[..., Any] = self.slow.decompose
        return decompose

    @cached_property
    def name(self) -> str:
        """`ns::op.overload`, without the overload when it is the default one."""
        return qualified_name(self.fast)

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments in schema order, read from the registered schema."""
        return tuple(
            Argument(
                name=a.name,
                type=ArgumentType.of(a.real_type, a.N),
                keyword_only=bool(a.kwarg_only),
                is_out=bool(a.is_out),
                is_written=a.alias_info is not None and bool(a.alias_info.is_write),
                is_aliased=a.alias_info is not None,
                has_default=bool(a.has_default_value()),
                default=a.default_value if a.has_default_value() else None,
            )
            for a in self.fast._schema.arguments
        )

    @cached_property
    def inputs(self) -> tuple[Argument, ...]:
        """The arguments without the out= ones."""
        return tuple(a for a in self.arguments if not a.is_out)

    @cached_property
    def outs(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if a.is_out)

    @cached_property
    def written(self) -> tuple[Argument, ...]:
        """Arguments that in-place and mutable operators change: no out= arguments."""
        return tuple(a for a in self.arguments if a.is_written and not a.is_out)

    @property
    def mutates(self) -> bool:
        return any(a.is_written for a in self.arguments)

    @cached_property
    def is_view(self) -> bool:
        """Does a return alias an input that is not written?"""
        aliased = any(a.is_aliased and not a.is_written for a in self.arguments)
        return aliased and any(r.alias_info is not None for r in self.fast._schema.returns)

    @cached_property
    def has_plain_result(self) -> bool:
        """Is a result no tensor, such as an int? None at all is not."""
        returns = self.fast._schema.returns
        return any(not ArgumentType.of(r.real_type, None).holds_tensors for r in returns)

    @cached_property
    def returns_tensors(self) -> bool:
        """Is every result a `Tensor`, none a list, optional, or of another type? One may still be
        undefined, as the gradients that an `output_mask` does not ask for."""
        kinds = [ArgumentType.of(r.real_type, None).kind for r in self.fast._schema.returns]
        return bool(kinds) and set(kinds) == {"TensorType"}

    @property
    def is_of_aten(self) -> bool:
        """Is it an operator of ATen, which gets further kernels?"""
        return self.name.startswith("aten::")

    @cached_property
    def keeps_autograd(self) -> bool:
        """Is it an operator of ATen with autograd kernels of its own? Then what is registered are
        kernels for backends, and everything above and beside them stays ATen's."""
        import torch

        return self.is_of_aten and not (
            torch._C._dispatch_has_kernel_for_dispatch_key(self.name, "CompositeImplicitAutograd")
        )

    @cached_property
    def has_tensor_input(self) -> bool:
        return any(a.type.holds_tensors for a in self.inputs)


def qualified_name(overload: Any) -> str:
    """`ns::op.overload` of a torch OpOverload, as the dispatcher writes it."""
    schema = overload._schema
    return str(schema.name) + (f".{schema.overload_name}" if schema.overload_name else "")
