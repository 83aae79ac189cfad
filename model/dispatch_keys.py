"""The dispatch keys of PyTorch (c10/core/DispatchKey.h of 2.13) and what each means."""

from __future__ import annotations

import enum
import functools


class DispatchKey(enum.Enum):
    """A key at which a kernel can be registered. Members have the names that yaml and C++ use.

    Most keys are made of a functionality (dense, ``Sparse``, ``Quantized``, ``Autograd``, ...)
    and a backend component (``CPU``, ``CUDA``, ...): ``SparseCPU``, ``AutogradCUDA``.
    """

    # Each key is one object; the hash of an Enum is computed from its name, in Python.
    __hash__ = object.__hash__

    # dense, per backend component
    CPU = "CPU"
    CUDA = "CUDA"
    HIP = "HIP"
    XLA = "XLA"
    MPS = "MPS"
    IPU = "IPU"
    XPU = "XPU"
    HPU = "HPU"
    VE = "VE"
    Lazy = "Lazy"
    MTIA = "MTIA"
    MAIA = "MAIA"
    PrivateUse1 = "PrivateUse1"
    PrivateUse2 = "PrivateUse2"
    PrivateUse3 = "PrivateUse3"
    Meta = "Meta"

    # Quantized, per backend component
    QuantizedCPU = "QuantizedCPU"
    QuantizedCUDA = "QuantizedCUDA"
    QuantizedHIP = "QuantizedHIP"
    QuantizedXLA = "QuantizedXLA"
    QuantizedMPS = "QuantizedMPS"
    QuantizedIPU = "QuantizedIPU"
    QuantizedXPU = "QuantizedXPU"
    QuantizedHPU = "QuantizedHPU"
    QuantizedVE = "QuantizedVE"
    QuantizedLazy = "QuantizedLazy"
    QuantizedMTIA = "QuantizedMTIA"
    QuantizedMAIA = "QuantizedMAIA"
    QuantizedPrivateUse1 = "QuantizedPrivateUse1"
    QuantizedPrivateUse2 = "QuantizedPrivateUse2"
    QuantizedPrivateUse3 = "QuantizedPrivateUse3"
    QuantizedMeta = "QuantizedMeta"

    # Sparse, per backend component
    SparseCPU = "SparseCPU"
    SparseCUDA = "SparseCUDA"
    SparseHIP = "SparseHIP"
    SparseXLA = "SparseXLA"
    SparseMPS = "SparseMPS"
    SparseIPU = "SparseIPU"
    SparseXPU = "SparseXPU"
    SparseHPU = "SparseHPU"
    SparseVE = "SparseVE"
    SparseLazy = "SparseLazy"
    SparseMTIA = "SparseMTIA"
    SparseMAIA = "SparseMAIA"
    SparsePrivateUse1 = "SparsePrivateUse1"
    SparsePrivateUse2 = "SparsePrivateUse2"
    SparsePrivateUse3 = "SparsePrivateUse3"
    SparseMeta = "SparseMeta"

    # SparseCsr, per backend component
    SparseCsrCPU = "SparseCsrCPU"
    SparseCsrCUDA = "SparseCsrCUDA"
    SparseCsrHIP = "SparseCsrHIP"
    SparseCsrXLA = "SparseCsrXLA"
    SparseCsrMPS = "SparseCsrMPS"
    SparseCsrIPU = "SparseCsrIPU"
    SparseCsrXPU = "SparseCsrXPU"
    SparseCsrHPU = "SparseCsrHPU"
    SparseCsrVE = "SparseCsrVE"
    SparseCsrLazy = "SparseCsrLazy"
    SparseCsrMTIA = "SparseCsrMTIA"
    SparseCsrMAIA = "SparseCsrMAIA"
    SparseCsrPrivateUse1 = "SparseCsrPrivateUse1"
    SparseCsrPrivateUse2 = "SparseCsrPrivateUse2"
    SparseCsrPrivateUse3 = "SparseCsrPrivateUse3"
    SparseCsrMeta = "SparseCsrMeta"

    # NestedTensor, per backend component
    NestedTensorCPU = "NestedTensorCPU"
    NestedTensorCUDA = "NestedTensorCUDA"
    NestedTensorHIP = "NestedTensorHIP"
    NestedTensorXLA = "NestedTensorXLA"
    NestedTensorMPS = "NestedTensorMPS"
    NestedTensorIPU = "NestedTensorIPU"
    NestedTensorXPU = "NestedTensorXPU"
    NestedTensorHPU = "NestedTensorHPU"
    NestedTensorVE = "NestedTensorVE"
    NestedTensorLazy = "NestedTensorLazy"
    NestedTensorMTIA = "NestedTensorMTIA"
    NestedTensorMAIA = "NestedTensorMAIA"
    NestedTensorPrivateUse1 = "NestedTensorPrivateUse1"
    NestedTensorPrivateUse2 = "NestedTensorPrivateUse2"
    NestedTensorPrivateUse3 = "NestedTensorPrivateUse3"
    NestedTensorMeta = "NestedTensorMeta"

    # Autograd, per backend component
    AutogradCPU = "AutogradCPU"
    AutogradCUDA = "AutogradCUDA"
    AutogradHIP = "AutogradHIP"
    AutogradXLA = "AutogradXLA"
    AutogradMPS = "AutogradMPS"
    AutogradIPU = "AutogradIPU"
    AutogradXPU = "AutogradXPU"
    AutogradHPU = "AutogradHPU"
    AutogradVE = "AutogradVE"
    AutogradLazy = "AutogradLazy"
    AutogradMTIA = "AutogradMTIA"
    AutogradMAIA = "AutogradMAIA"
    AutogradPrivateUse1 = "AutogradPrivateUse1"
    AutogradPrivateUse2 = "AutogradPrivateUse2"
    AutogradPrivateUse3 = "AutogradPrivateUse3"
    AutogradMeta = "AutogradMeta"

    # backends without component
    FPGA = "FPGA"
    Vulkan = "Vulkan"
    Metal = "Metal"
    MkldnnCPU = "MkldnnCPU"
    CustomRNGKeyId = "CustomRNGKeyId"

    # alias keys: one registration for many keys
    Autograd = "Autograd"
    CompositeImplicitAutograd = "CompositeImplicitAutograd"
    CompositeImplicitAutogradNestedTensor = "CompositeImplicitAutogradNestedTensor"
    CompositeExplicitAutograd = "CompositeExplicitAutograd"
    CompositeExplicitAutogradNonFunctional = "CompositeExplicitAutogradNonFunctional"
    FuncTorchBatchedDecomposition = "FuncTorchBatchedDecomposition"

    # autograd beyond the components
    AutogradOther = "AutogradOther"
    AutogradNestedTensor = "AutogradNestedTensor"
    ADInplaceOrView = "ADInplaceOrView"

    # autocast
    AutocastCPU = "AutocastCPU"
    AutocastCUDA = "AutocastCUDA"
    AutocastMPS = "AutocastMPS"
    AutocastXPU = "AutocastXPU"
    AutocastIPU = "AutocastIPU"
    AutocastHPU = "AutocastHPU"
    AutocastXLA = "AutocastXLA"
    AutocastMTIA = "AutocastMTIA"
    AutocastMAIA = "AutocastMAIA"
    AutocastPrivateUse1 = "AutocastPrivateUse1"

    # functionality above or below autograd
    Undefined = "Undefined"
    BackendSelect = "BackendSelect"
    Fake = "Fake"
    Python = "Python"
    PythonTLSSnapshot = "PythonTLSSnapshot"
    PythonDispatcher = "PythonDispatcher"
    PreDispatch = "PreDispatch"
    Functionalize = "Functionalize"
    Conjugate = "Conjugate"
    Negative = "Negative"
    ZeroTensor = "ZeroTensor"
    Tracer = "Tracer"
    Batched = "Batched"
    VmapMode = "VmapMode"
    BatchedNestedTensor = "BatchedNestedTensor"
    FuncTorchBatched = "FuncTorchBatched"
    FuncTorchVmapMode = "FuncTorchVmapMode"
    FuncTorchGradWrapper = "FuncTorchGradWrapper"
    FuncTorchDynamicLayerBackMode = "FuncTorchDynamicLayerBackMode"
    FuncTorchDynamicLayerFrontMode = "FuncTorchDynamicLayerFrontMode"
    DeferredInit = "DeferredInit"
    TESTING_ONLY_GenericWrapper = "TESTING_ONLY_GenericWrapper"
    TESTING_ONLY_GenericMode = "TESTING_ONLY_GenericMode"

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def parse(name: str) -> DispatchKey | None:
        """The key of that name, or None."""
        return _BY_NAME.get(name)

    @functools.cached_property
    def component(self) -> str | None:
        """The backend component: ``CPU`` of ``SparseCPU`` and of ``AutogradCPU``; else None."""
        return next((c for f in FUNCTIONALITIES for c in COMPONENTS if self.value == f + c), None)

    @functools.cached_property
    def functionality(self) -> str | None:
        """The functionality of a key with a component: ``Sparse`` of ``SparseCPU``, an empty
        string for dense keys; None for keys without component."""
        component = self.component
        return None if component is None else self.value[: -len(component)]

    @functools.cached_property
    def is_backend(self) -> bool:
        """Whether a kernel at this key computes on one backend's tensors of one layout."""
        if self in _OTHER_BACKENDS:
            return True
        return self.component is not None and self.functionality != "Autograd"

    @functools.cached_property
    def is_composite(self) -> bool:
        """Whether a kernel at this key serves all backends."""
        return self.value.startswith("Composite")

    @functools.cached_property
    def autograd_key(self) -> DispatchKey | None:
        """The key whose kernel runs before a backend key's and records the gradient.

        ``getAutogradRelatedKeySetFromBackend`` of c10/core/DispatchKeySet.h: layouts share the
        key of their component, nested tensors have their own, the rest share AutogradOther.
        """
        if not self.is_backend:
            return None
        if self.functionality == "NestedTensor":
            return DispatchKey.AutogradNestedTensor
        if self.component in _OWN_AUTOGRAD:
            return DispatchKey(f"Autograd{self.component}")
        return DispatchKey.AutogradOther

    @functools.cached_property
    def autocast_key(self) -> DispatchKey | None:
        """The autocast key of the backend's component, or None if it has none."""
        if not self.is_backend or self.component is None:
            return None
        return DispatchKey.parse(f"Autocast{self.component}")

    @functools.cached_property
    def cpp_namespace(self) -> str:
        """The namespace in ``at::`` with the key's functions: ``cpu``, ``meta``, ..."""
        return self.value.lower()


