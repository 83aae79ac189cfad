"""Rows on plain results: values, meta tensors, errors."""

from __future__ import annotations

from functools import partial

import attrs
import torch

from dispatchless.jit.verify.context import MODES, Context, Tally, both, not_applicable
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import Outcome, difference
from dispatchless.jit.verify.report import Row, Status


def values(context: Context) -> Row:
    """Results are bit-equal, with equal dtype, shape, strides, conj and neg bits, in every mode.

    Arguments are compared after the call too, so that a kernel that writes into an input is found.
    An operator that never returns a defined tensor is wrong, also if the dispatcher path is.
    """
    tally = Tally("values")
    undefined = context.subject.returns_tensors
    for mode, around in MODES:
        for case in context.cases.accepted:
            made = partial(context.make, case)
            _, fast = tally.compare(context, f"{case} in {mode}", made, around)
            undefined = undefined and (fast.raised or not fast.tensors)
    if undefined and tally.cases:
        tally.found("the result of every call", ("a tensor", "an undefined tensor"))
    if not tally.cases:
        tried = context.cases.tried
        note = f"the dispatcher path accepted none of {tried} inputs that were tried: give samples"
        return Row("values", Status.ERROR, note=note)
    return tally.row("no input was accepted")


def meta(context: Context) -> Row:
    """On meta tensors: the metadata of the dispatcher path, or else those of the real call on CPU.

    The dispatcher's meta functions for some operators are written in Python
    (torch/_meta_registrations.py) and differ from the C++ ones in strides and in what they refuse;
    the call on CPU tensors then says who is right, of each result by itself: a composite may call
    operators of both kinds.
    """
    tally = Tally("meta")
    if not context.subject.has_tensor_input:
        return not_applicable("meta", "the operator takes no tensor")
    for mode, around in MODES[::2]:
        for case in (*context.cases.spread(24), *context.cases.refused[:8]):
            there = case.map_tensors(lambda t: attrs.evolve(t, device="meta"))
            slow, fast = both(context, partial(_on_meta, context, there), around)
            different = difference(slow, fast)
            if different is not None and _is_explained(slow, fast, _real(context, case)):
                tally.remark("where the dispatcher's meta function differs, the real call decides")
                different = None
            tally.found(f"{there} in {mode}", different)
    return tally.row("no input was found")


def _on_meta(context: Context, case: Case) -> Call:
    call = context.make(case)
    for out in context.subject.outs:
        call.values[out.name] = torch.empty(0, dtype=call.values[out.name].dtype, device="meta")
    return call


def _real(context: Context, case: Case) -> Outcome:
    return both(context, partial(context.make, case))[0]


def _is_explained(slow: Outcome, fast: Outcome, real: Outcome) -> bool:
    """Is `fast` what the real call does, or each result that of one of the other two?"""
    told = [_metadata(outcome) for outcome in (fast, slow, real)]
    if told[0] == told[2] or not all(isinstance(each, list) for each in told):
        return told[0] == told[2]
    return len(set(map(len, told))) == 1 and all(f in (s, r) for f, s, r in zip(*told, strict=True))


def _metadata(outcome: Outcome) -> str | list[object]:
    if outcome.error is not None:
        return outcome.error[0]
    return [(t.dtype, tuple(t.shape), tuple(t.stride())) for t in outcome.tensors]


def errors(context: Context) -> Row:
    """What the dispatcher path refuses is refused with the same type and the same message.

    With one tensor on meta only the type counts: the texts of the dispatcher's meta functions are
    Python's own.
    """
    tally = Tally("errors")
    for mode, around in MODES:
        for case in context.cases.refused:
            tally.compare(context, f"{case} in {mode}", partial(context.make, case), around)
        for case in context.cases.anchors[:3]:
            for position in range(len(case.tensors)) if len(case.tensors) > 1 else ():
                slow, fast = both(context, partial(_one_on_meta, context, case, position), around)
                different = difference(slow, fast, contents=False)
                if slow.error and fast.error and slow.error[0] == fast.error[0]:
                    different = None
                tally.found(f"{case} with tensor {position} on meta, in {mode}", different)
    return tally.row(
        f"the dispatcher path refused none of {context.cases.tried} inputs that were tried"
    )


def _one_on_meta(context: Context, case: Case, position: int) -> Call:
    call = context.make(case)
    tensors = call.tensors
    tensors[position] = tensors[position].to("meta")
    return call.with_tensors(tensors)
