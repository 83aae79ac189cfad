"""Rows on function transforms: vmap, torch.func, functionalize."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import torch
from torch.utils._pytree import tree_map

from dispatchless.jit.verify.cases import spread
from dispatchless.jit.verify.context import Context, Tally, not_applicable
from dispatchless.jit.verify.inputs import Call, Case
from dispatchless.jit.verify.outcomes import Outcome, difference, plain_text, run
from dispatchless.jit.verify.report import Row

_BATCH = 4
_NO_TENSOR = "the operator takes no tensor"
_PLAIN_RESULT = "a result of the operator is no tensor, which vmap refuses"


def vmap(context: Context) -> Row:
    """vmap over any tensor argument gives what a loop gives, in one call of the operator.

    Where vmap itself refuses (out=, in-place on what is not batched), so does the ordinary
    composite under vmap; and where that gives another result than a loop, it decides. The fallback,
    which calls the operator once for each example, is seen in the recorded dispatches.
    """
    tally = Tally("vmap")
    if not context.subject.has_tensor_input:
        return not_applicable("vmap", _NO_TENSOR)
    if context.subject.has_plain_result:
        return not_applicable("vmap", _PLAIN_RESULT)
    for case in _small(context, 8):
        count = len(case.tensors)
        for chosen in ([*range(count)], *([i] for i in range(count) if count > 1)):
            for axis in (0, -1):
                text = f"{case} with tensors {chosen} batched along {axis}"
                with context.count_dispatches() as record:
                    fast = _batched(context, case, context.subject.fast, chosen, axis)
                # Of the shadow operator itself vmap knows no rule; its kernel needs none.
                decompose = context.subject.slow.decompose
                if fast.raised:
                    slow = _batched(context, case, decompose, chosen, axis)
                    kinds = [slow.error and slow.error[0], fast.error and fast.error[0]]
                    tally.check(text, kinds[0], kinds[1])
                    continue
                looped = _looped(context, case, chosen)
                if context.is_random:
                    different = difference(looped, fast, contents=False)
                else:
                    different = _nearly_equal(looped, fast)
                if different is not None:
                    slow = _batched(context, case, decompose, chosen, axis)
                    if difference(slow, fast, contents=not context.is_random) is None:
                        tally.remark(
                            "where ATen's operators under vmap differ from a loop, so do we"
                        )
                        different = None
                tally.found(text, different)
                calls = sum(call.name == context.subject.name for call in record.calls)
                tally.found(f"calls of the operator in {text}", _fallback(calls))
    return tally.row("no input was accepted")


def _nearly_equal(looped: Outcome, batched: Outcome) -> tuple[str, str] | None:
    """`difference`, but values may differ in the last bits: a kernel treats the tail of a tensor
    that fills no vector register differently, and the batched tensor has another tail."""
    different = difference(looped, batched)
    if different is None or difference(looped, batched, contents=False) is not None:
        return different
    pairs = zip(looped.tensors, batched.tensors, strict=True)
    return None if all(torch.allclose(a, b, equal_nan=True) for a, b in pairs) else different


def _fallback(calls: int) -> tuple[str, str] | None:
    """The transform's own layers call the operator again, but not once for each example."""
    return None if calls < _BATCH else (f"fewer than {_BATCH}", f"{calls}: the batching fallback")


def _small(context: Context, count: int) -> tuple[Case, ...]:
    cases = (c for c in context.cases.accepted if c.tensors)
    return spread([c for c in cases if all(len(t.shape) < 5 for t in c.tensors)], count)


def _batched(context: Context, case: Case, operator: Any, chosen: list[int], axis: int) -> Outcome:
    """The operator under vmap; contiguous results, since a batch dimension has no fixed place."""
    call = context.make(case)
    examples = [_examples(t, i) for i, t in enumerate(case.tensors)]
    tensors = [torch.stack(e, axis) if i in chosen else e[0] for i, e in enumerate(examples)]
    extra = call.tensors[len(tensors) :]
    dims = tuple(axis if i in chosen else None for i in range(len(tensors))) + (None,) * len(extra)
    # Of a batched tensor no kernel draws the same numbers for each example.
    randomness = "different" if context.is_random else "same"
    function = torch.vmap(_function(operator, call), in_dims=dims, randomness=randomness)
    outcome = run(function, Call(dict(_named([*tensors, *extra]))))
    return _contiguous(outcome)


def _looped(context: Context, case: Case, chosen: list[int]) -> Outcome:
    examples = [_examples(t, i) for i, t in enumerate(case.tensors)]
    results = []
    for position in range(_BATCH):
        call = context.make(case)
        tensors = [e[position if i in chosen else 0] for i, e in enumerate(examples)]
        function = _function(context.subject.slow, call)
        results.append(function(*tensors, *call.tensors[len(tensors) :]))
    if isinstance(results[0], (list, tuple)):
        stacked: Any = tuple(torch.stack(parts) for parts in zip(*results, strict=True))
    else:
        stacked = torch.stack(results)
    return _contiguous(Outcome(None, stacked, Call({})))


def _examples(spec: Any, position: int) -> list[torch.Tensor]:
    """Different tensors of one description."""
    return [attrs.evolve(spec, seed=spec.seed + 31 * (n + 1)).make() for n in range(_BATCH)]


def _function(operator: Any, call: Call) -> Callable[..., Any]:
    """`operator` as a function of all tensors of `call`."""

    def function(*tensors: torch.Tensor) -> Any:
        made = call.with_tensors(list(tensors))
        result = operator(*made.args, **made.kwargs)
        return tuple(result) if isinstance(result, list) else result

    return function


