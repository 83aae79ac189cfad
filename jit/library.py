"""A specification compiled in this process: its kernels come and go on demand."""

from __future__ import annotations

from pathlib import Path

import attrs

from dispatchless.cppast import HeaderFile, print_file
from dispatchless.jit.session import Session
from dispatchless.jit.unit import Unit
from dispatchless.lowering import (
    KernelEntry,
    KernelKind,
    Registration,
    Table,
    TorchOptions,
    lower_torch,
    registration_table,
)
from dispatchless.model import CompositeOperator, DispatchKey, Operator, Specification

#: The backends that code is compiled for in process: those of a CPU build.
JIT_KEYS = (DispatchKey.CPU, DispatchKey.Meta)


def dispatcher_path_table(
    operator: CompositeOperator, keys: object, existing: Operator | None
) -> tuple[KernelEntry, ...]:
    """The ordinary composite: the generic instance for every key. The truth that verify uses."""
    del operator, keys, existing
    return (KernelEntry(DispatchKey.CompositeImplicitAutograd, KernelKind.GENERIC),)


@attrs.frozen(eq=False)
class CompiledLibrary:
    """The compiled code of one specification.

    Attributes:
        unit: the compiled unit that holds it.
        namespace: the library's namespace.
        operators: what it defines, as `ns::op.overload`.
    """

    unit: Unit = attrs.field(repr=False)
    namespace: str
    operators: tuple[str, ...]
    _lib_name: str = attrs.field(repr=False)

    def register(self) -> None:
        """Make the operators and kernels known to the dispatcher; a second call does nothing.

        Raises: what the dispatcher raises, for example for an operator that exists already; then
        nothing stays registered.
        """
        self._call("register")

    def deregister(self) -> None:
        """Take them out of the dispatcher. What Python still holds of them must not be called."""
        self._call("deregister")
        self.unit.session.runtime.forget_operators(self.operators)

    def _call(self, what: str) -> None:
        self.unit.get(f"{self.namespace}::{what}_{self._lib_name}_kernels")()


def compile_library(
    session: Session,
    specification: Specification,
    options: TorchOptions,
    *,
    table: Table = registration_table,
) -> CompiledLibrary:
    """Lower, print and compile a specification; nothing is registered yet.

    Raises:
        SpecError: lowering refuses the specification.
        CompileError, LinkError, CompilerCrash: the user's header and the generated code do not
            compile together; the message is at the specification's line where it is about
            generated code.
    """
    options = attrs.evolve(options, registration=Registration.MANUAL)
    texts: dict[str, str] = {}
    line_maps = {}
    sources = []
    for tree in lower_torch(specification, options, table=table):
        printed = print_file(tree)
        texts[tree.path] = printed.text
        line_maps[tree.path] = printed.line_map
        if not isinstance(tree, HeaderFile):
            sources.append(tree.path)
    folders = dict.fromkeys(Path(path).resolve().parent for path in specification.paths)
    unit = session.define_files(texts, sources, include_dirs=tuple(folders), line_maps=line_maps)
    operators = tuple(
        f"{operator.schema.name.namespace or options.namespace}::{operator.schema.name.local}"
        for operator in specification.operators
        if not operator.is_aten
    )
    return CompiledLibrary(unit, options.namespace, operators, options.lib_name)
