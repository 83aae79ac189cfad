"""The merged set: what the wheel's optimized library has in place of portable kernels."""

from __future__ import annotations

from pathlib import Path

from dispatchless.model.executorch_merge import merged_yaml

# Operator -> its kernel in libexecutorch_kernels_optimized.so (ExecuTorch's own optimized.yaml,
# which says the same, is in its repository and not in its wheel).
OPTIMIZED = {
    "_fft_c2r.out": "opt_fft_c2r_out",
    "_fft_r2c.out": "opt_fft_r2c_out",
    "_log_softmax.out": "opt_log_softmax_out",
    "add.out": "opt_add_out",
    "add.Scalar_out": "opt_add_scalar_out",
    "bmm.out": "opt_bmm_out",
    "div.out": "opt_div_out",
    "div.Scalar_out": "opt_div_scalar_out",
    "elu.out": "opt_elu_out",
    "exp.out": "opt_exp_out",
    "gelu.out": "opt_gelu_out",
    "grid_sampler_2d.out": "opt_grid_sampler_2d_out",
    "le.Scalar_out": "opt_le_scalar_out",
    "le.Tensor_out": "opt_le_tensor_out",
    "linear.out": "opt_linear_out",
    "mm.out": "opt_mm_out",
    "mul.out": "opt_mul_out",
    "mul.Scalar_out": "opt_mul_scalar_out",
    "native_layer_norm.out": "opt_native_layer_norm_out",
    "sub.out": "opt_sub_out",
    "sub.Scalar_out": "opt_sub_scalar_out",
    "sum.IntList_out": "opt_sum_dim_out",
    "where.self_out": "opt_where_out",
}
MERGED_KERNELS = 212


def merged_file(kernels_directory: Path, folder: Path) -> Path:
    """The optimized kernels over the portable functions.yaml."""
    optimized = folder / "optimized.yaml"
    optimized.write_text(
        "".join(
            f"- op: {operator}\n"
            f"  kernels: [{{arg_meta: null, kernel_name: torch::executor::{kernel}}}]\n"
            for operator, kernel in OPTIMIZED.items()
        )
    )
    merged = folder / "merged.yaml"
    merged.write_text(merged_yaml([optimized, kernels_directory / "portable" / "functions.yaml"]))
    return merged
