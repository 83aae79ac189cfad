"""The same call from Python: the operators of the suite, registered, and as Python writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
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


@attrs.frozen
class PythonWays:
    """An operator of the suite in each way that Python can call it."""

    arguments: int
    ways: Mapping[str, Callable[..., Any]]

    def calls(self) -> Mapping[str, Callable[[], object]]:
        """Each way with tensors of one element that are made now, in the mode that there is now."""
        import torch

        tensors = [torch.ones(1) for _ in range(self.arguments)]
        return {name: _bound(way, tensors) for name, way in self.ways.items()}


@contextmanager
def python_ways(
    table: OperatorTable, *, progress: Callable[[str], None] = lambda text: None
) -> Iterator[Mapping[str, PythonWays]]:
    """`one`, `three` and `eight`, compiled in this process and registered while the block lasts.

    Raises RuntimeUnavailable: torch or cppyy is not installed.
    """
    import torch

    session = process_session(TorchRuntime, progress=progress)
    specification = load_specs((SPECIFICATION,), native=table)
    chosen = tuple(
        operator
        for operator in specification.operators
        if isinstance(operator.design, Composite) and operator.schema.kind is SchemaKind.FUNCTIONAL
    )
    specification = attrs.evolve(specification, operators=chosen)
    options = TorchOptions(_NAMESPACE, JIT_KEYS, _NAMESPACE, Registration.MANUAL, table)
    other = _NAMESPACE + SHADOW_SUFFIX
    ordinary = attrs.evolve(options, namespace=other, lib_name=other, keys=())
    shadow = shadow_specification(specification, _NAMESPACE)
    with ExitStack() as registered:
        for library in (
            compile_library(session, specification, options),
            compile_library(session, shadow, ordinary, table=dispatcher_path_table),
        ):
            library.register()
            registered.callback(library.deregister)
        found = {}
        for name, composition in _compositions().items():
            fast = getattr(torch.ops.bench, f"{name}_composite").default
            slow = getattr(getattr(torch.ops, other), f"{name}_composite").default
            ways = {IN_PYTHON: composition, ORDINARY: slow, REGISTERED: fast}
            found[name] = PythonWays(2 if name == "one" else 3, ways)
        yield found


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
    process_session(TorchRuntime, progress=progress)
    progress("calls from Python")

    def work() -> tuple[PythonCall, ...]:
        with python_ways(table) as ways:
            return tuple(_measured(ways, rounds, block))

    outcome = run_in_child(work)
    if isinstance(outcome, Crash):
        raise RuntimeError(f"the process that calls from Python {outcome}")
    return outcome.value


def _measured(ways: Mapping[str, PythonWays], rounds: int, block: int) -> Iterator[PythonCall]:
    import torch

    torch.set_num_threads(1)
    modes = {"inference": torch.inference_mode, "no_grad": torch.no_grad, "grad": torch.enable_grad}
    for operator, found in ways.items():
        for mode, guard in modes.items():
            with guard():
                turns = {name: Turn(call) for name, call in found.calls().items()}
                times = in_turns(turns, rounds=rounds, block=block)
            base = times[IN_PYTHON]
            for design, own in times.items():
                ratio = Spread.of([one / other for one, other in zip(own, base, strict=True)])
                yield PythonCall(operator, mode, design, Spread.of(own), ratio)


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
