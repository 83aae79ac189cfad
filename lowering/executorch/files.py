"""Which files a kernel library gets, under the names of ExecuTorch's own generator."""

from __future__ import annotations

import attrs

from dispatchless.cppast import File, Header
from dispatchless.lowering.executorch.headers import (
    custom_native_functions,
    functions,
    native_functions,
)
from dispatchless.lowering.executorch.options import ExecutorchOptions, RegistrationMode
from dispatchless.lowering.executorch.public_header import register_header
from dispatchless.lowering.executorch.registration import source_files
from dispatchless.model import SpecError
from dispatchless.model.executorch_kernels import KernelLibrary

# What RegisterKernels.h has always brought along.
_REGISTER_INCLUDES = tuple(
    Header(path)
    for path in (
        "executorch/runtime/core/evalue.h",
        "executorch/runtime/core/exec_aten/exec_aten.h",
        "executorch/runtime/kernel/operator_registry.h",
        "executorch/runtime/platform/profiler.h",
    )
)


@attrs.frozen
class EmittedFile:
    """A file, the further paths that get the same text, and whether applications include it."""

    file: File
    copies: tuple[str, ...] = ()
    public: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths of the text."""
        return (self.file.path, *self.copies)


@attrs.frozen
class _Names:
    """The paths of a library's own files."""

    header: str | None
    sources: tuple[str, ...]
    everything: str | None


def lower_executorch(library: KernelLibrary, options: ExecutorchOptions) -> tuple[EmittedFile, ...]:
    """The files of a library.

    Raises SpecError, among others where the kernels do not fit in the runtime's table.
    """
    _check_count(library, options)
    names = _names(options)
    emitted: list[EmittedFile] = []
    if options.headers:
        emitted += _headers(library, options, names)
    if options.sources:
        emitted += _sources(library, options, names)
    return tuple(emitted)


def _check_count(library: KernelLibrary, options: ExecutorchOptions) -> None:
    if options.max_kernels is not None and library.kernel_count > options.max_kernels:
        raise SpecError(
            f"the library has {library.kernel_count} kernels, and the limit is "
            f"{options.max_kernels}",
            hint="select fewer operators, or build the runtime with a larger MAX_KERNEL_NUM",
        )


def _names(options: ExecutorchOptions) -> _Names:
    if options.lib_name is not None or options.mode is RegistrationMode.TABLE:
        table = options.mode is RegistrationMode.TABLE
        stem = options.table_function if table else options.register_function
        sources = (f"{stem}.cpp", *(f"{stem}_{i}.cpp" for i in range(1, options.shards)))
        return _Names(f"{stem}.h", sources, None)
    manual = options.mode is RegistrationMode.MANUAL
    stem = "RegisterKernels" if manual else "RegisterCodegenUnboxedKernels"
    sources = tuple(f"{stem}_{i}.cpp" for i in range(options.shards))
    return _Names("RegisterKernels.h", sources, f"{stem}Everything.cpp")


def _headers(
    library: KernelLibrary, options: ExecutorchOptions, names: _Names
) -> list[EmittedFile]:
    emitted = [EmittedFile(native_functions(library.operators, options))]
    emitted.append(EmittedFile(functions(library.operators, options)))
    if options.custom_ops:
        emitted.append(EmittedFile(custom_native_functions(library.custom)))
    if names.header is not None:
        header = register_header(names.header, options)
        if options.lib_name is None:
            header = attrs.evolve(header, includes=_REGISTER_INCLUDES)
        emitted.append(EmittedFile(header, public=True))
    return emitted


def _sources(
    library: KernelLibrary, options: ExecutorchOptions, names: _Names
) -> list[EmittedFile]:
    header = None if options.mode is RegistrationMode.STATIC else names.header
    files = source_files(library.registered, options, names.sources, names.everything, header)
    one = options.shards == 1 and names.everything is not None
    copies = (names.everything,) if one and names.everything is not None else ()
    emitted = [EmittedFile(file, copies) for file in files]
    if library.custom:
        from dispatchless.lowering.executorch.custom_ops import custom_op_files

        emitted += [EmittedFile(file) for file in custom_op_files(library.custom)]
    return emitted
