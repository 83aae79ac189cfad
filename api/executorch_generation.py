"""From a kernel yaml of ExecuTorch to the texts of its C++ files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import attrs

from dispatchless.cppast import print_file
from dispatchless.lowering.executorch.files import EmittedFile, lower_executorch
from dispatchless.lowering.executorch.options import (
    DEFAULT_TABLE_SIZE,
    ExecutorchOptions,
    RegistrationMode,
)
from dispatchless.model.errors import SpecError
from dispatchless.model.executorch_kernels import KernelLibrary, Remark
from dispatchless.model.executorch_keys import KeyForm
from dispatchless.model.executorch_names import check_library_name
from dispatchless.model.executorch_yaml import load_kernel_library
from dispatchless.model.native_yaml import OperatorTable

if TYPE_CHECKING:
    from dispatchless.generation import GeneratedFile
    from dispatchless.model.executorch_selection import Selection

PathLike = str | os.PathLike[str]


@attrs.frozen
class ExecutorchFile:
    """One generated file: its path relative to the output folder, and its text.

    `public` says that applications include it.
    """

    path: str
    text: str = attrs.field(repr=False)
    public: bool = False


@attrs.frozen
class ExecutorchRequest:
    """What to generate from. The lowering's own options are in `options`."""

    functions: PathLike | None = None
    custom_ops: PathLike | None = None
    selection: PathLike | None = None
    whitelist: Sequence[str] | None = None
    key_form: KeyForm = KeyForm.RUNTIME
    other_libraries: Sequence[str] = ()
    options: ExecutorchOptions = attrs.field(factory=ExecutorchOptions)


@attrs.frozen
class ExecutorchResult:
    """The files, and what is allowed in the input and probably not meant."""

    files: tuple[ExecutorchFile, ...]
    remarks: tuple[Remark, ...]
    library: KernelLibrary = attrs.field(repr=False)


def generate_executorch(request: ExecutorchRequest, native: OperatorTable) -> ExecutorchResult:
    """The C++ of a kernel library; nothing is written.

    Raises:
        SpecError: everything that is wrong with the input, all at once (``error.errors``).
    """
    options = checked_options(request)
    library = _library(request, native)
    emitted = lower_executorch(library, options)
    return ExecutorchResult(printed(emitted), library.remarks, library)


def checked_options(request: ExecutorchRequest) -> ExecutorchOptions:
    """The lowering's options, if they go together.

    Raises:
        SpecError: a library's name without a function to name, a name that cannot be, no input.
    """
    options = request.options
    if request.functions is None and request.custom_ops is None:
        raise SpecError(
            "no kernels to generate for",
            hint="give --functions-yaml-path or --custom-ops-yaml-path, or both",
        )
    if request.selection is not None and request.whitelist is not None:
        raise SpecError(
            "both --op-selection-yaml-path and --op-registration-whitelist are given",
            hint="one of them says which operators are selected",
        )
    if options.lib_name is not None:
        check_library_name(options.lib_name, others=request.other_libraries)
        if options.mode is RegistrationMode.STATIC:
            raise SpecError(
                "--lib-name names the function that registers the kernels, and static "
                "initialisers have none",
                hint="add --manual-registration",
            )
    if options.max_kernels is not None and options.max_kernels < 1:
        raise SpecError(
            f"--max-kernels: {options.max_kernels} is no number of kernels",
            hint=f"the runtime's own number is {DEFAULT_TABLE_SIZE}",
        )
    if options.shards < 1:
        raise SpecError("--num-shards: kernels need at least one source file")
    return attrs.evolve(options, custom_ops=request.custom_ops is not None)


def _library(request: ExecutorchRequest, native: OperatorTable) -> KernelLibrary:
    if request.options.aten:
        from dispatchless.model.executorch_aten import load_aten_library

        library = load_aten_library(
            request.custom_ops, native=native, key_form=request.key_form, wanted=_wanted(request)
        )
    else:
        library = load_kernel_library(
            request.functions, request.custom_ops, native=native, key_form=request.key_form
        )
    selection = _selection(request, library)
    return library if selection is None else selection.apply(library)


def _selection(request: ExecutorchRequest, library: KernelLibrary) -> Selection | None:
    if request.whitelist is not None:
        from dispatchless.model.executorch_selection import select_by_names

        return select_by_names(request.whitelist, library)
    return _wanted(request)


def _wanted(request: ExecutorchRequest) -> Selection | None:
    if request.selection is None:
        return None
    from dispatchless.model.executorch_selection import load_selection

    return load_selection(request.selection)


def printed(emitted: Iterable[EmittedFile]) -> tuple[ExecutorchFile, ...]:
    """The texts of lowered files, each printed once."""
    files: list[ExecutorchFile] = []
    for each in emitted:
        text = print_file(each.file).text
        files += [ExecutorchFile(path, text, each.public) for path in each.paths]
    return tuple(files)


def as_generated(files: Iterable[ExecutorchFile]) -> tuple[GeneratedFile, ...]:
    """The files for the functions that write, which need no more than path and text."""
    return cast("tuple[GeneratedFile, ...]", tuple(files))


def in_header_folder(
    files: Iterable[ExecutorchFile], install: Path, headers: Path | None
) -> tuple[ExecutorchFile, ...]:
    """The files with the public headers moved to a folder of their own."""
    if headers is None:
        return tuple(files)
    folder = Path(os.path.relpath(headers, install)).as_posix()
    return tuple(
        attrs.evolve(file, path=f"{folder}/{file.path}") if file.public else file for file in files
    )
