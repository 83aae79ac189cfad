"""The tables of vectorised kernels (``DispatchStub``) behind structured operators.

ATen's headers declare stubs, and nothing says which operator runs which, or what its kernel does
besides. Listed here are the operators whose kernel on CPU does nothing but run the stub on itself,
as a TensorIterator, with the arguments named: on every input that the tests try, results are those
of the operator's own function, bit for bit. Others need more than their stub: ``floor`` copies
integers, ``signbit`` fills for bool, ``clamp`` chooses between three, ``glu`` splits its input.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from dispatchless.frozen import frozen
from dispatchless.model.operator import Operator


@frozen
class DispatchStub:
    """A stub of ``at::native``: its name, its header, and the operator's arguments that it takes
    behind the iterator."""

    name: str
    header: str
    arguments: tuple[str, ...] = ()


# Operators by the out= form that owns the kernel; the stub is named as the operator.
_UNARY = """
    acos acosh asin asinh atan atanh bitwise_not cos cosh digamma erf erfc erfinv exp exp2 expm1
    frac i0 lgamma log log10 log1p log2 neg reciprocal rsqrt sigmoid sign sin sinc sinh sqrt
    tan tanh
"""
_BINARY = """
    atan2 copysign fmax fmin gcd heaviside hypot igamma igammac lcm logaddexp logaddexp2 maximum
    minimum mul nextafter
"""
_BINARY_TENSOR = "bitwise_and bitwise_or bitwise_xor eq fmod ge gt le lt ne remainder"
_ACTIVATION = "hardsigmoid mish silu"
_WITH_ARGUMENTS = {
    "add.out": DispatchStub("add_stub", "ATen/native/BinaryOps.h", ("alpha",)),
    "addcdiv.out": DispatchStub("addcdiv_stub", "ATen/native/PointwiseOps.h", ("value",)),
    "addcmul.out": DispatchStub("addcmul_stub", "ATen/native/PointwiseOps.h", ("value",)),
    "elu.out": DispatchStub(
        "elu_stub", "ATen/native/Activation.h", ("alpha", "scale", "input_scale")
    ),
    "hardshrink.out": DispatchStub("hardshrink_stub", "ATen/native/Activation.h", ("lambd",)),
    "leaky_relu.out": DispatchStub(
        "leaky_relu_stub", "ATen/native/Activation.h", ("negative_slope",)
    ),
    "softplus.out": DispatchStub(
        "softplus_stub", "ATen/native/Activation.h", ("beta", "threshold")
    ),
    "softshrink.out": DispatchStub("softshrink_stub", "ATen/native/Activation.h", ("lambd",)),
    "threshold.out": DispatchStub(
        "threshold_stub", "ATen/native/Activation.h", ("threshold", "value")
    ),
}
_PLAIN = (
    (_UNARY, "out", "ATen/native/UnaryOps.h"),
    (_BINARY, "out", "ATen/native/BinaryOps.h"),
    (_BINARY_TENSOR, "Tensor_out", "ATen/native/BinaryOps.h"),
    (_ACTIVATION, "out", "ATen/native/Activation.h"),
)


@functools.cache
def dispatch_stubs() -> Mapping[str, DispatchStub]:
    """Every stub that is known, by the name of the out= operator whose kernel runs it."""
    found = {
        f"{base}.{overload}": DispatchStub(f"{base}_stub", header)
        for bases, overload, header in _PLAIN
        for base in bases.split()
    }
    return {**found, **_WITH_ARGUMENTS}


def stub_of(parent: Operator) -> DispatchStub | None:
    """The stub that the kernel of a structured out= operator runs; None if none is known."""
    return dispatch_stubs().get(parent.name.local)
