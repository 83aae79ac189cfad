"""The same call from Python: the operators of the suite, registered, and as Python writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from dispatchless.jit.bench.builtin import SPECIFICATION
from dispatchless.jit.bench.figures import Spread
from dispatchless.jit.bench.subjects import ORDINARY, REGISTERED
from dispatchless.jit.bench.turns import Turn, in_turns
from dispatchless.jit.children import Crash, run_in_child
from dispatchless.jit.library import JIT_KEYS, compile_library, dispatcher_path_table
from dispatchless.jit.process import process_session
from dispatchless.jit.shadow import SHADOW_SUFFIX, shadow_specification
from dispatchless.jit.torch_runtime import TorchRuntime
from dispatchless.lowering import Registration, TorchOptions
from dispatchless.model import Composite, OperatorTable, SchemaKind, load_specs

_NAMESPACE = "bench"
#: The composition of the same operators in Python.
IN_PYTHON = "written in Python"


@attrs.frozen
class PythonCall:
    """One way of calling an operator from Python; `ratio` is to the composition in Python."""

    operator: str
    mode: str
    design: str
    nanoseconds: Spread
    ratio: Spread


def measure_python_calls(
    table: OperatorTable,
    *,
    rounds: int = 31,
    block: int = 1_000_000,
    progress: Callable[[str], None] = lambda text: None,
) -> tuple[PythonCall, ...]:
    """Time `torch.ops.bench.three(...)` and the like on one-element tensors.

    Raises:
        RuntimeUnavailable: torch or cppyy is not installed.
        RuntimeError: the process that makes the calls died.
    """
    session = process_session(TorchRuntime, progress=progress)
    progress("calls from Python")
    specification = load_specs((SPECIFICATION,), native=table)
    chosen = tuple(
        operator
        for operator in specification.operators
        if isinstance(operator.design, Composite) and operator.schema.kind is SchemaKind.FUNCTIONAL
    )
    specification = attrs.evolve(specification, operators=chosen)

    def work() -> tuple[PythonCall, ...]:
        options = TorchOptions(_NAMESPACE, JIT_KEYS, _NAMESPACE, Registration.MANUAL, table)
        compile_library(session, specification, options).register()
        other = _NAMESPACE + SHADOW_SUFFIX
        ordinary = attrs.evolve(options, namespace=other, lib_name=other, keys=())
        shadow = shadow_specification(specification, _NAMESPACE)
        compile_library(session, shadow, ordinary, table=dispatcher_path_table).register()
        return _measure(other, rounds, block)

    outcome = run_in_child(work)
    if isinstance(outcome, Crash):
        raise RuntimeError(f"the process that calls from Python {outcome}")
    return outcome.value


def _measure(ordinary: str, rounds: int, block: int) -> tuple[PythonCall, ...]:
    import torch

    torch.set_num_threads(1)
    found: list[PythonCall] = []
    modes = {"inference": torch.inference_mode, "no_grad": torch.no_grad, "grad": torch.enable_grad}
    for operator, composition in _compositions().items():
        for mode, guard in modes.items():
            with guard():
                tensors = [torch.ones(1) for _ in range(2 if operator == "one" else 3)]
                fast = getattr(torch.ops.bench, f"{operator}_composite").default
                slow = getattr(getattr(torch.ops, ordinary), f"{operator}_composite").default
                ways = {IN_PYTHON: composition, ORDINARY: slow, REGISTERED: fast}
                turns = {name: Turn(_bound(way, tensors)) for name, way in ways.items()}
                times = in_turns(turns, rounds=rounds, block=block)
            base = times[IN_PYTHON]
            for design, own in times.items():
                ratio = Spread.of([one / other for one, other in zip(own, base, strict=True)])
                found.append(PythonCall(operator, mode, design, Spread.of(own), ratio))
    return tuple(found)


def _bound(way: Callable[..., Any], tensors: list[Any]) -> Callable[[], object]:
    return lambda: way(*tensors)


def _compositions() -> dict[str, Callable[..., Any]]:
    """What the operators of the suite do, in Python."""
    import torch

    def one(first: Any, other: Any) -> Any:
        return torch.add(first, other, alpha=-1)

    def three(first: Any, gate: Any, residual: Any) -> Any:
        return torch.add(torch.mul(first, torch.sigmoid(gate)), residual)

    def eight(first: Any, gate: Any, residual: Any) -> Any:
        opened = torch.sigmoid(gate)
        kept = torch.mul(first, opened)
        fresh = torch.mul(residual, torch.sigmoid(torch.neg(gate)))
        return torch.add(kept, torch.mul(torch.sub(fresh, kept), opened))

    return {"one": one, "three": three, "eight": eight}
