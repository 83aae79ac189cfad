"""Inputs of ATen's operators, several for each, for comparing kernels of ExecuTorch with ATen's."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

#: Positional arguments without the out arguments, and arguments by name.
Call = tuple[tuple[Any, ...], dict[str, Any]]
SHAPES = ((), (5,), (2, 3), (2, 1, 4), (0, 3))

UNARY_FLOAT = """
    acos acosh asin asinh atan atanh ceil cos cosh erf exp expm1 floor log log10 log1p log2
    reciprocal round rsqrt sigmoid sin sinh sqrt tan tanh trunc isinf isnan gelu elu hardtanh
    leaky_relu logit neg abs relu sign logical_not clone detach_copy alias_copy lift_fresh_copy
"""
BINARY = "add sub mul div maximum minimum atan2 fmod.Tensor remainder.Tensor"
COMPARISONS = "eq ne lt le gt ge"
BITWISE = "bitwise_and bitwise_or bitwise_xor"


def floats(*shape: int, seed: int = 0, low: float = -2.0, high: float = 2.0) -> Tensor:
    generator = torch.Generator().manual_seed(seed + 7 * sum(shape))
    return torch.rand(shape, generator=generator) * (high - low) + low


def ints(*shape: int, seed: int = 0, low: int = -5, high: int = 6) -> Tensor:
    generator = torch.Generator().manual_seed(seed + 7 * sum(shape))
    return torch.randint(low, high, shape, generator=generator)


def bools(*shape: int, seed: int = 0) -> Tensor:
    return ints(*shape, seed=seed) > 0


def complex_(*shape: int) -> Tensor:
    return torch.complex(floats(*shape), floats(*shape, seed=1))


def call(*args: Any, **kwargs: Any) -> Call:
    return args, kwargs


def operator_calls() -> dict[str, list[Call]]:
    """Operator (`add.out`) -> calls of it."""
    calls: dict[str, list[Call]] = {}
    calls.update(_elementwise())
    calls.update(_with_numbers())
    calls.update(_reductions())
    calls.update(_shapes())
    calls.update(_copies())
    calls.update(_indexing())
    calls.update(_linear_algebra())
    calls.update(_layers())
    calls.update(_the_rest())
    return calls


def _the_rest() -> dict[str, list[Call]]:
    image, cube = floats(1, 2, 4, 4), floats(1, 1, 3, 3, 3)
    calls: dict[str, list[Call]] = {}
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        calls[f"{name}.Tensor_out"] = [call(ints(4, low=0), ints(4, low=0, high=3))]
        calls[f"{name}.Tensor_Scalar_out"] = [call(ints(4, low=0), 2)]
    for mode in ("trunc", "floor", None):
        calls.setdefault("div.out_mode", []).append(
            call(floats(4), floats(4, low=0.5), rounding_mode=mode)
        )
        calls.setdefault("div.Scalar_mode_out", []).append(call(floats(4), 0.7, rounding_mode=mode))
    pooled, where = torch.ops.aten.max_pool2d_with_indices(image, [2, 2])
    settings = ([1, 1], [0, 0], [1, 1], False, [0, 0], 1)
    calls |= {
        "_fft_r2c.out": [call(floats(6), [0], 0, True), call(floats(2, 4), [1], 0, True)],
        "_fft_c2r.out": [call(complex_(4), [0], 0, 6)],
        "_native_batch_norm_legit.no_stats_out": [
            call(floats(2, 3, 4), floats(3), floats(3), True, 0.1, 1e-5)
        ],
        "convolution_backward.out": [
            call(floats(1, 3, 3, 3), image, floats(3, 2, 2, 2), [3], *settings, [True] * 3)
        ],
        "masked_scatter.out": [call(floats(4, 3), bools(4, 3), floats(12, seed=1))],
        "max_pool2d_with_indices_backward.grad_input": [
            call(pooled, image, [2, 2], [2, 2], [0, 0], [1, 1], False, where)
        ],
        "mean.dtype_out": [call(floats(5)), call(floats(2, 3))],
        "repeat_interleave.Tensor_out": [call(ints(4, low=0, high=3))],
        "reflection_pad3d.out": [call(cube, [1] * 6)],
        "replication_pad3d.out": [call(cube, [1, 0, 1, 1, 0, 2])],
        "split_copy.Tensor_out": [call(floats(5, 2), 2), call(floats(2, 4), 3, 1)],
        "split_with_sizes_copy.out": [call(floats(5, 2), [2, 3])],
        "unbind_copy.int_out": [call(floats(3, 2)), call(floats(2, 3), 1)],
        "_upsample_bilinear2d_aa.out": [call(image, [2, 3], False, None, None)],
        "var_mean.correction_out": [call(floats(2, 3, 4), [1], correction=1)],
    }
    return calls


def _elementwise() -> dict[str, list[Call]]:
    domains = {"acosh": (1.1, 3.0), "logit": (0.1, 0.9)}
    calls: dict[str, list[Call]] = {}
    for name in UNARY_FLOAT.split():
        low, high = domains.get(name, (-2.0, 2.0))
        if name in ("log", "log10", "log1p", "log2", "rsqrt", "sqrt", "reciprocal"):
            low, high = 0.1, 4.0
        if name in ("acos", "asin", "atanh"):
            low, high = -0.9, 0.9
        calls[f"{name}.out"] = [call(floats(*s, low=low, high=high)) for s in SHAPES]
    special = torch.tensor([float("inf"), float("nan"), -0.0, 1.5, -float("inf")])
    for name in ("isinf", "isnan", "abs", "neg", "relu", "trunc", "round"):
        calls[f"{name}.out"].append(call(special))
    pairs = [((2, 3), (2, 3)), ((2, 1), (1, 3)), ((4,), ()), ((0, 3), (1, 3))]
    for name in BINARY.split():
        base, _, overload = name.partition(".")
        low = 0.5 if base in ("fmod", "remainder", "div") else -2.0
        out = f"{base}.{overload}_out" if overload else f"{base}.out"
        calls[out] = [call(floats(*a), floats(*b, seed=1, low=low)) for a, b in pairs]
    for name in ("add", "sub"):
        calls[f"{name}.out"] += [call(*c[0], alpha=3) for c in calls[f"{name}.out"]]
        calls[f"{name}.out"].append(call(ints(2, 3), ints(3, seed=1), alpha=2))
    for name in COMPARISONS.split():
        some = [call(ints(*a), ints(*b, seed=1)) for a, b in pairs]
        calls[f"{name}.Tensor_out"] = [*some, call(floats(2, 3), floats(2, 3, seed=1))]
        calls[f"{name}.Scalar_out"] = [
            call(ints(6), 2),
            call(floats(2, 3), 0.5),
            call(bools(4), True),
        ]
    for name in BITWISE.split():
        some = [call(ints(*a), ints(*b, seed=1)) for a, b in pairs]
        calls[f"{name}.Tensor_out"] = [*some, call(bools(5), bools(5, seed=1))]
        calls[f"{name}.Scalar_out"] = [call(ints(6), 3), call(ints(2, 3), -1), call(bools(4), True)]
    for name in ("logical_and", "logical_or", "logical_xor"):
        some = [call(ints(*a), ints(*b, seed=1)) for a, b in pairs]
        calls[f"{name}.out"] = [*some, call(bools(5), floats(5))]
    calls["bitwise_not.out"] = [call(ints(*s)) for s in SHAPES] + [call(bools(4))]
    calls["pow.Tensor_Tensor_out"] = [call(floats(*a, low=0.1), floats(*b)) for a, b in pairs]
    calls["floor_divide.out"] = [call(ints(*a), ints(*b, low=1)) for a, b in pairs]
    calls["where.self_out"] = [
        call(bools(2, 3), floats(2, 3), floats(2, 3, seed=1)),
        call(bools(2, 1), floats(3), floats(2, 3)),
        call(bools(4), ints(4), ints(4, seed=1)),
    ]
    return calls


def _with_numbers() -> dict[str, list[Call]]:
    calls: dict[str, list[Call]] = {}
    for name in ("add", "sub", "mul", "div", "rsub", "fmod", "remainder"):
        calls[f"{name}.Scalar_out"] = [call(floats(*s), 2.5) for s in SHAPES]
    for name in ("add", "sub", "mul"):
        calls[f"{name}.Scalar_out"] += [call(ints(4), 3), call(floats(4), 3)]
    calls["pow.Tensor_Scalar_out"] = [call(floats(5, low=0.1), n) for n in (2, 0.5, -1.0, 3)]
    calls["pow.Scalar_out"] = [call(n, floats(5)) for n in (2.0, 0.5, 3.5)]
    calls["clamp.out"] = [
        call(floats(2, 3), -0.5, 0.5),
        call(floats(5), None, 0.25),
        call(ints(6), -2, None),
    ]
    calls["clamp.Tensor_out"] = [
        call(floats(2, 3), floats(3, low=-1.0, high=0.0), floats(3, low=0.0, high=1.0)),
        call(floats(4), None, floats(4)),
        call(floats(4), floats(1), None),
    ]
    calls["masked_fill.Scalar_out"] = [
        call(floats(2, 3), bools(2, 3), 1.5),
        call(ints(4), bools(4), 9),
        call(floats(2, 3), bools(3), -1.0),
    ]
    calls["fill.Scalar_out"] = [call(floats(2, 3), 3.5), call(ints(4), 2), call(bools(3), True)]
    calls["fill.Tensor_out"] = [call(floats(2, 3), floats()), call(ints(4), ints())]
    calls["full_like.out"] = [call(floats(2, 3), 3.5), call(ints(4), 2), call(floats(0), 1.0)]
    calls["full.out"] = [call([2, 3], 1.5), call([], 2.0), call([4], -1.0)]
    calls["zeros.out"] = [call([2, 3]), call([]), call([0, 4])]
    calls["ones.out"] = [call([2, 3]), call([]), call([5])]
    calls["arange.out"] = [call(5), call(2.5), call(0)]
    calls["arange.start_out"] = [call(1, 7, 2), call(0.5, 3.0, 0.5), call(5, 0, -1)]
    calls["scalar_tensor.out"] = [call(1.5), call(-2.0), call(3.0)]
    return calls


def _reductions() -> dict[str, list[Call]]:
    x, y = floats(2, 3, 4), floats(5)
    calls: dict[str, list[Call]] = {}
    for name in ("sum.IntList", "mean"):
        calls[f"{name}_out" if "." in name else f"{name}.out"] = [
            call(x, [1]),
            call(x, [0, 2], True),
            call(x, [-1], False),
            call(y, [0]),
        ]
    for name in ("amax", "amin"):
        calls[f"{name}.out"] = [call(x, [1]), call(x, [0, 2], True), call(y, [0]), call(x, [])]
    for name in ("argmax", "argmin"):
        calls[f"{name}.out"] = [call(x, 1), call(x, None), call(x, -1, True), call(y, 0)]
    for name in ("max.dim_max", "min.dim_min"):
        calls[name] = [call(x, 1), call(x, -1, True), call(y, 0)]
    for name in ("max.unary_out", "min.unary_out", "any.all_out", "prod.out"):
        calls[name] = [call(x), call(y), call(floats(1))]
    calls["any.out"] = [call(bools(2, 3), 1), call(bools(2, 3), 0, True), call(ints(4), 0)]
    calls["any.dims_out"] = [call(bools(2, 3), [1]), call(bools(2, 3), [0, 1]), call(bools(4), [0])]
    calls["prod.int_out"] = [call(x, 1), call(x, 0, True), call(y, 0)]
    calls["cumsum.out"] = [call(x, 1), call(y, 0), call(ints(2, 3), -1)]
    calls["var.out"] = [call(x, [1]), call(x, [0, 2], True, True), call(y, [0], False)]
    calls["var.correction_out"] = [
        call(x, [1], correction=1),
        call(x, [0], correction=0, keepdim=True),
        call(y, [0], correction=2),
    ]
    calls["_softmax.out"] = [call(x, 1, False), call(y, 0, False), call(x, -1, False)]
    calls["_log_softmax.out"] = [call(x, 1, False), call(y, 0, False), call(x, -1, False)]
    calls["topk.values"] = [call(x, 2), call(y, 3, 0, True, True), call(x, 1, 1, False, True)]
    return calls


def _shapes() -> dict[str, list[Call]]:
    x = floats(2, 3, 4)
    return {
        "cat.out": [
            call([floats(2, 3), floats(2, 3, seed=1)], 0),
            call([floats(2, 1), floats(2, 4)], 1),
            call([ints(3), ints(2)]),
        ],
        "stack.out": [
            call([floats(2, 3), floats(2, 3, seed=1)], 0),
            call([floats(4), floats(4, seed=1)], -1),
            call([ints(3)]),
        ],
        "permute_copy.out": [
            call(x, [2, 0, 1]),
            call(x, [0, 1, 2]),
            call(floats(2, 3), [-1, 0]),
        ],
        "transpose_copy.int_out": [call(x, 0, 1), call(x, -1, 0), call(floats(2, 3), 0, 1)],
        "t_copy.out": [call(floats(2, 3)), call(floats(4)), call(ints(3, 2))],
        "view_copy.out": [call(x, [6, 4]), call(x, [-1]), call(x, [2, 3, 2, 2])],
        "expand_copy.out": [
            call(floats(1, 3), [2, 3]),
            call(floats(3), [2, 4, 3]),
            call(x, [-1] * 3),
        ],
        "squeeze_copy.dim_out": [call(floats(2, 1, 3), 1), call(x, 0), call(floats(1, 2), 0)],
        "squeeze_copy.dims_out": [
            call(floats(1, 2, 1), [0, 2]),
            call(x, [0]),
            call(floats(1), [0]),
        ],
        "unsqueeze_copy.out": [call(x, 0), call(x, -1), call(floats(3), 1)],
        "repeat.out": [call(floats(2, 3), [2, 2]), call(floats(3), [2, 1, 2]), call(ints(2), [3])],
        "flip.out": [call(x, [0]), call(x, [1, 2]), call(floats(4), [0])],
        "roll.out": [call(x, [1], [0]), call(x, [2, -1], [1, 2]), call(floats(5), [3], [0])],
        "constant_pad_nd.out": [
            call(x, [1, 2]),
            call(x, [0, 1, 2, 0], 1.5),
            call(floats(3), [2, 0]),
        ],
        "pixel_shuffle.out": [call(floats(1, 4, 2, 3), 2), call(floats(2, 9, 1, 1), 3)],
        "pixel_unshuffle.out": [call(floats(1, 1, 4, 6), 2), call(floats(2, 1, 3, 3), 3)],
        "unfold_copy.out": [call(floats(6), 0, 3, 1), call(x, 1, 2, 1), call(floats(5), 0, 2, 2)],
        "diagonal_copy.out": [call(floats(3, 3)), call(floats(2, 4), 1), call(x, 0, 0, 2)],
        "tril.out": [call(floats(3, 3)), call(floats(2, 4), 1), call(x, -1)],
        "reflection_pad1d.out": [call(floats(2, 4), [1, 2]), call(floats(1, 2, 5), [2, 0])],
        "reflection_pad2d.out": [
            call(floats(1, 3, 4), [1, 1, 2, 0]),
            call(floats(1, 1, 3, 3), [1] * 4),
        ],
        "replication_pad1d.out": [call(floats(2, 4), [1, 2]), call(floats(1, 2, 5), [2, 0])],
        "replication_pad2d.out": [
            call(floats(1, 3, 4), [1, 1, 2, 0]),
            call(floats(1, 1, 3, 3), [1] * 4),
        ],
    }


def _copies() -> dict[str, list[Call]]:
    x = floats(2, 3, 4)
    return {
        "slice_copy.Tensor_out": [call(x, 1, 0, 2), call(x, 2, 1, 4, 2), call(x, 0, -1)],
        "select_copy.int_out": [call(x, 0, 1), call(x, -1, 2), call(floats(3), 0, 0)],
        "narrow_copy.out": [call(x, 1, 1, 2), call(floats(5), 0, 2, 3), call(x, 2, 0, 1)],
        "as_strided_copy.out": [call(floats(6), [2, 3], [3, 1]), call(floats(6), [3], [2], 1)],
        "copy.out": [
            call(floats(2, 3), floats(2, 3, seed=1)),
            call(floats(2, 3), floats(3)),
            call(ints(4), ints(4, seed=1)),
        ],
        "_to_copy.out": [call(x), call(ints(3)), call(bools(4))],
        "select_scatter.out": [call(x, floats(3, 4), 0, 1), call(x, floats(2, 3), -1, 0)],
        "slice_scatter.out": [
            call(x, floats(2, 1, 4), 1, 0, 1),
            call(floats(4), floats(2), 0, 0, 4, 2),
        ],
        "view_as_real_copy.out": [call(complex_(3)), call(complex_(2, 2)), call(complex_())],
        "_conj_physical.out": [call(complex_(3)), call(complex_(2, 2)), call(complex_())],
    }


def _indexing() -> dict[str, list[Call]]:
    x, index = floats(4, 3), ints(2, 3, low=0, high=4)
    return {
        "gather.out": [
            call(x, 0, index),
            call(x, 1, ints(4, 2, low=0, high=3)),
            call(floats(5), 0, ints(2, low=0, high=5)),
        ],
        "index_select.out": [
            call(x, 0, ints(2, low=0, high=4)),
            call(x, 1, ints(5, low=0, high=3)),
            call(floats(5), 0, ints(3, low=0, high=5)),
        ],
        "index.Tensor_out": [
            call(x, [ints(2, low=0, high=4)]),
            call(x, [None, ints(2, low=0, high=3)]),
            call(x, [ints(2, low=0, high=4), ints(2, low=0, high=3)]),
        ],
        "index_put.out": [
            call(x, [torch.tensor([0, 2])], floats(2, 3, seed=1)),
            call(x, [torch.tensor([1])], floats(3, seed=1)),
            call(x, [torch.tensor([1, 1])], floats(2, 3, seed=1), True),
        ],
        "scatter.src_out": [
            call(x, 0, torch.tensor([[0, 1, 2]]), floats(1, 3, seed=1)),
            call(x, 1, torch.tensor([[0, 2]]), floats(1, 2, seed=1)),
        ],
        "scatter.value_out": [
            call(x, 0, torch.tensor([[0, 1, 2]]), 1.5),
            call(x, 1, torch.tensor([[0, 2], [1, 1]]), -2.0),
        ],
        "scatter_add.out": [
            call(x, 0, torch.tensor([[0, 0, 2]]), floats(1, 3, seed=1)),
            call(x, 1, torch.tensor([[0, 2, 2]]), floats(1, 3, seed=1)),
        ],
        "embedding.out": [
            call(x, ints(5, low=0, high=4)),
            call(x, ints(2, 2, low=0, high=4)),
            call(x, ints(0, low=0, high=4)),
        ],
        "masked_select.out": [call(x, bools(4, 3)), call(x, bools(3)), call(floats(4), bools(4))],
        "nonzero.out": [call(bools(2, 3)), call(ints(4)), call(floats(0))],
    }


def _linear_algebra() -> dict[str, list[Call]]:
    return {
        "mm.out": [call(floats(2, 3), floats(3, 4)), call(floats(1, 5), floats(5, 1))],
        "bmm.out": [
            call(floats(2, 2, 3), floats(2, 3, 4)),
            call(floats(1, 5, 1), floats(1, 1, 5)),
            call(floats(3, 1, 2), floats(3, 2, 1)),
        ],
        "addmm.out": [
            call(floats(4), floats(2, 3), floats(3, 4)),
            call(floats(2, 4), floats(2, 3), floats(3, 4), beta=0.5, alpha=2),
            call(floats(2, 1), floats(2, 3), floats(3, 4)),
        ],
        "linear.out": [
            call(floats(2, 3), floats(4, 3)),
            call(floats(5, 3), floats(2, 3)),
            call(floats(1, 2), floats(1, 2)),
        ],
        "_pdist_forward.out": [call(floats(4, 3)), call(floats(3, 2), 1.0)],
        "_cdist_forward.out": [
            call(floats(4, 3), floats(2, 3, seed=1), 2.0, None),
            call(floats(3, 2), floats(3, 2, seed=1), 1.0, None),
        ],
    }


def _layers() -> dict[str, list[Call]]:
    image = floats(1, 2, 4, 4)
    return {
        "avg_pool2d.out": [
            call(image, [2, 2]),
            call(image, [3, 3], [1, 1], [1, 1]),
            call(image, [2, 2], [2, 2], [1, 1], False, False),
        ],
        "max_pool2d_with_indices.out": [
            call(image, [2, 2]),
            call(image, [3, 3], [1, 1], [1, 1]),
            call(image, [2, 2], [1, 1]),
        ],
        "_adaptive_avg_pool2d.out": [call(image, [2, 2]), call(image, [1, 1]), call(image, [3, 2])],
        "convolution.out": [
            call(image, floats(3, 2, 2, 2), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1),
            call(image, floats(3, 2, 3, 3), floats(3), [2, 2], [1, 1], [1, 1], False, [0, 0], 1),
            call(image, floats(2, 1, 2, 2), None, [1, 1], [0, 0], [2, 2], False, [0, 0], 2),
        ],
        "native_layer_norm.out": [
            call(floats(2, 3), [3], floats(3), floats(3, seed=1), 1e-5),
            call(floats(2, 3, 4), [3, 4], None, None, 1e-5),
            call(floats(4, 2), [2], floats(2), None, 1e-3),
        ],
        "native_group_norm.out": [
            call(floats(2, 4, 3), floats(4), floats(4, seed=1), 2, 4, 3, 2, 1e-5),
            call(floats(1, 6, 2), None, None, 1, 6, 2, 3, 1e-5),
        ],
        "_native_batch_norm_legit_no_training.out": [
            call(floats(2, 3, 4), floats(3), floats(3), floats(3), floats(3, low=0.5), 0.1, 1e-5),
            call(floats(2, 3), None, None, floats(3), floats(3, low=0.5), 0.1, 1e-5),
        ],
        "glu.out": [call(floats(2, 4), -1), call(floats(4, 3), 0), call(floats(6))],
        "upsample_nearest2d.vec_out": [call(image, [8, 6], None), call(image, None, [2.0, 1.5])],
        "upsample_bilinear2d.vec_out": [
            call(image, [8, 6], False, None),
            call(image, [3, 5], True, None),
        ],
        "grid_sampler_2d.out": [
            call(image, floats(1, 3, 3, 2, low=-1.0, high=1.0), 0, 0, False),
            call(image, floats(1, 2, 2, 2, low=-1.0, high=1.0), 1, 1, True),
        ],
    }
