"""What one call did, and how two calls differ."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import attrs
import torch

from dispatchless.jit.capture import captured_output
from dispatchless.jit.shadow import SHADOW_SUFFIX
from dispatchless.jit.verify.inputs import Call


@attrs.define
class Outcome:
    """The end of one call: an error, or results, with the arguments as they are afterwards."""

    error: tuple[str, str] | None
    result: Any
    call: Call
    warnings: tuple[str, ...] = ()

    @property
    def raised(self) -> bool:
        return self.error is not None

    @property
    def tensors(self) -> list[torch.Tensor]:
        """Every tensor of the result, in order."""
        return list(_tensors(self.result))


#: A further property of a tensor that a row compares: a name and how to read it.
Fact = tuple[str, Callable[[torch.Tensor], object]]


def restart_random_numbers() -> None:
    """What is drawn from here on is the same each time."""
    torch.default_generator.manual_seed(0)


def run(operator: Callable[..., Any], call: Call) -> Outcome:
    """Call `operator`; what it raises becomes part of the outcome.

    The random generator starts from the same seed each time, so that operators that draw numbers
    are comparable.
    """
    restart_random_numbers()
    try:
        return Outcome(None, operator(*call.args, **call.kwargs), call)
    except Exception as error:
        return Outcome(error_text(error), None, call)


def run_with_warnings(operator: Callable[..., Any], call: Call) -> Outcome:
    """`run`, with the warnings in the outcome.

    An operator called through torch.ops warns on standard error, not through Python's warnings.
    """
    with captured_output() as captured, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outcome = run(operator, call)
    printed = [re.sub(r"^\[W[^]]*\] ", "", line) for line in captured.stderr.splitlines()]
    outcome.warnings = tuple(plain_text(text) for text in (*map(_message, caught), *printed))
    return outcome


def _message(warning: warnings.WarningMessage) -> str:
    return str(warning.message)


def error_text(error: BaseException) -> tuple[str, str]:
    """Type and message of an exception, without what may differ between two equal ones."""
    return type(error).__name__, plain_text(str(error))


def plain_text(text: str) -> str:
    """A message without the shadow namespace, addresses, source lines and C++ frames."""
    text = text.replace(SHADOW_SUFFIX, "")
    text = re.sub(r"\n?Exception raised from .*", "", text, flags=re.DOTALL)
    text = re.sub(r"\(Triggered internally at [^)]*\)", "", text)
    return re.sub(r"0x[0-9a-fA-F]+", "0x", text).strip()


def difference(
    slow: Outcome, fast: Outcome, facts: Iterable[Fact] = (), *, contents: bool = True
) -> tuple[str, str] | None:
    """The first difference as (expected, got), or None when the two calls did the same.

    Compared: the error, or the structure of the result, dtype, shape, strides, device, layout,
    conj and neg bits, `facts`, with `contents` the bits of every element, which argument a result
    *is*, and all of that for the arguments after the call.
    """
    facts = tuple(facts)
    if slow.error != fast.error:
        return _told(slow), _told(fast)
    found = _value_difference(slow.result, fast.result, facts, contents=contents)
    if found is None and not slow.raised:
        found = _compare("identity of the result", identities(slow), identities(fast))
    if found is None:
        for name in slow.call.values:
            a, b = slow.call.values[name], fast.call.values[name]
            # A refused call may leave an out= argument resized and not filled.
            found = _value_difference(a, b, facts, contents=contents and not slow.raised)
            if found is not None:
                return f"{name} afterwards: {found[0]}", f"{name} afterwards: {found[1]}"
    return found


def tensor_difference(
    a: torch.Tensor, b: torch.Tensor, facts: Iterable[Fact] = (), *, contents: bool = True
) -> tuple[str, str] | None:
    """The first difference of two tensors as (expected, got), with `contents` bit by bit."""
    for name, read in (*_FACTS, *facts):
        found = _compare(name, read(a), read(b))
        if found is not None:
            return found
    if not contents or a.is_meta or type(a) is not torch.Tensor or same_bits(a, b):
        return None
    return _show(a), _show(b)


def same_bits(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Are the elements equal bit by bit (nan equal to nan, 0.0 not to -0.0)?"""
    with torch.no_grad():
        parts = zip(element_bytes(a), element_bytes(b), strict=True)
        return all(torch.equal(x, y) for x, y in parts)