def _named(tensors: list[torch.Tensor]) -> list[tuple[str, torch.Tensor]]:
    return [(f"tensor {position}", tensor) for position, tensor in enumerate(tensors)]


def _contiguous(outcome: Outcome) -> Outcome:
    def contiguous(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.clone(memory_format=torch.contiguous_format)
        return value

    return Outcome(outcome.error, tree_map(contiguous, outcome.result), Call({}))


def functorch(context: Context) -> Row:
    """torch.func: grad, jvp, hessian and vmap of grad agree with the dispatcher path."""
    tally = Tally("functorch")
    if context.subject.outs:
        return not_applicable("functorch", "an out= operator supports no differentiation")
    cases = [c for c in _small(context, 48) if all(t.dtype is torch.float32 for t in c.tensors)]
    for position, case in enumerate(spread(cases, 5)):
        for name, transform in _TRANSFORMS[: 4 if position < 2 else 2]:
            slow = _transformed(context, case, context.subject.slow, transform)
            fast = _transformed(context, case, context.subject.fast, transform)
            tally.found(f"{name} of {case}", difference(slow, fast))
    return tally.row("no accepted input is of dtype float32 alone")


def _transformed(context: Context, case: Case, operator: Any, transform: Any) -> Outcome:
    call = context.make(case)
    function = _function(operator, call)

    def loss(*tensors: torch.Tensor) -> torch.Tensor:
        result = function(*(t.clone() for t in tensors))
        results = [r for r in _as_tuple(result) if isinstance(r, torch.Tensor)]
        total = sum((r * r).sum() for r in results if r.is_floating_point())
        return total if isinstance(total, torch.Tensor) else torch.zeros(()) * tensors[0].sum()

    tensors = call.tensors
    return run(lambda **given: transform(loss, list(given.values())), keywords(tensors))


def keywords(tensors: list[torch.Tensor]) -> Call:
    """Tensors as keyword arguments of a function that takes them all."""
    values = {f"t{position}": tensor for position, tensor in enumerate(tensors)}
    return Call(values, frozenset(values))


def _grad(loss: Any, tensors: list[torch.Tensor]) -> Any:
    return torch.func.grad(loss, argnums=tuple(range(len(tensors))))(*tensors)


def _jvp(loss: Any, tensors: list[torch.Tensor]) -> Any:
    return torch.func.jvp(loss, tuple(tensors), tuple(torch.ones_like(t) for t in tensors))


def _vmap_grad(loss: Any, tensors: list[torch.Tensor]) -> Any:
    function = torch.func.grad(loss, argnums=tuple(range(len(tensors))))
    return torch.vmap(function)(*(torch.stack([t, t + 1]) for t in tensors))


def _hessian(loss: Any, tensors: list[torch.Tensor]) -> Any:
    return torch.func.hessian(loss)(*tensors)


_TRANSFORMS = (("grad", _grad), ("jvp", _jvp), ("vmap of grad", _vmap_grad), ("hessian", _hessian))


def functionalize(context: Context) -> Row:
    """torch.func.functionalize runs the operator as its inner operators: same results and same
    written arguments as the plain call, and neither the operator nor a mutation in the trace.

    What functionalization refuses of the inner operators, such as writing to an expanded tensor, it
    refuses of the generic kernel as well: an error is right if that one raises the same.
    """
    from torch.fx.experimental.proxy_tensor import make_fx

    tally = Tally("functionalize")
    if not context.subject.has_tensor_input:
        return not_applicable("functionalize", _NO_TENSOR)
    for case in _small(context, 4):
        plain = run(context.subject.slow, context.make_shaped(case))
        call = context.make_shaped(case)
        if any(a.type.required.is_list for a in context.subject.outs):
            continue
        fast = _functionalized(context.subject.fast, call)
        results = Outcome(
            plain.error, _as_tuple(plain.result), Call(dict(_named(plain.call.tensors)))
        )
        given = Outcome(fast.error, _as_tuple(fast.result), Call(dict(_named(fast.call.tensors))))
        different = _same_values(results, given)
        if fast.raised:
            # Of the shadow operator itself functionalization knows no rule; its kernel needs none.
            slow = _functionalized(context.subject.body, context.make_shaped(case))
            if different is not None and slow.error == fast.error:
                tally.remark("where functionalization refuses the inner operators, it does so here")
                different = None
        tally.found(f"functionalized {case}", different)
        if fast.raised:
            continue
        call = context.make_shaped(case)
        graph = make_fx(torch.func.functionalize(_function(context.subject.fast, call)))(
            *call.tensors
        )
        targets = [node.target for node in graph.graph.nodes if node.op == "call_function"]
        whole = [str(t) for t in targets if plain_text(str(t)) == str(context.subject.fast)]
        tally.check(f"the operator itself in the functionalized trace of {case}", [], whole)
    return tally.row("no input was accepted")


def _functionalized(operator: Any, call: Call) -> Outcome:
    function = torch.func.functionalize(_function(operator, call))
    return run(_positional(function), keywords(call.tensors))


def _positional(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` for arguments that are given by keyword, in order."""
    return lambda **given: function(*given.values())


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _same_values(plain: Outcome, given: Outcome) -> tuple[str, str] | None:
    """`difference` without identities and strides: functionalization returns new tensors."""
    if plain.error != given.error:
        return difference(plain, given)
    everything = [
        _contiguous(Outcome(None, (*o.result, *o.call.tensors), Call({}))) for o in (plain, given)
    ]
    return difference(everything[0], everything[1])
