"""Which comparisons to make, and how thoroughly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dispatchless.jit.bench.subjects import (
    DISPATCHER,
    HAND_WRITTEN,
    ORDINARY,
    REGISTERED,
    Measured,
    Subject,
)

#: Grad mode where an input requires a gradient: only what records one is compared.
REQUIRES_GRAD = "requires_grad"
MODES = ("inference", "no_grad", "grad", REQUIRES_GRAD)
VARIANTS = ("functional", "inplace", "out")
SIZES = (1, 16, 1024, 65536)


@attrs.frozen
class Plan:
    """What to measure.

    Attributes:
        sizes: elements of each tensor, on CPU; there are none on meta, where 1 stands for all.
        rounds: how often each contender has its turn.
        block: nanoseconds of one turn.
        instructions: whether to count them, for one element (they hardly depend on it).
        calls: how many calls they are counted over.
    """

    variants: tuple[str, ...] = VARIANTS
    modes: tuple[str, ...] = MODES
    sizes: tuple[int, ...] = SIZES
    devices: tuple[str, ...] = ("cpu", "meta")
    rounds: int = 31
    block: int = 300_000
    instructions: bool = True
    calls: int = 100


FULL = Plan()
QUICK = Plan(
    variants=("functional",),
    modes=("inference", "grad"),
    sizes=(1, 1024),
    devices=("cpu",),
    rounds=21,
    block=100_000,
    instructions=False,
)


@attrs.frozen
class Task:
    """One comparison to make."""

    subject: Measured
    device: str
    mode: str
    size: int
    designs: tuple[str, ...]

    @property
    def base(self) -> str:
        """The design that ratios are to: what a person writes, else the first that calls directly.

        Where a gradient is recorded that is the dispatcher.
        """
        if HAND_WRITTEN in self.designs:
            return HAND_WRITTEN
        through = (DISPATCHER, ORDINARY, REGISTERED)
        return next((each for each in self.designs if each not in through), DISPATCHER)

    @property
    def line(self) -> str:
        """As the measuring program reads it."""
        designs = "|".join(self.designs)
        return f"{self.subject.key}\t{self.device}\t{self.mode}\t{self.size}\t{designs}"


def tasks(subjects: Iterable[Subject], plan: Plan) -> Iterator[Task]:
    """The comparisons of a plan, subject by subject.

    Where a person gave inputs, these are the only size.

    In-place and out= forms are not measured where a gradient is recorded: out= has none, and the
    history of a tensor that is changed again and again grows without end.
    """
    for subject in subjects:
        if subject.variant not in plan.variants:
            continue
        for device in plan.devices:
            for mode in plan.modes:
                recording = mode == REQUIRES_GRAD
                if recording and subject.variant != "functional":
                    continue
                contenders = subject.contenders_on(device, gradients=recording)
                designs = tuple(contender.design for contender in contenders)
                for size in _sizes(subject, plan, device):
                    yield Task(subject, device, mode, size, designs)


def _sizes(subject: Subject, plan: Plan, device: str) -> tuple[int, ...]:
    if subject.inputs is not None:
        return (subject.inputs.size,)
    return plan.sizes if device == "cpu" else (1,)
