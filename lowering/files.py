"""The files of one library for PyTorch: which declarations go where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from dispatchless.cppast import (
    Decl,
    HasInclude,
    HeaderFile,
    IfGroup,
    IfSection,
    Namespace,
    SourceFile,
)
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.banner import NATIVE_FUNCTIONS, banner, banner_of
from dispatchless.lowering.dispatchless_headers import dispatchless_headers
from dispatchless.lowering.grad_aware import helpers_header
from dispatchless.lowering.inner_links import calls_kernel
from dispatchless.lowering.inplace_result import inplace_result_header
from dispatchless.lowering.instances import instance_headers
from dispatchless.lowering.kernels import Kernels
from dispatchless.lowering.key_kernels import KernelEntry, KernelKind, registration_table
from dispatchless.lowering.naming import OperatorNames, operator_names
from dispatchless.lowering.ops_struct import ops_headers
from dispatchless.lowering.options import Registration, TorchOptions
from dispatchless.lowering.register_files import register_files
from dispatchless.lowering.registration import (
    Definition,
    LibraryBlock,
    register_function,
    registration,
)
from dispatchless.model import (
    CompositeOperator,
    DispatchKey,
    Dispatchless,
    ErrorCollector,
    Operator,
    OperatorName,
    SchemaKind,
    Specification,
    Structured,
)

Table = Callable[
    [CompositeOperator, Sequence[DispatchKey], Operator | None], tuple[KernelEntry, ...]
]
OutputFile = HeaderFile | SourceFile


def lower_torch(
    specification: Specification, options: TorchOptions, *, table: Table = registration_table
) -> tuple[OutputFile, ...]:
    """Every file of a library, in a fixed order.

    Args:
        table: which kernel goes to which key; another table gives another library, such as the
            ordinary composite that verify compares with.

    Raises:
        SpecError: what is wrong only now (names that collide, types without a C++ spelling), all
            at once.
    """
    names = operator_names(specification.operators, options)
    by_name = {operator.schema.name: operator for operator in specification.operators}
    collector = ErrorCollector()
    files: list[OutputFile] = []
    registered: list[tuple[OperatorNames, DispatchKey | None]] = []
    for operator in specification.operators:
        with collector.collecting():
            entries = table(operator, options.keys, existing_operator(operator, options))
            builder = _OperatorFiles(operator, by_name[operator.entry], names, entries, options)
            files.extend(builder.headers())
            for key in builder.file_keys():
                files.append(builder.source(key))
                registered.append((names[operator.schema.name], key))
    collector.raise_if_any()
    arguments = [a for operator in specification.operators for a in operator.schema.arguments]
    top = banner(specification.paths)
    files.append(helpers_header(_helpers_path(options), options.namespace, arguments, banner=top))
    if any(_writes_back(operator) for operator in specification.operators):
        files.append(inplace_result_header(options, banner=top))
    if any(calls_kernel(call) for each in specification.operators for call in each.inner_calls):
        from dispatchless.lowering.structured_kernels import kernel_headers

        with collector.collecting():
            native = banner([NATIVE_FUNCTIONS])
            files.extend(kernel_headers(specification.operators, options, banner=native))
    with collector.collecting():
        files.extend(dispatchless_headers(_dispatchless_roots(specification), options, banner=top))
    collector.raise_if_any()
    if options.registration is Registration.MANUAL:
        # Definitions first: a kernel may look its operator up.
        generic_first = sorted(registered, key=lambda each: each[1] is not None)
        files.extend(register_files(generic_first, options, banner=top))
    return tuple(files)


def existing_operator(operator: CompositeOperator, options: TorchOptions) -> Operator | None:
    """ATen's operator, where the composite only gives it kernels."""
    return options.native.get(operator.schema.name.local) if operator.is_aten else None


def _dispatchless_roots(specification: Specification) -> list[str]:
    """The `dispatchless/` headers that the authors' headers include."""
    roots = {root for operator in specification.operators for root in operator.device_headers}
    return sorted(roots)


def _writes_back(operator: CompositeOperator) -> bool:
    """Whether the operator's OUT object may copy a result into `self`."""
    return (
        isinstance(operator.design, Structured)
        and operator.schema.kind is SchemaKind.INPLACE
        and operator.design.write_back is not None
    )


def _helpers_path(options: TorchOptions) -> str:
    return f"{options.lib_name}_grad_aware.h"