COMPONENTS = (
    "CPU",
    "CUDA",
    "HIP",
    "XLA",
    "MPS",
    "IPU",
    "XPU",
    "HPU",
    "VE",
    "Lazy",
    "MTIA",
    "MAIA",
    "PrivateUse1",
    "PrivateUse2",
    "PrivateUse3",
    "Meta",
)
FUNCTIONALITIES = ("", "Quantized", "Sparse", "SparseCsr", "NestedTensor", "Autograd")

_BY_NAME = {key.value: key for key in DispatchKey}

_OTHER_BACKENDS = frozenset(
    {DispatchKey.FPGA, DispatchKey.Vulkan, DispatchKey.Metal, DispatchKey.MkldnnCPU}
)

# Components with an autograd key of their own; HIP and VE use AutogradOther.
_OWN_AUTOGRAD = frozenset(COMPONENTS) - {"HIP", "VE"}

# Keys at which an out= operator can be structured (its meta function is shared, see
# STRUCTURED_DISPATCH_KEYS of ATen's code generator).
STRUCTURED_KEYS = frozenset(
    {
        DispatchKey.CPU,
        DispatchKey.CUDA,
        DispatchKey.MPS,
        DispatchKey.XPU,
        DispatchKey.MTIA,
    }
)

# Keys for which ``ufunc_inner_loop`` makes kernels.
UFUNC_KEYS = (DispatchKey.CPU, DispatchKey.CUDA)
