"""Dispatcher calls of a PyTorch module's forward: how many, inside of what, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import attrs

from dispatchless.jit.bench.figures import Spread
from dispatchless.jit.bench.turns import Turn, in_turns
from dispatchless.jit.children import Crash, run_in_child
from dispatchless.jit.dispatch_log import DispatchCall
from dispatchless.jit.library import JIT_KEYS, CompiledLibrary, compile_library
from dispatchless.jit.process import process_session
from dispatchless.jit.torch_runtime import TorchRuntime
from dispatchless.lowering import Registration, TorchOptions
from dispatchless.model import OperatorTable, Specification

if TYPE_CHECKING:
    from dispatchless.jit.bench.model_results import Contents

# Of one turn, in nanoseconds.
_BLOCK = 5_000_000
# Forwards that are made before a difference is called the composites'.
_AGAIN = 20


@attrs.frozen
class Caller:
    """An operator of a forward: how often it is called, and which calls it causes.

    `makes` are the calls whose nearest caller it is, so that all of them together are all nested
    calls; `inside` all calls within its own, at any depth.
    """

    operator: str
    calls: int
    makes: int
    inside: int


@attrs.frozen
class CallCount:
    """The dispatcher calls of one forward; `callers` with the most calls inside them first."""

    calls: int
    nested: int
    callers: tuple[Caller, ...]

    @classmethod
    def of(cls, calls: Sequence[DispatchCall]) -> CallCount:
        """From a log, in which every call follows its caller."""
        times: Counter[str] = Counter()
        made: Counter[str] = Counter()
        within: Counter[str] = Counter()
        inside: list[str] = []
        for call in calls:
            del inside[call.depth :]
            if inside:
                made[inside[-1]] += 1
                within.update(set(inside))
            inside.append(call.name)
            times[call.name] += 1
        callers = [Caller(name, count, made[name], within[name]) for name, count in times.items()]
        callers.sort(key=lambda each: (-each.inside, -each.makes, each.operator))
        nested = sum(call.depth > 0 for call in calls)
        return cls(len(calls), nested, tuple(callers))


@attrs.frozen
class LoadedModel:
    """A module, the arguments of its forward, and what is told of both.

    Attributes:
        failure: the error that tells of what the forward raised.
        notes: what is remarkable about it.
    """

    forward: Callable[..., Any]
    inputs: tuple[Any, ...]
    failure: Callable[[BaseException], Exception]
    notes: tuple[str, ...] = ()


#: Makes the module; it is used in the block.
LoadModel = Callable[[], AbstractContextManager[LoadedModel]]


@attrs.frozen
class ModelReport:
    """A forward without gradients, as it is and with a specification's composites in place.

    Attributes:
        stock: the dispatcher calls as it is.
        nanoseconds: the forward's time as it is.
        replaced: the dispatcher calls with the composites in place; None without a specification.
        ratio: of the time with them to the time without.
        equal: whether the results are the same bit for bit; None where nothing is compared or
            that cannot be known, of which a note tells the reason.
        operators: the composites.
        notes: what is to be known about these figures.
    """

    model: str
    stock: CallCount
    nanoseconds: Spread
    replaced: CallCount | None = None
    ratio: Spread | None = None
    equal: bool | None = None
    operators: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values for `json.dumps`."""
        return attrs.asdict(self)


class ModelCrash(Exception):
    """The process in which the model ran did not come to its end, or the forward failed with the
    composites in place; the message says how."""


def measure_model(
    name: str,
    load: LoadModel,
    specification: Specification | None,
    table: OperatorTable,
    *,
    rounds: int,
    progress: Callable[[str], None] = lambda text: None,
) -> ModelReport:
    """Count and time a module's forward under no_grad, in a child of this process.

    Args:
        name: what the report calls it.
        load: makes the module and its arguments; called in the child.
        specification: composites to put in place of ATen's; None measures the module alone.
        table: where their inner operators were looked up.
        rounds: turns of the forward as it is and with them.

    Raises:
        RuntimeUnavailable: torch or cppyy is not installed.
        CompileError, LinkError: the specification does not compile.
        ModelCrash: the process died, or the forward fails with the composites alone.
        Whatever the module raises.
    """
    session = process_session(TorchRuntime, progress=progress)
    progress(f"{name}: counting")

    def work() -> ModelReport:
        library = None
        if specification is not None:
            options = TorchOptions("bench", JIT_KEYS, "bench", Registration.MANUAL, table)
            library = compile_library(session, specification, options)
        runtime = cast(TorchRuntime, session.runtime)
        return _measure(name, load, runtime, library, specification, rounds)

    outcome = run_in_child(work)
    if isinstance(outcome, Crash):
        raise ModelCrash(f"the process of {name} {outcome}")
    return outcome.value