class _OperatorFiles:
    """The files of one operator: a header and a source per backend, and the generic ones."""

    def __init__(
        self,
        operator: CompositeOperator,
        entry: CompositeOperator,
        names: Mapping[OperatorName, OperatorNames],
        entries: Sequence[KernelEntry],
        options: TorchOptions,
    ) -> None:
        self._operator = operator
        self._entry = entry
        self._all_names = names
        self._names = names[operator.schema.name]
        self._entries = entries
        self._options = options
        backends = [e.backend for e in entries if e.backend is not None]
        self._kernels = Kernels(
            operator,
            self._names,
            options.namespace,
            _helpers_path(options),
            tuple(key for key in options.keys if key in backends),
        )

    def headers(self) -> tuple[HeaderFile, ...]:
        keys = (*self._options.keys, None)
        design = self._operator.design
        headers: tuple[HeaderFile, ...] = ()
        if self._operator.is_entry and not isinstance(design, Dispatchless):
            headers = ops_headers(self._operator, keys, self._all_names, self._options)
        if isinstance(design, Structured):
            headers += instance_headers(
                self._operator, self._entry, keys, self._all_names, self._options
            )
        return headers

    def file_keys(self) -> tuple[DispatchKey | None, ...]:
        """The sources to emit: the generic one, and one for each backend with kernels."""
        has_generic = not self._operator.is_aten or any(
            entry.backend is None for entry in self._entries
        )
        return ((None,) if has_generic else ()) + self._kernels.direct

    def source(self, key: DispatchKey | None) -> SourceFile:
        members = self._generic_members() if key is None else self._backend_members(key)
        if key is DispatchKey.CUDA:
            members = self._only_with_cuda(members)
        path = self._names.source(key)
        return SourceFile(
            path, members, banner=banner_of(self._operator), origin=self._operator.origin
        )

    def _in_namespace(self, functions: Sequence[Decl], registered: Sequence[Decl]) -> Namespace:
        hidden = Namespace((), tuple(functions))
        return Namespace((self._names.namespace,), (hidden, *registered))

    def _backend_members(self, key: DispatchKey) -> tuple[Decl, ...]:
        entries = [entry for entry in self._entries if entry.backend is key]
        kinds = {entry.kind for entry in entries}
        functions = []
        if KernelKind.BACKEND in kinds:
            functions.append(self._kernels.backend(key))
        if KernelKind.GRAD_AWARE in kinds:
            functions.append(self._kernels.grad_aware(key))
        blocks = [self._block(entry) for entry in entries]
        return (self._in_namespace(functions, self._registration(key, blocks)),)

    def _generic_members(self) -> tuple[Decl, ...]:
        entries = [entry for entry in self._entries if entry.backend is None]
        functions: list[Decl] = [self._kernels.generic()]
        blocks = []
        if not self._operator.is_aten:
            blocks.append(LibraryBlock(None, definitions=(self._definition(),)))
        if any(entry.kind is KernelKind.INPLACE_OR_VIEW for entry in entries):
            functions.append(self._kernels.handle())
            functions.append(self._kernels.inplace_or_view())
        blocks.extend(self._block(entry) for entry in entries)
        return (self._in_namespace(functions, self._registration(None, blocks)),)

    def _registration(
        self, key: DispatchKey | None, blocks: Sequence[LibraryBlock]
    ) -> tuple[Decl, ...]:
        mode = self._options.registration
        return registration(mode, self._names, key, blocks, self._operator.origin)

    def _block(self, entry: KernelEntry) -> LibraryBlock:
        match entry.kind:
            case KernelKind.BACKEND:
                kernel = self._names.kernel(entry.backend)
            case KernelKind.GRAD_AWARE:
                assert entry.backend is not None
                kernel = self._names.grad_aware(entry.backend)
            case KernelKind.INPLACE_OR_VIEW:
                kernel = self._names.inplace_or_view
            case KernelKind.GENERIC:
                kernel = self._names.kernel(None)
        before = (self._kernels.set_handle(),) if entry.kind is KernelKind.INPLACE_OR_VIEW else ()
        return LibraryBlock(entry.key, ((self._names.local, kernel),), before=before)

    def _definition(self) -> Definition:
        """The schema as a library of its own namespace takes it: without the namespace."""
        schema = self._operator.schema
        local = attrs.evolve(schema, name=attrs.evolve(schema.name, namespace=None))
        return Definition(str(local), tuple(sorted(self._operator.tags)))

    def _only_with_cuda(self, members: tuple[Decl, ...]) -> tuple[Decl, ...]:
        """MEMBERS where PyTorch has CUDA; elsewhere nothing defines the functions they call."""
        otherwise: tuple[Decl, ...] = ()
        if self._options.registration is Registration.MANUAL:
            empty = register_function(self._names, DispatchKey.CUDA, (), self._operator.origin)
            otherwise = (Namespace((self._names.namespace,), (empty,)),)
        return (IfSection((IfGroup(_has_cuda(), members),), otherwise or None),)


def _has_cuda() -> HasInclude:
    return HasInclude(symbols.CUDA_BUILD_HEADER)
