"""What is known about dispatcher calls made inside the function that a call goes to.

A direct call saves one dispatch: its own. The kernel behind it may call further operators, and
those go through the dispatcher. What can be told from native_functions.yaml is told as a rule;
what was counted in a run is in `measured_dispatches`.
"""

from __future__ import annotations

import enum

from dispatchless.frozen import frozen
from dispatchless.lowering.direct_calls import Provision
from dispatchless.lowering.measured_dispatches import cpu_inner_dispatches
from dispatchless.model import DispatchKey, Operator


class Certainty(enum.Enum):
    """Whether the target of a call makes dispatcher calls of its own."""

    NEVER = "never"
    MAYBE = "maybe"
    ALWAYS = "always"


@frozen
class InnerDispatches:
    """Dispatcher calls that remain inside the target of a call.

    `observed` are the operators that were seen called inside the kernel on CPU, over many inputs;
    empty if none was seen, None if the kernel was not run.
    """

    certainty: Certainty
    reason: str
    observed: tuple[str, ...] | None = None

    def __str__(self) -> str:
        text = f"dispatches inside: {self.certainty.value} ({self.reason})"
        if self.observed is None:
            return text
        return f"{text}; observed on CPU: {', '.join(self.observed) or 'none'}"


THROUGH_THE_DISPATCHER = InnerDispatches(Certainty.ALWAYS, "the call itself is dispatched")

_RULES = {
    Provision.STRUCTURED: (
        Certainty.MAYBE,
        "outputs are allocated without dispatch, the kernel may call other operators",
    ),
    Provision.META: (Certainty.MAYBE, "only shapes are computed, as a rule without operators"),
    Provision.DEFAULT: (Certainty.ALWAYS, "allocates with at::empty and calls the out= operator"),
    Provision.RETURNS_SELF: (Certainty.NEVER, "returns self"),
}


def inner_dispatches(operator: Operator, key: DispatchKey, how: Provision) -> InnerDispatches:
    """What is known about the function of `operator` in the namespace of `key`."""
    observed = None
    if key is DispatchKey.CPU or key.is_composite:
        observed = cpu_inner_dispatches().get(operator.name.local)
    if how is Provision.KERNEL:
        certainty, reason = _kernel_rule(operator, key)
    else:
        certainty, reason = _RULES[how]
    return InnerDispatches(certainty, reason, observed)


def _kernel_rule(operator: Operator, key: DispatchKey) -> tuple[Certainty, str]:
    if operator.is_generated:
        return Certainty.ALWAYS, "generated: calls another variant of the operator and copies"
    if key.is_composite:
        return Certainty.MAYBE, "a composite kernel: it is written with other operators"
    return Certainty.MAYBE, "a hand-written kernel: it may allocate and call operators"