def _measure(
    name: str,
    load: LoadModel,
    runtime: TorchRuntime,
    library: CompiledLibrary | None,
    specification: Specification | None,
    rounds: int,
) -> ModelReport:
    import torch

    torch.set_num_threads(1)
    with load() as model, torch.no_grad():
        return _measure_loaded(name, model, runtime, library, specification, rounds)


def _measure_loaded(
    name: str,
    model: LoadedModel,
    runtime: TorchRuntime,
    library: CompiledLibrary | None,
    specification: Specification | None,
    rounds: int,
) -> ModelReport:
    from dispatchless.jit.bench.model_results import contents

    forward, inputs = model.forward, model.inputs

    # Both do the same, so that they take turns alike.
    def as_it_is() -> Any:
        try:
            return forward(*inputs)
        except (Exception, SystemExit) as error:
            raise model.failure(error) from None

    def with_composites() -> Any:
        try:
            return forward(*inputs)
        except (Exception, SystemExit) as error:  # the composites are the user's
            raise ModelCrash(
                f"the forward of {name} fails with the composites in place: "
                f"{type(error).__name__}: {error}"
            ) from None

    alone = Turn(as_it_is)
    result, stock = _counted(as_it_is, runtime)
    if library is None or specification is None:
        times = in_turns({"": alone}, rounds=rounds, block=_BLOCK)
        return ModelReport(name, stock, Spread.of(times[""]), notes=model.notes)
    # Copied where no composite is in place, since copying calls operators.
    stock_results = [contents(result), contents(as_it_is())]
    try:
        library.register()
        try:
            result, replaced = _counted(with_composites, runtime)
        finally:
            library.deregister()
        found = contents(result)
        stock_results.append(contents(as_it_is()))
        others = Turn(with_composites, before=library.register, after=library.deregister)
        times = in_turns({"": alone, "composites": others}, rounds=rounds, block=_BLOCK)
    except ModelCrash:
        as_it_is()  # what now fails without them, too, is no fault of theirs
        raise
    ratios = [new / old for new, old in zip(times["composites"], times[""], strict=True)]
    equal, note = _verdict(stock_results, found, lambda: contents(as_it_is()))
    return ModelReport(
        name,
        stock,
        Spread.of(times[""]),
        replaced,
        Spread.of(ratios),
        equal,
        tuple(str(operator.schema.name) for operator in specification.operators),
        (*model.notes, *note),
    )


def _counted(forward: Callable[[], Any], runtime: TorchRuntime) -> tuple[Any, CallCount]:
    """The result and the calls of a forward that is not the first (which may prepare things)."""
    for _ in range(3):
        forward()
    with runtime.record_dispatches() as log:
        result = forward()
    return result, CallCount.of(log.calls)


def _verdict(
    stock: Sequence[Contents], found: Contents, again: Callable[[], Contents]
) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the composites give what the forward gives as it is, and what is to be said of it.

    Args:
        stock: of the forward as it is, some before the composites were in place and some after.
        found: of the forward with the composites.
        again: makes one more of the forward as it is.
    """
    from dispatchless.jit.bench.model_results import same_contents

    first, others = stock[0], iter(stock[1:])
    equal = same_contents(first, found)
    if equal is False:
        # What rarely changes may have done so for the composites.
        others = chain(others, (again() for _ in range(_AGAIN)))
    if any(same_contents(first, other) is False for other in others):
        return None, (
            "the forward as it is does not give the same results each time (random numbers, or a "
            "state that it changes), so whether the composites change them cannot be told",
        )
    if equal is False:
        return False, ("the results are not the same bit for bit",)
    if equal is None:
        kinds = ", ".join(sorted({*first.unknown, *found.unknown}))
        return None, (
            "whether the results are the same bit for bit is not known: they hold values whose "
            f"contents cannot be compared ({kinds})",
        )
    return True, ()
