"""Operators that PyTorch's CPU kernels were seen to call through the dispatcher.

Written by tests/lowering/measure_inner_dispatches.py with torch 2.13.0: the sample inputs of
torch.testing's operator database, inference mode, a RecordFunction callback.
"""

from __future__ import annotations

import functools


@functools.cache
def cpu_inner_dispatches() -> dict[str, tuple[str, ...]]:
    """Operator (`add.Tensor`) -> the operators seen called inside its CPU kernel.

    A missing operator was not run. The kernel may call others for inputs that were not tried.
    """
    table: dict[str, tuple[str, ...]] = {}
    for line in _OBSERVED.splitlines():
        outer, _, inside = line.partition(":")
        table[outer] = (*table.get(outer, ()), *inside.split())
    return table


_OBSERVED = """\
__iand__.Tensor: bitwise_and_.Tensor
__ior__.Tensor: bitwise_or_.Tensor
_adaptive_avg_pool2d: empty.memory_format resize_
_adaptive_avg_pool3d: empty.memory_format resize_
_assert_async.msg: item
_batch_norm_impl_index: clone empty.memory_format native_batch_norm
_batch_norm_with_update: empty.memory_format empty_like zero_ zeros
_cdist_forward: empty.memory_format expand view
_cholesky_solve_helper: _linalg_check_errors clone mT transpose_ zeros
_chunk_cat: cat copy_ narrow new_zeros reshape
_chunk_cat.out: cat.out copy_ narrow new_zeros reshape
_coalesced_:
_conj: alias
_conj_physical: conj_physical.out empty_like
_convert_indices_from_coo_to_csr: zero_
_convolution: _nnpack_available as_strided_ cat contiguous empty.memory_format mkldnn_convolution
_convolution: narrow resize_ slow_conv3d slow_conv_dilated2d slow_conv_dilated3d
_convolution: slow_conv_transpose2d slow_conv_transpose3d squeeze.dim thnn_conv2d unsqueeze
_convolution_mode: constant_pad_nd convolution
_ctc_loss: empty.memory_format fill_.Scalar narrow permute
_cummax_helper:
_cummin_helper:
_embedding_bag_forward_only: copy_ cumsum empty.memory_format index_add_ ones_like select.int
_embedding_bag_forward_only: sub_.Scalar
_fft_c2c: as_strided_ empty.memory_format permute reshape resize_
_fft_c2c.out: as_strided_ copy_ empty.memory_format permute reshape resize_
_fft_c2r: as_strided_ clone empty.memory_format permute reshape resize_
_fft_c2r.out: as_strided_ clone copy_ empty.memory_format permute reshape resize_
_fft_r2c: as_strided_ empty.memory_format permute reshape resize_
_fft_r2c.out: as_strided_ copy_ empty.memory_format permute reshape resize_ slice.Tensor
_fused_rms_norm: add_.Scalar mean.dim mul.Tensor pow.Tensor_Scalar rsqrt to.dtype type_as
_histogramdd_bin_edges: aminmax empty.memory_format linspace.out reshape
_histogramdd_from_bin_cts: aminmax copy_ diff div_.Scalar div_.Tensor empty.memory_format
_histogramdd_from_bin_cts: fill_.Scalar item linspace.out reshape sum sum.IntList_out zeros
_histogramdd_from_bin_tensors: copy_ diff div_.Scalar div_.Tensor empty.memory_format fill_.Scalar
_histogramdd_from_bin_tensors: item reshape sum sum.IntList_out zeros
_index_put_impl_: as_strided expand item masked_fill_.Scalar nonzero reshape select.int
_linalg_check_errors: any item
_linalg_det: add_.Scalar arange.start diagonal empty.memory_format fmod_.Scalar
_linalg_det: linalg_lu_factor_ex.out mH mul.out mul_.Scalar ne.Tensor prod.dim_int sum.dim_IntList
_linalg_det.result: add_.Scalar arange.start as_strided_ diagonal empty.memory_format fmod_.Scalar
_linalg_det.result: linalg_lu_factor_ex.out mH mul.out mul_.Scalar ne.Tensor prod.dim_int
_linalg_det.result: sum.dim_IntList
_linalg_eigh: _linalg_check_errors clone copy_ empty.memory_format mT transpose_ zeros
_linalg_eigh.eigenvalues: _linalg_check_errors as_strided_ clone empty.memory_format mT transpose_
_linalg_eigh.eigenvalues: zeros
_linalg_eigvals: _linalg_check_errors all complex.out copy_ empty.memory_format eq.Scalar item mT
_linalg_eigvals: resize_ slice.Tensor transpose_ zeros
_linalg_slogdet: abs add_.Scalar arange.start diagonal empty.memory_format fmod_.Scalar
_linalg_slogdet: linalg_lu_factor_ex.out log_ mH mul.out mul_.Scalar ne.Tensor prod.dim_int sgn
_linalg_slogdet: sum.IntList_out sum.dim_IntList
_linalg_solve_ex: linalg_lu_factor_ex.out linalg_lu_solve.out unsqueeze
_linalg_solve_ex.result: as_strided_ linalg_lu_factor_ex.out linalg_lu_solve.out unsqueeze
_linalg_svd: _linalg_check_errors clone diagonal fill_.Scalar mT transpose_ zero_ zeros
_linalg_svd.U: _linalg_check_errors as_strided_ clone mT transpose_ zeros
_local_scalar_dense:
_log_softmax: view
_log_softmax.out: view
_logcumsumexp: empty_like fill_.Tensor
_logcumsumexp.out: fill_.Tensor
_lu_with_info: linalg_lu_factor_ex
_native_batch_norm_legit: empty.memory_format empty_like zero_ zeros
_native_batch_norm_legit.no_stats: empty.memory_format empty_like
_nnpack_available:
_nnz:
_pad_circular: copy_ new_empty slice.Tensor
_pdist_forward: empty.memory_format resize_
_prelu_kernel: empty_like
_reshape_alias:
_safe_softmax: all.dim isneginf scalar_tensor softmax.int where.self_out
_scaled_dot_product_attention_math: _safe_softmax add_.Tensor dropout matmul mul.Scalar ones
_scaled_dot_product_attention_math: scalar_tensor to.dtype transpose.int tril where.ScalarSelf
_scaled_dot_product_flash_attention_for_cpu: empty.memory_format empty_like transpose.int
_slow_conv2d_forward: copy_ empty.memory_format reshape resize_ view
_softmax: view
_softmax.out: view
_softmax_backward_data:
_sparse_compressed_tensor_unsafe: empty.memory_format
_sparse_coo_tensor_with_dims_and_tensors: empty.memory_format resize_
_sparse_mm.reduce: _sparse_mm_reduce_impl
_sparse_mm_reduce_impl: _nnz col_indices crow_indices dense_dim empty.memory_format values zeros
_to_copy: copy_ empty.memory_format empty_strided
_to_sparse: to_sparse.sparse_dim
_to_sparse.sparse_dim: _coalesced_ chunk clone index.Tensor narrow nonzero
_to_sparse.sparse_dim: sparse_coo_tensor.indices_size squeeze.dim transpose.int unique_dim
_to_sparse_csr: _convert_indices_from_coo_to_csr _sparse_compressed_tensor_unsafe
_to_sparse_csr: flatten.using_ints index_select ne.Scalar nonzero select.int view
_trilinear: add_.Tensor bmm narrow permute reshape squeeze_.dim unsqueeze view zeros
_unique: empty.memory_format flatten.using_ints resize_ sort
_unique2: contiguous empty.memory_format flatten.using_ints resize_ sort
_unsafe_index.Tensor: index.Tensor
_unsafe_index_put: index_put
_unsafe_masked_index: _unsafe_index.Tensor clamp logical_not masked_fill.Scalar
_unsafe_masked_index_put_accumulate: _unsafe_index_put clamp logical_not masked_fill.Scalar
_unsafe_view:
_upsample_bilinear2d_aa: as_strided empty.memory_format
_upsample_bilinear2d_aa.vec: _upsample_bilinear2d_aa
_upsample_nearest_exact1d: as_strided empty.memory_format ones
_upsample_nearest_exact1d.vec: _upsample_nearest_exact1d
_upsample_nearest_exact2d: contiguous copy_
_upsample_nearest_exact2d.vec: _upsample_nearest_exact2d
abs: abs.out empty.memory_format
abs.out:
abs_: abs.out
acos:
acos.out:
acos_:
acosh:
acosh.out:
acosh_:
adaptive_avg_pool1d: adaptive_avg_pool2d squeeze.dim unsqueeze
adaptive_avg_pool2d: _adaptive_avg_pool2d mean.dim
adaptive_avg_pool3d: _adaptive_avg_pool3d mean.dim
adaptive_max_pool1d: adaptive_max_pool2d squeeze.dim unsqueeze
adaptive_max_pool2d:
adaptive_max_pool3d:
add.Scalar: add.Tensor
add.Tensor: to.dtype
add.out:
add_.Scalar: add_.Tensor
add_.Tensor: to.dtype
addbmm: addmm_ copy_ empty.memory_format expand resize_as_ select.int
addbmm.out: addmm_ copy_ expand resize_as_ select.int
addbmm_: addmm_ copy_ expand resize_as_ select.int
addcdiv:
addcdiv.out:
addcdiv_:
addcmul:
addcmul.out:
addcmul_:
addmm: copy_ expand mul_.Scalar resolve_conj
addmm.out: copy_ expand mul_.Scalar resolve_conj
addmm_: mul_.Scalar resolve_conj
addmv: expand
addmv.out: expand
addmv_:
addr: empty.memory_format expand reshape
addr.out: expand reshape
addr_: addr.out
alias:
alias_copy: alias clone
alias_copy.out: alias_copy copy_
all: as_strided copy_ fill_.Scalar to.dtype view_as
all.all_out: as_strided copy_ fill_.Scalar to.dtype view_as
all.dim: as_strided copy_ fill_.Scalar to.dtype view_as
all.dims: as_strided copy_ fill_.Scalar to.dtype view_as
all.dims_out: as_strided copy_ fill_.Scalar to.dtype view_as
all.out: as_strided copy_ fill_.Scalar to.dtype view_as
allclose: all isclose item
alpha_dropout: add.Scalar add_.Scalar add_.Tensor bernoulli_.float empty_like mul.Tensor
alpha_dropout: mul_.Scalar zeros
alpha_dropout_: add.Scalar add_.Scalar add_.Tensor bernoulli_.float empty_like mul_.Scalar
alpha_dropout_: mul_.Tensor zeros
amax: as_strided fill_.Scalar
amax.out: as_strided fill_.Scalar
amin: as_strided fill_.Scalar
amin.out: as_strided fill_.Scalar
aminmax: fill_.Scalar fill_.Tensor resize_ squeeze_.dim unsqueeze_
angle: empty.memory_format
angle.out:
any: as_strided copy_ fill_.Scalar to.dtype view_as
any.all_out: as_strided copy_ fill_.Scalar to.dtype view_as
any.dim: as_strided copy_ fill_.Scalar to.dtype view_as
any.dims: as_strided copy_ fill_.Scalar to.dtype view_as
any.dims_out: as_strided copy_ fill_.Scalar to.dtype view_as
any.out: as_strided copy_ fill_.Scalar to.dtype view_as
arange: arange.start_out empty.memory_format
arange.out: arange.start_out
arange.start: arange.start_out empty.memory_format
arange.start_out: resize_
arange.start_step: arange.start_out empty.memory_format
argmax: as_strided reshape
argmax.out: as_strided reshape
argmin: as_strided reshape
argmin.out: as_strided reshape
argsort: sort
argsort.stable: sort.stable
argwhere: nonzero
as_strided:
as_strided_:
as_strided_copy: as_strided clone
as_strided_copy.out: as_strided_copy copy_
as_strided_scatter: as_strided clone copy_
asin:
asin.out:
asin_:
asinh:
asinh.out:
asinh_:
atan:
atan.out:
atan2:
atan2.out:
atan2_:
atan_:
atanh:
atanh.out:
atanh_:
atleast_1d: reshape
atleast_1d.Sequence: reshape
atleast_2d: reshape unsqueeze
atleast_2d.Sequence: reshape unsqueeze
atleast_3d: reshape unsqueeze
atleast_3d.Sequence: reshape unsqueeze
avg_pool1d: avg_pool2d squeeze.dim unsqueeze
avg_pool2d:
avg_pool2d.out:
avg_pool3d:
avg_pool3d.out:
baddbmm: copy_ expand resolve_conj
baddbmm.out: copy_ expand resolve_conj
baddbmm_: copy_ expand resolve_conj
batch_norm: _batch_norm_impl_index
bernoulli: bernoulli_.Tensor empty_like
bernoulli.out: resize_ to.dtype_layout
bernoulli_.Tensor: to.dtype_layout
bernoulli_.float:
bilinear: _trilinear add.Tensor reshape
binary_cross_entropy: copy_ empty_like mean mul_.Tensor resize_as_ squeeze sum
binary_cross_entropy_with_logits: empty_like fill_.Scalar log_sigmoid mean mul_.Tensor sub_.Tensor
binary_cross_entropy_with_logits: sum
bincount: max min to.dtype zeros
bitwise_and.Tensor:
bitwise_and.Tensor_out:
bitwise_and_.Tensor:
bitwise_left_shift.Tensor:
bitwise_left_shift.Tensor_out:
bitwise_left_shift_.Tensor:
bitwise_not:
bitwise_not.out:
bitwise_not_:
bitwise_or.Tensor:
bitwise_or.Tensor_out:
bitwise_or_.Tensor:
bitwise_right_shift.Tensor:
bitwise_right_shift.Tensor_out:
bitwise_right_shift_.Tensor:
bitwise_xor.Tensor:
bitwise_xor.Tensor_out:
bitwise_xor_.Tensor:
block_diag: copy_ expand slice.Tensor zeros
bmm: resolve_conj
bmm.out: resolve_conj
broadcast_tensors: expand
broadcast_to: expand
bucketize.Tensor: empty.memory_format
bucketize.Tensor_out:
can_cast:
cartesian_prod: flatten.using_ints meshgrid.indexing stack
cat: narrow
cat.out: narrow
cauchy_:
cdist: _cdist_forward
ceil:
ceil.out:
ceil_:
celu: elu
celu_: elu_
chalf: to.dtype
channel_shuffle: native_channel_shuffle
cholesky: _linalg_check_errors clone empty.memory_format empty_like mT transpose_ tril_ triu_
cholesky.out: cholesky copy_
cholesky_inverse: cholesky_inverse.out empty.memory_format
cholesky_inverse.out: _linalg_check_errors copy_ fill_.Scalar mT resize_ transpose_ zeros
cholesky_solve: _cholesky_solve_helper
cholesky_solve.out: cholesky_solve copy_
chunk: split.Tensor
clamp: to.dtype
clamp.Tensor: to.dtype
clamp.Tensor_out: to.dtype
clamp.out: to.dtype
clamp_: to.dtype
clamp_.Tensor: to.dtype
clamp_max.Tensor:
clamp_max.Tensor_out:
clamp_max_.Tensor:
clamp_min:
clamp_min.Tensor:
clamp_min.Tensor_out:
clamp_min_:
clamp_min_.Tensor:
clip: clamp
clone: copy_ empty_like empty_strided
col_indices: alias
column_stack: hstack reshape
column_stack.out: hstack.out reshape
combinations: arange full le.Tensor lt.Tensor masked_select meshgrid.indexing mul_.Tensor stack
complex: complex.out empty.memory_format
complex.out:
conj_physical: _conj_physical
conj_physical.out: as_strided_
conj_physical_:
constant_pad_nd: clone copy_ empty.memory_format fill_.Scalar narrow
contiguous: clone
conv1d: convolution squeeze.dim unsqueeze
conv1d.padding: _convolution_mode squeeze.dim unsqueeze
conv2d: convolution squeeze.dim unsqueeze
conv2d.padding: _convolution_mode squeeze.dim unsqueeze
conv3d: convolution squeeze.dim unsqueeze
conv3d.padding: _convolution_mode squeeze.dim unsqueeze
conv_transpose1d: convolution squeeze.dim unsqueeze
conv_transpose2d.input: convolution squeeze.dim unsqueeze
conv_transpose3d.input: convolution squeeze.dim unsqueeze
convolution: _convolution
copy_: _nnz col_indices copy_ crow_indices values
copysign.Scalar: copysign.Tensor
copysign.Scalar_out: copysign.out
copysign.Tensor: to.dtype
copysign.out: to.dtype
copysign_.Scalar: copysign_.Tensor
copysign_.Tensor: to.dtype
corrcoef: clip cov diagonal div.Tensor sqrt view
cos:
cos.out:
cos_:
cosh:
cosh.out:
cosh_:
cosine_embedding_loss: add.Scalar add.Tensor clamp_min_ div.Tensor empty_like eq.Scalar
cosine_embedding_loss: fill_.Scalar mean mul.Tensor sqrt_ sub.Scalar sub_.Tensor sum
cosine_embedding_loss: sum.dim_IntList where.self zeros_like
cosine_similarity: clamp_min_.Tensor clone div.Tensor expand linalg_vector_norm mul.Tensor
cosine_similarity: result_type.Tensor scalar_tensor sum.dim_IntList
count_nonzero: count_nonzero.dim_IntList
count_nonzero.dim_IntList: empty.memory_format ne.Scalar sum.dim_IntList
cov: div.Tensor equal ge.Scalar le.Scalar min mm mul.Scalar mul.Tensor ne.Scalar new_ones
cov: scalar_tensor squeeze sub.Scalar sub.Tensor sum sum.dim_IntList t true_divide.Tensor
cov: unsqueeze view
cross: linalg_cross
cross.out: linalg_cross.out
cross_entropy_loss: div.Scalar log_softmax.int mul.Tensor neg nll_loss_nd sum sum.dim_IntList
crow_indices: alias
ctc_loss.IntList: _ctc_loss eq.Scalar sum to.device where.self zeros
ctc_loss.Tensor: _ctc_loss clamp_min div.Tensor empty.memory_format eq.Scalar mean sum to.device
ctc_loss.Tensor: where.self zeros
cummax: cummax.out empty.memory_format
cummax.out: _cummax_helper empty.memory_format fill_.Scalar fill_.Tensor
cummin: cummin.out empty.memory_format
cummin.out: _cummin_helper empty.memory_format fill_.Scalar fill_.Tensor
cumprod: fill_.Tensor to.dtype zero_
cumprod.out: fill_.Tensor to.dtype zero_
cumprod_: fill_.Tensor to.dtype zero_
cumsum: fill_.Tensor to.dtype zero_
cumsum.out: fill_.Tensor to.dtype
cumsum_: fill_.Tensor to.dtype
cumulative_trapezoid.dx: add.Tensor cumsum mul.Scalar slice.Tensor
cumulative_trapezoid.x: add.Tensor cumsum div.Scalar mul.Tensor slice.Tensor sub.Tensor view
deg2rad: deg2rad.out empty_like
deg2rad.out: mul.out
deg2rad_: deg2rad.out
dense_dim:
detach:
detach_:
diag: diag_embed diagonal_copy
diag.out: diag_embed.out diagonal_copy.out
diag_embed: copy_ diagonal zeros
diag_embed.out: copy_ diag_embed
diagflat: diag view
diagonal: as_strided
diagonal_copy: clone diagonal
diagonal_copy.out: copy_ diagonal_copy
diagonal_scatter: as_strided clone copy_ diagonal
diff: cat copy_ narrow sub.Tensor zeros_like
diff.out: copy_ narrow resize_ sub.Tensor sub.out
digamma:
digamma.out:
digamma_:
dist: norm.Scalar sub.Tensor
div.Scalar: div.Tensor
div.Tensor: to.dtype
div.Tensor_mode:
div.out:
div.out_mode:
div_.Scalar: div_.Tensor
div_.Tensor: to.dtype
div_.Tensor_mode:
divide.Tensor: div.Tensor
dot: empty.memory_format fill_.Scalar
dot.out: dot fill_.Tensor
dropout: bernoulli_.float div_.Scalar empty_like mul.Tensor zeros
dropout_: bernoulli_.float div_.Scalar empty_like mul_.Tensor zeros
dsplit.array: tensor_split.indices
dsplit.int: tensor_split.sections
dstack: atleast_3d.Sequence cat
dstack.out: atleast_3d.Sequence cat.out
einsum: bmm diagonal movedim.int mul.Tensor permute reshape sum.dim_IntList unsqueeze view
elu:
elu_:
embedding: index_select reshape view
embedding_bag.padding_idx: _embedding_bag_forward_only contiguous
embedding_renorm_: item mul_.Scalar norm.Scalar select.int
empty.memory_format: _sparse_compressed_tensor_unsafe empty.memory_format
empty.out: resize_
empty_like: col_indices crow_indices empty.memory_format empty_strided to.device values
empty_permuted: as_strided empty.memory_format
empty_strided:
eq.Scalar: to.dtype
eq.Tensor:
eq.Tensor_out:
eq_.Tensor:
equal: is_same_size
erf:
erf.out:
erf_:
erfc:
erfc.out:
erfc_:
erfinv:
erfinv.out:
erfinv_:
exp:
exp.out:
exp2:
exp2.out:
exp2_:
exp_:
expand: as_strided
expand_as: expand
expand_copy: clone expand
expand_copy.out: copy_ expand_copy
expm1:
expm1.out:
expm1_:
exponential_:
eye: eye.m
eye.m: empty.memory_format eye.m_out
eye.m_out: resize_ zero_
eye.out: resize_ zero_
feature_alpha_dropout: add.Scalar add_.Scalar add_.Tensor bernoulli_.float mul.Tensor mul_.Scalar
feature_alpha_dropout: new_empty zeros
feature_alpha_dropout_: add.Scalar add_.Scalar add_.Tensor bernoulli_.float mul_.Scalar
feature_alpha_dropout_: mul_.Tensor new_empty zeros
feature_dropout: bernoulli_.float div_.Scalar mul.Tensor new_empty zeros
feature_dropout_: bernoulli_.float div_.Scalar mul_.Tensor new_empty zeros
fft_fft: _fft_r2c constant_pad_nd
fft_fft.out: _fft_r2c.out constant_pad_nd
fft_fft2: _fft_c2c constant_pad_nd slice.Tensor to.dtype
fft_fft2.out: _fft_c2c.out constant_pad_nd slice.Tensor to.dtype
fft_fftn: _fft_c2c constant_pad_nd slice.Tensor to.dtype
fft_fftn.out: _fft_c2c.out constant_pad_nd slice.Tensor to.dtype
fft_fftshift: roll
fft_hfft: _conj _fft_c2r slice.Tensor to.dtype
fft_hfft.out: _conj _fft_c2r.out slice.Tensor to.dtype
fft_hfft2: _conj _fft_c2c _fft_c2r slice.Tensor to.dtype
fft_hfft2.out: _conj _fft_c2c _fft_c2r.out slice.Tensor to.dtype
fft_hfftn: _conj _fft_c2c _fft_c2r slice.Tensor to.dtype
fft_hfftn.out: _conj _fft_c2c _fft_c2r.out slice.Tensor to.dtype
fft_ifft: _conj _fft_r2c constant_pad_nd
fft_ifft.out: _fft_r2c conj_physical.out constant_pad_nd
fft_ifft2: _fft_c2c constant_pad_nd slice.Tensor to.dtype
fft_ifft2.out: _fft_c2c.out constant_pad_nd slice.Tensor to.dtype
fft_ifftn: _fft_c2c constant_pad_nd slice.Tensor to.dtype
fft_ifftn.out: _fft_c2c.out constant_pad_nd slice.Tensor to.dtype
fft_ifftshift: roll
fft_ihfft: _conj _fft_r2c constant_pad_nd
fft_ihfft.out: _fft_r2c conj_physical.out constant_pad_nd
fft_ihfft2: _conj _fft_c2c _fft_r2c conj_physical constant_pad_nd slice.Tensor
fft_ihfft2.out: _fft_c2c.out _fft_r2c conj_physical conj_physical.out constant_pad_nd slice.Tensor
fft_ihfftn: _conj _fft_c2c _fft_r2c conj_physical constant_pad_nd slice.Tensor
fft_ihfftn.out: _fft_c2c.out _fft_r2c conj_physical conj_physical.out constant_pad_nd slice.Tensor
fft_irfft: _fft_c2r slice.Tensor to.dtype
fft_irfft.out: _fft_c2r.out slice.Tensor to.dtype
fft_irfft2: _fft_c2r slice.Tensor to.dtype
fft_irfft2.out: _fft_c2r.out slice.Tensor to.dtype
fft_irfftn: _fft_c2r slice.Tensor to.dtype
fft_irfftn.out: _fft_c2r.out slice.Tensor to.dtype
fft_rfft: _fft_r2c constant_pad_nd
fft_rfft.out: _fft_r2c.out constant_pad_nd
fft_rfft2: _fft_r2c constant_pad_nd slice.Tensor
fft_rfft2.out: _fft_r2c.out constant_pad_nd slice.Tensor
fft_rfftn: _fft_r2c constant_pad_nd slice.Tensor
fft_rfftn.out: _fft_r2c.out constant_pad_nd slice.Tensor
fill.Scalar: empty_like fill_.Scalar
fill_.Scalar:
fill_.Tensor: clone copy_
flatten.using_ints: _reshape_alias _unsafe_view clone reshape view
flip: as_strided copy_ empty_like
fliplr: flip
flipud: flip
float_power.Tensor_Tensor: pow.Tensor_Tensor to.dtype
float_power.Tensor_Tensor_out: pow.Tensor_Tensor_out to.dtype
float_power_.Tensor:
floor:
floor.out:
floor_:
floor_divide: empty.memory_format
floor_divide.out:
floor_divide_.Tensor:
fmax:
fmax.out:
fmin:
fmin.out:
fmod.Tensor:
fmod.Tensor_out:
fmod_.Scalar: fmod_.Tensor
fmod_.Tensor:
frac:
frac.out:
frac_:
fractional_max_pool2d:
fractional_max_pool3d:
frexp.Tensor: empty_like frexp.Tensor_out
frexp.Tensor_out:
full: empty.memory_format fill_.Scalar
full.out: fill_.Scalar resize_
full_like: empty_like fill_.Scalar
gather: to.dtype
gather.out: to.dtype
gcd:
gcd.out:
gcd_:
ge.Scalar: to.dtype
ge.Tensor:
ge.Tensor_out:
ge_.Tensor:
gelu:
gelu.out:
geometric_:
geqrf: empty.memory_format geqrf.a
geqrf.a: copy_ empty.memory_format mT resize_ resize_as_ transpose_
glu: narrow
gradient.scalarint: add.Tensor cat div.Scalar mul.Scalar slice.Tensor sub.Tensor
gradient.scalarrayarray: add.Tensor cat div.Scalar mul.Scalar slice.Tensor sub.Tensor
gradient.scalarrayint: cat div.Scalar slice.Tensor sub.Tensor
gradient.tensorarray: add.Tensor cat diff div.Tensor mul.Scalar mul.Tensor neg reshape select.int
gradient.tensorarray: slice.Tensor sub.Tensor
grid_sampler: grid_sampler_2d
grid_sampler_2d: empty.memory_format
grid_sampler_3d: empty.memory_format
group_norm: native_group_norm
gt.Scalar: to.dtype
gt.Tensor: to.dtype
gt.Tensor_out:
gt_.Tensor:
hardshrink:
hardshrink.out:
hardsigmoid:
hardsigmoid_:
hardswish: empty.memory_format
hardtanh: empty_like hardtanh.out
hardtanh.out: clamp.out
hash_tensor: as_strided
hash_tensor.out: as_strided
heaviside:
heaviside.out:
heaviside_:
hinge_embedding_loss: add.Tensor clamp_min_ empty_like fill_.Scalar mean ne.Scalar sub_.Tensor sum
hinge_embedding_loss: where.self zeros_like
histc: aminmax empty.memory_format fill_.Scalar item linspace.out reshape sum.IntList_out zeros
histc.out: aminmax empty.memory_format fill_.Scalar item linspace.out reshape sum.IntList_out
histc.out: zeros
histogram.bin_ct: aminmax diff div_.Scalar div_.Tensor empty.memory_format fill_.Scalar item
histogram.bin_ct: linspace.out reshape sum sum.IntList_out zeros
histogram.bins_tensor: copy_ diff div_.Scalar div_.Tensor empty.memory_format fill_.Scalar item
histogram.bins_tensor: reshape sum sum.IntList_out zeros
histogramdd: _histogramdd_bin_edges _histogramdd_from_bin_cts
histogramdd.TensorList_bins: _histogramdd_from_bin_tensors
hsplit.array: tensor_split.indices
hsplit.int: tensor_split.sections
hstack: atleast_1d.Sequence cat
hstack.out: atleast_1d.Sequence cat.out
huber_loss: empty_like mean sum
hypot:
hypot.out:
hypot_:
i0:
i0.out:
i0_:
igamma:
igamma.out:
igamma_:
igammac:
igammac.out:
igammac_:
im2col: empty_like resize_
index.Tensor: as_strided expand reshape
index_add: copy_ select.int
index_add.out: copy_ select.int
index_add_: as_strided scatter_add_ select.int
index_copy: as_strided copy_ unsqueeze
index_copy.out: as_strided copy_ unsqueeze
index_copy_: as_strided unsqueeze
index_fill.int_Scalar: clone index_fill_.int_Scalar
index_fill.int_Tensor: clone index_fill_.int_Tensor
index_fill_.int_Scalar: as_strided unsqueeze
index_fill_.int_Tensor: index_fill_.int_Scalar item
index_put: clone index_put_
index_put_: _index_put_impl_
index_reduce: copy_ div_.Tensor eq.Scalar index_add_ index_fill_.int_Scalar masked_fill_.Scalar
index_reduce: ones_like select.int to.dtype zeros_like
index_reduce.out: copy_ div_.Tensor eq.Scalar index_add_ index_fill_.int_Scalar
index_reduce.out: masked_fill_.Scalar ones_like select.int to.dtype zeros_like
index_reduce_: div_.Tensor eq.Scalar index_add_ index_fill_.int_Scalar masked_fill_.Scalar
index_reduce_: ones_like select.int to.dtype zeros_like
index_select: empty.memory_format select.int
index_select.out:
inner: mul.Tensor tensordot
inner.out: mul.out tensordot.out
instance_norm: alias batch_norm copy_ mean.dim repeat view
is_nonzero: item
is_same_size:
isclose: __iand__.Tensor __ior__.Tensor abs add.Scalar eq.Tensor isfinite isnan le.Tensor
isclose: mul.Scalar sub.Tensor
isfinite: abs eq.Tensor mul.Tensor ne.Scalar
isin.Tensor_Tensor: _unique cat copy_ empty_like eq.Tensor fill_.Scalar index.Tensor index_copy_
isin.Tensor_Tensor: select.int slice.Tensor sort.stable to.dtype view
isin.Tensor_Tensor_out: _unique cat copy_ empty_like eq.Tensor fill_.Scalar index.Tensor
isin.Tensor_Tensor_out: index_copy_ select.int slice.Tensor sort.stable to.dtype view
isinf: abs eq.Scalar
isnan: ne.Tensor
isneginf:
isneginf.out:
isposinf:
isposinf.out:
isreal: ones_like
item: _local_scalar_dense
kl_div: exp mean mul.Tensor sub.Tensor sum xlogy.Tensor
kron: _unsafe_view mul.Tensor
kron.out: _unsafe_view mul.out
kthvalue: empty.memory_format kthvalue.values
kthvalue.values: clone copy_ empty.memory_format squeeze_.dim zero_
l1_loss: abs mean sub.Tensor sum
layer_norm: native_layer_norm
lcm:
lcm.out:
lcm_:
ldexp.Tensor: mul.Tensor pow.Scalar
ldexp.out: mul.out pow.Scalar
ldexp_: ldexp.out
le.Scalar: to.dtype
le.Tensor:
le.Tensor_out:
le_.Tensor:
leaky_relu:
leaky_relu.out:
leaky_relu_:
lerp.Scalar:
lerp.Scalar_out:
lerp.Tensor:
lerp.Tensor_out:
lerp_.Scalar:
lerp_.Tensor:
lgamma:
lgamma.out:
lgamma_:
lift_fresh:
linalg_cholesky: _linalg_check_errors linalg_cholesky_ex
linalg_cholesky.out: _linalg_check_errors empty.memory_format linalg_cholesky_ex.L
linalg_cholesky_ex: tril.out triu.out zero_
linalg_cholesky_ex.L: as_strided_ tril.out triu.out zero_
linalg_cond: div.Tensor linalg_svdvals narrow squeeze.dim
linalg_cond.out: copy_ linalg_cond
linalg_cross: expand
linalg_cross.out: expand
linalg_det: _linalg_det
linalg_det.out: _linalg_det.result empty.memory_format
linalg_diagonal: diagonal
linalg_eig: empty.memory_format linalg_eig.out
linalg_eig.out: _linalg_check_errors all complex.out copy_ empty.memory_format eq.Scalar isfinite
linalg_eig.out: item mT resize_ slice.Tensor transpose_ zeros
linalg_eigh: _linalg_eigh
linalg_eigvals: _linalg_eigvals
linalg_eigvals.out: _linalg_check_errors all complex.out copy_ empty.memory_format eq.Scalar item
linalg_eigvals.out: mT resize_ slice.Tensor transpose_ zeros
linalg_eigvalsh: _linalg_eigh
linalg_eigvalsh.out: _linalg_eigh.eigenvalues empty.memory_format
linalg_householder_product: empty.memory_format linalg_householder_product.out
linalg_householder_product.out: copy_ empty.memory_format mT resize_ transpose_
linalg_inv: _linalg_check_errors linalg_inv_ex
linalg_inv.out: _linalg_check_errors empty.memory_format linalg_inv_ex.inverse
linalg_inv_ex: diagonal fill_.Scalar linalg_solve_ex.out zero_
linalg_inv_ex.inverse: as_strided_ copy_ diagonal fill_.Scalar linalg_solve_ex.out zero_
linalg_ldl_factor: _linalg_check_errors linalg_ldl_factor_ex
linalg_ldl_factor_ex: empty.memory_format tril.out zero_
linalg_ldl_solve: abs all copy_ ge.Scalar item le.Scalar mT to.dtype
linalg_ldl_solve.out: abs all as_strided_ copy_ ge.Scalar item le.Scalar mT to.dtype
linalg_lstsq: empty.memory_format linalg_lstsq.out
linalg_lstsq.out: _linalg_check_errors arange copy_ empty.memory_format empty_strided item mT
linalg_lstsq.out: narrow pow_.Scalar resize_ select.int set_.source_Storage_storage_offset
linalg_lstsq.out: sum.IntList_out transpose_ view zeros
linalg_lu: empty.memory_format linalg_lu_factor_ex.out lu_unpack.out
linalg_lu_factor: _linalg_check_errors linalg_lu_factor_ex
linalg_lu_factor_ex: copy_ zero_
linalg_lu_factor_ex.out: as_strided_ copy_ zero_
linalg_lu_solve: all copy_ gt.Scalar item le.Scalar mH mT transpose_
linalg_lu_solve.out: all as_strided_ copy_ gt.Scalar item le.Scalar mH mT transpose_
linalg_matrix_exp: abs add_.Tensor argsort as_strided bmm.out cat ceil clamp copy_ cumsum
linalg_matrix_exp: diag_embed diff div.Scalar empty.memory_format empty_like expand full_like
linalg_matrix_exp: ge.Scalar gt.Scalar index_put_ index_select le.Scalar log2 matmul.out max.dim
linalg_matrix_exp: mul.Tensor neg new_zeros nonzero ones pow.Scalar reshape select.int
linalg_matrix_exp: slice.Tensor sort squeeze.dim sub.Scalar sum.dim_IntList to.dtype
linalg_matrix_exp: to.dtype_layout unique_consecutive unsqueeze view zeros
linalg_matrix_norm: amax linalg_vector_norm
linalg_matrix_norm.out: copy_ linalg_matrix_norm
linalg_matrix_norm.str_ord: linalg_svdvals linalg_vector_norm permute sum.dim_IntList unsqueeze
linalg_matrix_norm.str_ord_out: copy_ linalg_matrix_norm.str_ord
linalg_matrix_power: clone copy_ eye linalg_inv matmul
linalg_matrix_power.out: copy_ eye linalg_inv linalg_inv.out matmul matmul.out
linalg_matrix_rank.atol_rtol_float: empty.memory_format fill_.Scalar full gt.Tensor linalg_svdvals
linalg_matrix_rank.atol_rtol_float: max.other mul.Tensor narrow sum.IntList_out unsqueeze
linalg_matrix_rank.atol_rtol_float_out: fill_.Scalar full gt.Tensor linalg_svdvals max.other
linalg_matrix_rank.atol_rtol_float_out: mul.Tensor narrow sum.IntList_out unsqueeze
linalg_matrix_rank.atol_rtol_tensor: abs amax empty.memory_format fill_.Scalar full gt.Tensor
linalg_matrix_rank.atol_rtol_tensor: linalg_eigvalsh linalg_svdvals max.other mul.Tensor narrow
linalg_matrix_rank.atol_rtol_tensor: sum.IntList_out unsqueeze zeros
linalg_matrix_rank.atol_rtol_tensor_out: abs amax fill_.Scalar full gt.Tensor linalg_eigvalsh
linalg_matrix_rank.atol_rtol_tensor_out: linalg_svdvals max.other mul.Tensor narrow
linalg_matrix_rank.atol_rtol_tensor_out: sum.IntList_out unsqueeze zeros
linalg_multi_dot: mm view
linalg_multi_dot.out: mm mm.out view
linalg_norm: linalg_vector_norm
linalg_norm.out: copy_ linalg_norm
linalg_pinv: linalg_pinv.atol_rtol_float
linalg_pinv.atol_rtol_float: full linalg_pinv.atol_rtol_tensor
linalg_pinv.atol_rtol_float_out: copy_ linalg_pinv.atol_rtol_float
linalg_pinv.atol_rtol_tensor: abs amax full gt.Tensor linalg_eigh mH matmul max.other mul.Tensor
linalg_pinv.atol_rtol_tensor: narrow reciprocal svd to.dtype unsqueeze where.self zeros
linalg_pinv.atol_rtol_tensor_out: copy_ linalg_pinv.atol_rtol_tensor
linalg_qr: copy_ empty.memory_format new_empty slice.Tensor triu.out triu_
linalg_slogdet: _linalg_slogdet
linalg_solve: _linalg_check_errors linalg_solve_ex
linalg_solve.out: _linalg_check_errors linalg_solve_ex.out new_empty
linalg_solve_ex: _linalg_solve_ex
linalg_solve_ex.out: _linalg_solve_ex.result new_empty
linalg_solve_triangular: copy_ empty.memory_format resize_ transpose.int transpose_
linalg_solve_triangular.out: copy_ resize_ transpose.int transpose_
linalg_svd: _linalg_svd
linalg_svdvals: _linalg_svd
linalg_svdvals.out: _linalg_svd.U empty.memory_format
linalg_tensorinv: _linalg_check_errors linalg_inv_ex reshape
linalg_tensorinv.out: copy_ linalg_tensorinv
linalg_tensorsolve: flatten.using_ints linalg_solve movedim.intlist reshape
linalg_tensorsolve.out: copy_ linalg_tensorsolve
linalg_vander: cat cumprod expand new_ones unsqueeze
linalg_vecdot: mul.Tensor sum.dim_IntList vdot
linalg_vecdot.out: mul.Tensor sum.IntList_out vdot.out
linalg_vector_norm: abs.out as_strided ne.Scalar_out squeeze.dims to.dtype
linalg_vector_norm.out: abs.out as_strided ne.Scalar_out squeeze.dims
linear: addmm matmul t view
linear.out: add_.Tensor addmm.out matmul.out t
linspace: empty.memory_format linspace.out
linspace.Scalar_Tensor: item linspace
linspace.Scalar_Tensor_out: item linspace.out
linspace.Tensor_Scalar: item linspace
linspace.Tensor_Scalar_out: item linspace.out
linspace.Tensor_Tensor: item linspace
linspace.Tensor_Tensor_out: item linspace.out
linspace.out: fill_.Scalar resize_
log:
log.out:
log10:
log10.out:
log10_:
log1p:
log1p.out:
log1p_:
log2:
log2.out:
log2_:
log_:
log_normal_:
log_sigmoid: log_sigmoid_forward
log_sigmoid.out: empty.memory_format log_sigmoid_forward.output
log_sigmoid_forward: empty_like
log_sigmoid_forward.output: resize_as_
log_softmax.int: _log_softmax to.dtype_layout
log_softmax.int_out: _log_softmax.out to.dtype_layout
logaddexp:
logaddexp.out:
logaddexp2:
logaddexp2.out:
logcumsumexp: _logcumsumexp
logcumsumexp.out: _logcumsumexp.out to.dtype_layout
logdet: eq.Scalar linalg_slogdet where.ScalarSelf
logical_and: empty.memory_format logical_and.out
logical_and.out:
logical_and_: logical_and.out
logical_not: empty.memory_format logical_not.out
logical_not.out:
logical_not_: logical_not.out
logical_or: empty.memory_format logical_or.out
logical_or.out:
logical_or_: logical_or.out
logical_xor: empty.memory_format logical_xor.out
logical_xor.out:
logical_xor_: logical_xor.out
logit: empty.memory_format
logit.out:
logit_: logit.out
logspace: empty.memory_format logspace.out
logspace.Scalar_Tensor: item logspace
logspace.Scalar_Tensor_out: item logspace.out
logspace.Tensor_Scalar: item logspace
logspace.Tensor_Scalar_out: item logspace.out
logspace.Tensor_Tensor: item logspace
logspace.Tensor_Tensor_out: item logspace.out
logspace.out: fill_.Scalar resize_
logsumexp: empty.memory_format logsumexp.out
logsumexp.out: abs add_.Tensor amax eq.Scalar exp_ log_ masked_fill_.Scalar real squeeze.dims
logsumexp.out: sub.Tensor sum.IntList_out
lt.Scalar: to.dtype
lt.Tensor:
lt.Tensor_out:
lt_.Tensor:
lu_solve: linalg_lu_solve
lu_solve.out: linalg_lu_solve.out
lu_unpack: arange contiguous diagonal expand fill_.Scalar narrow scatter_.value tril.out triu.out
lu_unpack: unsqueeze zero_
lu_unpack.out: arange contiguous diagonal expand fill_.Scalar narrow scatter_.value tril.out
lu_unpack.out: triu.out unsqueeze zero_
mH: transpose.int
mT: transpose.int
margin_ranking_loss: add.Scalar clamp_min_ mean mul.Tensor neg sub.Tensor sum
masked_fill.Scalar: clone expand masked_fill_.Scalar
masked_fill.Tensor: clone expand masked_fill_.Tensor
masked_fill_.Scalar:
masked_fill_.Tensor: item
masked_scatter: clone expand masked_scatter_
masked_scatter_: expand
masked_select: as_strided copy_ empty.memory_format expand item sum
masked_select.out: as_strided copy_ empty.memory_format expand item sum
matmul: _unsafe_view bmm dot expand mT mm mv reshape squeeze_.dim unsqueeze
matmul.out: bmm.out dot.out expand mT mm.out mv.out reshape squeeze_.dim unsqueeze
matrix_H: transpose.int
matrix_exp: linalg_matrix_exp
max: empty.memory_format fill_.Scalar
max.dim: fill_.Scalar fill_.Tensor squeeze_.dim unsqueeze_
max.other: maximum
max.out: maximum.out
max.unary_out: fill_.Scalar
max_pool1d: empty.memory_format
max_pool1d_with_indices: max_pool2d_with_indices squeeze.dim unsqueeze
max_pool2d: max_pool2d_with_indices
max_pool2d_with_indices:
max_pool2d_with_indices_backward: zero_
max_pool3d: max_pool3d_with_indices
max_pool3d_with_indices: empty.memory_format resize_
max_unpool2d: empty.memory_format resize_ zero_
max_unpool3d: empty.memory_format resize_ zero_
maximum: to.dtype
maximum.out:
mean: mean.dim
mean.dim: div_.Scalar sum.IntList_out
mean.dtype_out: mean.out
mean.out: div_.Scalar sum.IntList_out
median: clone empty.memory_format
median.dim: empty.memory_format median.dim_values
median.dim_values: contiguous squeeze_.dim transpose_ unsqueeze
meshgrid.indexing: expand view
min: empty.memory_format fill_.Scalar
min.dim: fill_.Scalar fill_.Tensor squeeze_.dim unsqueeze_
min.other: minimum
min.out: minimum.out
min.unary_out: fill_.Scalar
minimum:
minimum.out:
mish:
mish_:
mkldnn_convolution: as_strided_ empty.memory_format resize_
mm: resolve_conj zero_
mm.out: resolve_conj zero_
mode: empty.memory_format fill_.Scalar fill_.Tensor resize_ squeeze_.dim unsqueeze_
moveaxis.int: movedim.intlist
movedim.int: movedim.intlist
movedim.intlist: permute
mse_loss: empty.memory_format mean.out resize_ sum.IntList_out
msort: sort
msort.out: empty.memory_format sort.values
mul.Scalar: mul.Tensor
mul.Tensor: to.dtype
mul.out: to.dtype
mul_.Scalar: mul.out mul_.Scalar values
mul_.Tensor: to.dtype
multi_margin_loss: empty.memory_format resize_
multilabel_margin_loss: multilabel_margin_loss_forward
multilabel_margin_loss_forward: empty.memory_format item max min resize_ resize_as_ zero_
multinomial: _assert_async.msg aminmax any bitwise_and.Tensor bitwise_not div.out
multinomial: empty.memory_format empty_like eq.Scalar exponential_ ge.Scalar lt.Scalar resize_ sum
multinomial: sum.dim_IntList topk.values
multinomial.out: _assert_async.msg aminmax any bitwise_and.Tensor bitwise_not div.out
multinomial.out: empty.memory_format empty_like eq.Scalar exponential_ ge.Scalar lt.Scalar resize_
multinomial.out: sum sum.dim_IntList topk.values
mv: addmv_ empty.memory_format
mv.out: addmv.out empty.memory_format
mvlgamma: add.Tensor add_.Scalar arange.start_out empty.memory_format lgamma_ sum.dim_IntList
mvlgamma: unsqueeze
mvlgamma.out: can_cast copy_ mvlgamma
mvlgamma_: mvlgamma.out
nan_to_num: empty_like nan_to_num.out
nan_to_num.out:
nan_to_num_: nan_to_num.out
nanmean: detach div.Tensor logical_not_ nansum ne.Tensor sum.dim_IntList
nanmean.out: div_.Tensor logical_not_ nansum.out ne.Tensor sum.dim_IntList
nanmedian: clone empty.memory_format
nanmedian.dim: empty.memory_format nanmedian.dim_values
nanmedian.dim_values: contiguous squeeze_.dim transpose_ unsqueeze
nanquantile.scalar: all ceil_ equal flatten.using_ints full_like gather ge.Scalar isnan le.Scalar
nanquantile.scalar: lerp_.Tensor logical_and_ logical_not_ lt.Scalar masked_fill_.Scalar
nanquantile.scalar: mul.Tensor new_ones scalar_tensor sort squeeze_.dim sub.Scalar sub.Tensor
nanquantile.scalar: sum.dim_IntList to.dtype_layout transpose.int unsqueeze view
nanquantile.scalar_out: all ceil_ copy_ equal flatten.using_ints full_like gather ge.Scalar isnan
nanquantile.scalar_out: le.Scalar lerp_.Tensor logical_and_ logical_not_ lt.Scalar
nanquantile.scalar_out: masked_fill_.Scalar mul.Tensor new_ones scalar_tensor sort squeeze_.dim
nanquantile.scalar_out: sub.Scalar sub.Tensor sum.dim_IntList to.dtype_layout transpose.int
nanquantile.scalar_out: unsqueeze view
nansum: as_strided empty.memory_format fill_.Scalar
nansum.out: as_strided fill_.Scalar
narrow: slice.Tensor
narrow.Tensor: item narrow
narrow_copy: empty.memory_format
narrow_copy.out:
native_batch_norm: empty.memory_format empty_like zero_ zeros
native_channel_shuffle: empty.memory_format resize_
native_dropout_backward: mul.Scalar mul.Tensor
native_group_norm: empty.memory_format
native_layer_norm: empty.memory_format view
ne.Scalar: to.dtype
ne.Scalar_out: to.dtype
ne.Tensor:
ne.Tensor_out:
ne_.Tensor:
neg:
neg.out:
neg_:
new_empty: empty.memory_format
new_empty_strided: empty_strided
new_full: fill_.Scalar new_empty
new_ones: fill_.Scalar new_empty
new_zeros: new_empty zero_
nextafter:
nextafter.out:
nextafter_:
nll_loss: nll_loss_forward
nll_loss2d: nll_loss2d_forward
nll_loss2d_forward: empty.memory_format resize_
nll_loss_forward:
nll_loss_nd: nll_loss nll_loss2d view
nonzero: as_strided_ empty.memory_format
nonzero.out: as_strided_
nonzero_numpy: nonzero unbind.int unsqueeze
nonzero_static: as_strided_ copy_ empty.memory_format fill_.Scalar narrow
norm.Scalar: norm.ScalarOpt_dim
norm.ScalarOpt_dim: linalg_vector_norm.out
normal.Tensor_Tensor: add_.Tensor empty.memory_format ge.Scalar item min mul_.Tensor
normal.Tensor_Tensor_out: add_.Tensor ge.Scalar item min mul_.Tensor
normal.Tensor_float: add_.Tensor empty_like
normal.Tensor_float_out: add_.Tensor empty_like
normal.float_float: empty.memory_format normal_
normal.float_float_out: normal_ resize_
normal_:
numpy_T: permute
one_hot: aminmax item scatter_.value unsqueeze zeros
ones: empty.memory_format fill_.Scalar
ones.out: fill_.Scalar resize_
ones_like: empty_like fill_.Scalar
ormqr: copy_ empty.memory_format mT resize_ transpose_
ormqr.out: copy_ empty.memory_format mT resize_ transpose_
outer: mul.Tensor reshape
outer.out: mul.out reshape
pad: _pad_circular constant_pad_nd reflection_pad1d reflection_pad2d reflection_pad3d
pad: replication_pad1d replication_pad2d replication_pad3d
pairwise_distance: add.Scalar norm.ScalarOpt_dim sub.Tensor
pdist: _pdist_forward
permute: as_strided
permute_copy: clone permute
permute_copy.out: copy_ permute_copy
pinverse: linalg_pinv
pixel_shuffle: empty.memory_format resize_
pixel_unshuffle: clone empty.memory_format resize_
poisson_nll_loss: add.Scalar add.Tensor add_.Tensor exp le.Scalar log masked_fill.Scalar mean
poisson_nll_loss: mul.Scalar mul.Tensor sub.Tensor
polar: empty.memory_format polar.out
polar.out:
polygamma:
polygamma.out:
polygamma_: polygamma.out
positive:
pow.Scalar: pow.Tensor_Tensor_out result_type.Scalar_Tensor
pow.Tensor_Scalar: result_type.Scalar to.dtype
pow.Tensor_Scalar_out: result_type.Scalar to.dtype
pow.Tensor_Tensor:
pow.Tensor_Tensor_out: to.dtype
pow_.Scalar: result_type.Scalar to.dtype
pow_.Tensor:
prelu: _prelu_kernel reshape
prod: as_strided empty.memory_format fill_.Scalar
prod.dim_int: as_strided fill_.Scalar
put: clone put_
put_: reshape
qr: linalg_qr
quantile.scalar: all any.dim broadcast_tensors ceil_ equal flatten.using_ints full_like gather
quantile.scalar: ge.Scalar isnan le.Scalar lerp_.Tensor logical_and_ masked_fill.Scalar mul.Scalar
quantile.scalar: new_ones scalar_tensor sort squeeze_.dim sub.Tensor to.dtype_layout transpose.int
quantile.scalar: unsqueeze view
quantile.scalar_out: all any.dim broadcast_tensors ceil_ copy_ equal flatten.using_ints full_like
quantile.scalar_out: gather ge.Scalar isnan le.Scalar lerp_.Tensor logical_and_ masked_fill.Scalar
quantile.scalar_out: mul.Scalar new_ones scalar_tensor sort squeeze_.dim sub.Tensor
quantile.scalar_out: to.dtype_layout transpose.int unsqueeze view
rad2deg: empty_like rad2deg.out
rad2deg.out: mul.out
rad2deg_: rad2deg.out
rand: empty.memory_format uniform_
rand_like: empty_like uniform_
randint: empty.memory_format random_.from
randint.low: empty.memory_format random_.from
randint_like: empty_like random_.from
randint_like.low_dtype: empty_like random_.from
randn: empty.memory_format normal_
randn.out: normal_ resize_
randn_like: empty_like normal_
random_.from:
randperm: empty.memory_format randperm.generator_out
randperm.generator_out: resize_ scalar_tensor
ravel: contiguous view
real:
reciprocal:
reciprocal.out:
reciprocal_:
reflection_pad1d:
reflection_pad2d: empty.memory_format resize_
reflection_pad3d: resize_
relu: clamp_min
relu6: hardtanh
remainder.Scalar: remainder.Tensor
remainder.Tensor:
remainder.Tensor_out:
remainder_.Tensor:
renorm: linalg_vector_norm mul.out
renorm.out: linalg_vector_norm mul.out
renorm_: linalg_vector_norm mul.out
repeat: add.Scalar arange cat copy_ empty.memory_format expand expand_as flatten.using_ints
repeat: permute reshape unfold unsqueeze
repeat_interleave.Tensor: all cumsum empty.memory_format ge.Scalar item select.int
repeat_interleave.self_Tensor: index_select repeat_interleave.Tensor
repeat_interleave.self_int: clone expand flatten.using_ints unsqueeze
replication_pad1d:
replication_pad2d: resize_
replication_pad3d: resize_
reshape: _reshape_alias _unsafe_view clone view
reshape_as: reshape
resize_:
resize_as_: resize_
resolve_conj:
resolve_neg:
result_type.Scalar:
result_type.Scalar_Tensor:
result_type.Tensor:
rms_norm: _fused_rms_norm
roll: cat clone narrow roll
rot90: clone flip transpose_
round:
round.decimals:
round.decimals_out:
round.out:
round_:
round_.decimals:
rrelu: empty_like rrelu_with_noise
rrelu_: empty_like rrelu_with_noise_
rrelu_with_noise: add.Tensor div.Scalar empty_like item leaky_relu.out
rrelu_with_noise_: add.Tensor div.Scalar item leaky_relu.out
rsqrt:
rsqrt.out:
rsqrt_:
rsub.Scalar: sub.Tensor
rsub.Tensor: sub.Tensor
scalar_tensor:
scaled_dot_product_attention: _scaled_dot_product_attention_math
scaled_dot_product_attention: _scaled_dot_product_flash_attention_for_cpu
scatter.reduce: copy_ to.dtype
scatter.reduce_out: copy_ to.dtype
scatter.src: copy_ to.dtype
scatter.src_out: copy_ to.dtype
scatter_.reduce: to.dtype
scatter_.src: to.dtype
scatter_.value: to.dtype
scatter_add: copy_ to.dtype
scatter_add.out: copy_ to.dtype
scatter_add_: to.dtype
scatter_reduce.two: copy_ div_.Tensor eq.Scalar masked_fill_.Scalar ones_like scatter_.value
scatter_reduce.two: scatter_add_ to.dtype zeros_like
scatter_reduce.two_out: copy_ div_.Tensor eq.Scalar masked_fill_.Scalar ones_like scatter_.value
scatter_reduce.two_out: scatter_add_ to.dtype zeros_like
scatter_reduce_.two: div_.Tensor eq.Scalar masked_fill_.Scalar ones_like scatter_.value
scatter_reduce_.two: scatter_add_ to.dtype zeros_like
searchsorted.Tensor: empty.memory_format
searchsorted.Tensor_out:
segment_reduce: all empty.memory_format eq.Scalar item min sum.dim_IntList
select.int: as_strided
select_scatter: as_strided clone copy_ select.int
selu: elu
selu_: elu_
set_.source_Storage_storage_offset:
sgn:
sgn.out:
sgn_:
sigmoid:
sigmoid.out:
sigmoid_:
sign:
sign.out:
sign_:
signbit:
signbit.out:
silu:
silu_:
sin:
sin.out:
sin_:
sinc:
sinc.out:
sinc_:
sinh:
sinh.out:
sinh_:
slice.Tensor: as_strided
slice_scatter: as_strided clone copy_ slice.Tensor
slice_scatter.out: copy_ slice_scatter
slow_conv3d: slow_conv3d_forward
slow_conv3d_forward: copy_ detach empty.memory_format reshape resize_ view
slow_conv_dilated2d: empty.memory_format fill_.Tensor resize_ select.int
slow_conv_dilated3d: empty.memory_format fill_.Tensor resize_ select.int zero_
slow_conv_transpose2d: add_.Tensor empty.memory_format reshape resize_ select.int zero_
slow_conv_transpose3d: empty.memory_format empty_like ones resize_ select.int
smooth_l1_loss: empty.memory_format mean.out resize_ sum.IntList_out
soft_margin_loss: empty.memory_format soft_margin_loss.out
soft_margin_loss.out: copy_ exp_ log1p_ mean mul_.Tensor neg.out resize_ sum
softmax.int: _softmax to.dtype_layout
softmax.int_out: _softmax.out to.dtype_layout
softplus:
softplus.out:
softshrink:
softshrink.out:
sort: sort.stable
sort.stable: arange.start as_strided copy_
sort.values: sort.values_stable
sort.values_stable: arange.start as_strided as_strided_ copy_
sparse_coo_tensor.indices_size: _sparse_coo_tensor_with_dims_and_tensors
sparse_sampled_addmm: _nnz col_indices contiguous copy_ crow_indices dense_dim empty.memory_format
sparse_sampled_addmm: fill_.Scalar mul_.Scalar narrow reshape resize_ transpose.int values
sparse_sampled_addmm.out: _nnz col_indices contiguous copy_ crow_indices dense_dim fill_.Scalar
sparse_sampled_addmm.out: mul_.Scalar narrow reshape resize_ transpose.int values
special_airy_ai:
special_airy_ai.out:
special_bessel_j0:
special_bessel_j0.out:
special_bessel_j1:
special_bessel_j1.out:
special_bessel_y0:
special_bessel_y0.out:
special_bessel_y1:
special_bessel_y1.out:
special_chebyshev_polynomial_t:
special_chebyshev_polynomial_t.out:
special_chebyshev_polynomial_u:
special_chebyshev_polynomial_u.out:
special_chebyshev_polynomial_v:
special_chebyshev_polynomial_v.out:
special_chebyshev_polynomial_w:
special_chebyshev_polynomial_w.out:
special_entr:
special_entr.out:
special_erfcx:
special_erfcx.out:
special_hermite_polynomial_h:
special_hermite_polynomial_h.out:
special_hermite_polynomial_he:
special_hermite_polynomial_he.out:
special_i0e:
special_i0e.out:
special_i1:
special_i1.out:
special_i1e:
special_i1e.out:
special_laguerre_polynomial_l:
special_laguerre_polynomial_l.out:
special_legendre_polynomial_p:
special_legendre_polynomial_p.out:
special_log_ndtr:
special_log_ndtr.out:
special_modified_bessel_i0:
special_modified_bessel_i0.out:
special_modified_bessel_i1:
special_modified_bessel_i1.out:
special_modified_bessel_k0:
special_modified_bessel_k0.out:
special_modified_bessel_k1:
special_modified_bessel_k1.out:
special_ndtr: add.Scalar erf mul.Scalar
special_ndtr.out: add.Scalar can_cast copy_ erf mul.Scalar
special_ndtri:
special_ndtri.out:
special_polygamma: polygamma
special_polygamma.out: polygamma.out
special_scaled_modified_bessel_k0:
special_scaled_modified_bessel_k0.out:
special_scaled_modified_bessel_k1:
special_scaled_modified_bessel_k1.out:
special_shifted_chebyshev_polynomial_t:
special_shifted_chebyshev_polynomial_t.out:
special_shifted_chebyshev_polynomial_u:
special_shifted_chebyshev_polynomial_u.out:
special_shifted_chebyshev_polynomial_v:
special_shifted_chebyshev_polynomial_v.out:
special_shifted_chebyshev_polynomial_w:
special_shifted_chebyshev_polynomial_w.out:
special_spherical_bessel_j0:
special_spherical_bessel_j0.out:
special_xlog1py:
special_xlog1py.out:
special_zeta:
special_zeta.out:
split.Tensor: narrow
split_with_sizes: as_strided
split_with_sizes_copy: clone split_with_sizes
sqrt:
sqrt.out:
sqrt_:
square: pow.Tensor_Scalar
square.out: pow.Tensor_Scalar_out
square_: pow_.Scalar
squeeze: as_strided
squeeze.dim: as_strided
squeeze.dims: as_strided
squeeze_: as_strided_
squeeze_.dim: as_strided_
squeeze_.dims: as_strided_
squeeze_copy: clone squeeze
squeeze_copy.dim: clone squeeze.dim
squeeze_copy.dim_out: copy_ squeeze_copy.dim
squeeze_copy.out: copy_ squeeze_copy
stack: cat unsqueeze view
stack.out: cat.out unsqueeze view
std: std.correction
std.correction: as_strided empty.memory_format fill_.Scalar item mean
std.correction_out: as_strided fill_.Scalar item mean
std.dim: std.correction
std.out: std.correction_out
std_mean: std_mean.correction
std_mean.correction: as_strided empty.memory_format fill_.Scalar
std_mean.dim: std_mean.correction
stft: stft.center
stft.center: _fft_r2c as_strided mul.Tensor squeeze_.dim transpose_ unsqueeze view_as_real
sub.Scalar: sub.Tensor
sub.Tensor: to.dtype
sub.out:
sub_.Scalar: sub_.Tensor
sub_.Tensor:
subtract.Tensor: sub.Tensor
sum: sum.dim_IntList
sum.IntList_out: as_strided fill_.Scalar to.dtype zero_
sum.dim_IntList: as_strided fill_.Scalar to.dtype zero_
sum_to_size: sum sum.dim_IntList
svd: linalg_svd mH
t: transpose.int
t_: transpose_
t_copy: clone t
t_copy.out: copy_ t_copy
take: empty.memory_format
take.out:
take_along_dim: broadcast_to gather remainder.Scalar view
take_along_dim.out: broadcast_to gather.out remainder.Scalar view
tan:
tan.out:
tan_:
tanh:
tanh.out:
tanh_:
tensor_split.indices: slice.Tensor
tensor_split.sections: slice.Tensor
tensor_split.tensor_indices_or_sections: item tensor_split.indices tensor_split.sections
tensordot: dot flatten.using_ints mm mul.Tensor permute reshape squeeze sum sum.dim_IntList
tensordot.out: copy_ dot flatten.using_ints mm mul.Tensor permute reshape squeeze sum
tensordot.out: sum.dim_IntList
thnn_conv2d: _slow_conv2d_forward
threshold:
threshold_:
tile: repeat
to.device: _to_copy
to.dtype: _to_copy
to.dtype_layout: _to_copy
to_sparse: _to_sparse
to_sparse.sparse_dim: _to_sparse.sparse_dim
to_sparse_csr: _to_sparse_csr
topk: copy_ zero_
topk.values:
trace: empty.memory_format
transpose.int: alias as_strided
transpose_: as_strided_
transpose_copy.int: clone transpose.int
transpose_copy.int_out: copy_ transpose_copy.int
trapezoid.dx: add.Tensor mul.Scalar select.int sub.Tensor sum.dim_IntList
trapezoid.x: add.Tensor div.Scalar mul.Tensor slice.Tensor sub.Tensor sum.dim_IntList view
trapz.dx: add.Tensor mul.Scalar select.int sub.Tensor sum.dim_IntList
trapz.x: add.Tensor div.Scalar mul.Tensor slice.Tensor sub.Tensor sum.dim_IntList view
triangular_solve: copy_ mT resize_ transpose.int transpose_
tril:
tril.out: contiguous
tril_:
tril_indices:
triplet_margin_loss: add.Scalar clamp_min mean min.other pairwise_distance sub.Tensor sum
triu:
triu.out: as_strided contiguous
triu_:
triu_indices:
true_divide.Tensor: div.Tensor
true_divide.out: div.out
true_divide_.Tensor: div_.Tensor
trunc:
trunc.out:
trunc_:
type_as: to.dtype_layout
unbind.int: select.int
unbind_copy.int: clone unbind.int
unflatten.int: view
unfold: as_strided
unfold_copy: clone unfold
unfold_copy.out: copy_ unfold_copy
uniform_:
unique_consecutive: empty.memory_format resize_
unique_dim: copy_ empty.memory_format equal moveaxis.int narrow select.int stack unbind.int view
unique_dim: zeros
unsafe_chunk: unsafe_split.Tensor
unsafe_split.Tensor: narrow
unsqueeze: as_strided
unsqueeze_: as_strided_
unsqueeze_copy: clone unsqueeze
unsqueeze_copy.out: copy_ unsqueeze_copy
upsample_bicubic2d: as_strided empty.memory_format
upsample_bicubic2d.vec: upsample_bicubic2d
upsample_bilinear2d: contiguous copy_
upsample_bilinear2d.vec: upsample_bilinear2d
upsample_linear1d: as_strided empty.memory_format
upsample_linear1d.vec: upsample_linear1d
upsample_nearest1d: as_strided empty.memory_format ones
upsample_nearest1d.vec: upsample_nearest1d
upsample_nearest2d: contiguous copy_
upsample_nearest2d.vec: upsample_nearest2d
upsample_nearest3d: as_strided empty.memory_format ones
upsample_nearest3d.vec: upsample_nearest3d
upsample_trilinear3d: as_strided empty.memory_format
upsample_trilinear3d.vec: upsample_trilinear3d
values: alias
var: var.correction
var.correction: as_strided empty.memory_format fill_.Scalar item mean
var.correction_out: as_strided fill_.Scalar item mean
var.dim: var.correction
var.out: var.correction_out
var_mean: var_mean.correction
var_mean.correction: as_strided empty.memory_format fill_.Scalar
var_mean.dim: var_mean.correction
vdot: dot
vdot.out: fill_.Tensor vdot
view:
view_as: view
view_as_complex:
view_as_real:
view_copy: clone view
view_copy.out: copy_ view_copy
vsplit.array: tensor_split.indices
vsplit.int: tensor_split.sections
vstack: atleast_2d.Sequence cat
vstack.out: atleast_2d.Sequence cat.out
where.Scalar: scalar_tensor where.self
where.ScalarSelf: scalar_tensor to.dtype where.self
where.self: empty.memory_format
where.self_out:
xlogy.OutTensor:
xlogy.Tensor:
xlogy_.Tensor:
zero_: fill_.Scalar
zeros: empty.memory_format zero_
zeros.out: resize_ zero_
zeros_like: empty_like zero_
"""