def element_bytes(tensor: torch.Tensor) -> list[torch.Tensor]:
    """Copies of the elements' bytes, with the indices where the layout is sparse."""
    tensor = tensor.detach()
    if tensor.layout is torch.sparse_coo:
        parts = [tensor._indices(), tensor._values()]
    elif tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        parts = [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
    elif tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        parts = [tensor.ccol_indices(), tensor.row_indices(), tensor.values()]
    elif tensor.layout is torch.strided and not tensor.is_quantized:
        parts = [tensor]
    else:
        parts = [tensor.to_dense() if tensor.layout is not torch.strided else tensor.int_repr()]
    return [_as_bytes(part) for part in parts]


def _as_bytes(part: torch.Tensor) -> torch.Tensor:
    if part._is_zerotensor():
        part = torch.zeros(part.shape, dtype=part.dtype)
    if part.numel() == 0:
        return torch.empty(0, dtype=torch.uint8)
    # A clone: a contiguous tensor of one element may have any stride.
    plain = part.resolve_conj().resolve_neg()
    flat = plain.clone(memory_format=torch.contiguous_format).reshape(-1)
    return flat if flat.dtype is torch.uint8 else flat.view(torch.uint8)


def _strides(tensor: torch.Tensor) -> object:
    return tuple(tensor.stride()) if tensor.layout is torch.strided else None


_FACTS: tuple[Fact, ...] = (
    ("type", lambda t: type(t).__name__),
    ("dtype", lambda t: t.dtype),
    ("shape", lambda t: tuple(t.shape)),
    ("layout", lambda t: t.layout),
    ("strides", _strides),
    ("device", lambda t: t.device),
    ("conj bit", lambda t: t.is_conj()),
    ("neg bit", lambda t: t.is_neg()),
)

REQUIRES_GRAD: Fact = ("requires_grad", lambda t: t.requires_grad)
GRAD_FN: Fact = ("grad_fn", lambda t: type(t.grad_fn).__name__)
IS_INFERENCE: Fact = ("is_inference", lambda t: t.is_inference())
IS_VIEW: Fact = ("is a view", lambda t: t._is_view())
VERSION: Fact = ("version", lambda t: None if t.is_inference() else t._version)


def _value_difference(
    a: Any, b: Any, facts: tuple[Fact, ...], *, contents: bool = True
) -> tuple[str, str] | None:
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return tensor_difference(a, b, facts, contents=contents)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        if len(a) != len(b):
            return f"{len(a)} values", f"{len(b)} values"
        for position, (x, y) in enumerate(zip(a, b, strict=True)):
            found = _value_difference(x, y, facts, contents=contents)
            if found is not None:
                return f"[{position}] {found[0]}", f"[{position}] {found[1]}"
        return None
    same = repr(a) == repr(b) and type(a) is type(b)
    return None if same else (repr(a), repr(b))


def identities(outcome: Outcome) -> tuple[str, ...]:
    """For each tensor of the result: which argument it is."""
    names: list[str] = []
    for tensor in outcome.tensors:
        same = [name for name, value in outcome.call.values.items() if value is tensor]
        names.append(f"is argument {same[0]}" if same else "a new tensor")
    return tuple(names)


def _tensors(value: Any) -> Iterable[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _tensors(member)


def _compare(what: str, a: object, b: object) -> tuple[str, str] | None:
    return None if a == b else (f"{what} {a}", f"{what} {b}")


def _told(outcome: Outcome) -> str:
    if outcome.error is not None:
        return f"{outcome.error[0]}: {_short(outcome.error[1])}"
    return _show(outcome.result)


def _show(value: object) -> str:
    if isinstance(value, torch.Tensor):
        try:
            with torch.no_grad():
                return _short(repr(value))
        except Exception:
            return f"a {value.dtype} tensor of shape {tuple(value.shape)}"
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(_show(v) for v in value) + ")"
    return _short(repr(value))


def _short(text: str, limit: int = 240) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
