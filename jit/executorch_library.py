"""A kernel library for ExecuTorch, compiled in this process from what would be written to disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import c_int, c_void_p
from typing import TYPE_CHECKING, Any

import attrs

from dispatchless.cppast import HeaderFile, print_file
from dispatchless.jit.executorch_boundary import function_at
from dispatchless.jit.executorch_runtime import ExecutorchRuntime, Registered
from dispatchless.jit.executorch_values import CallValues
from dispatchless.lowering.executorch import ExecutorchOptions, RegistrationMode, lower_executorch
from dispatchless.lowering.executorch.registry import registry
from dispatchless.model import FunctionSchema, parse_operator_name
from dispatchless.model.executorch_kernels import KernelLibrary

if TYPE_CHECKING:
    from dispatchless.jit.session import Session
    from dispatchless.jit.unit import Unit

# Written for builds that link ATen as well.
_FOR_ATEN = ("RegisterCPUCustomOps.cpp", "RegisterCPUStub.cpp", "RegisterSchema.cpp")


@attrs.frozen(eq=False)
class CompiledKernels:
    """The compiled code of one kernel library; nothing is registered yet.

    Attributes:
        library: the operators, whose schemas calls are made by.
        table: the address of the kernels' table, for `Program.load`.
    """

    unit: Unit = attrs.field(repr=False)
    library: KernelLibrary = attrs.field(repr=False)
    name: str
    table: int = attrs.field(repr=False)
    _runtime: ExecutorchRuntime = attrs.field(repr=False)
    _register: Callable[[], int] = attrs.field(repr=False)

    def register(self) -> None:
        """Call the generated function, which registers all kernels or none.

        Raises:
            ExecutorchError: a kernel is registered already, or the table is full.
        """
        self._runtime.check(self._register(), self._registering)

    def register_unchecked(self) -> None:
        """Hand the kernels to the runtime itself, which aborts where `register` has an error."""
        code = self._runtime.boundary.register_table(self.table)
        self._runtime.check(code, self._registering)

    @property
    def _registering(self) -> str:
        return f"registering the kernels of library {self.name!r}"

    def call(self, operator: str, *args: object, scoped: bool = False, **kwargs: object) -> Any:
        """Call an operator's kernel as the runtime does: looked up by the name and the tensors.

        Args:
            operator: `acme::scale.out`.
            scoped: look it up in this library's table, and not among the registered kernels.
            args, kwargs: the arguments of the schema, out arguments too. A tensor is a
                torch.Tensor, nested lists of numbers or a `PlainTensor`.

        Returns:
            The out arguments with their new contents, else the result: torch tensors as the very
            object (a view of it where the kernel changed the shape), lists as new ones.

        Raises:
            ExecutorchError: there is no such kernel, or it failed; ExecutorchAbort if the runtime
            would have ended the process. TypeError, ValueError: a value does not fit the schema.
        """
        schema = self.schema(operator)
        boundary = self._runtime.boundary
        values = CallValues(boundary)
        indices = values.add_arguments(schema, args, kwargs)
        code = boundary.call(operator.encode(), values.handle, self.table if scoped else None)
        self._runtime.check(code, operator)
        return values.results(schema, indices)

    def found(self, operator: str, *args: object, **kwargs: object) -> Registered | None:
        """The registered kernel that a call with these arguments would get, or None."""
        boundary = self._runtime.boundary
        values = CallValues(boundary)
        values.add_arguments(self.schema(operator), args, kwargs)
        index: int = boundary.find(operator.encode(), values.handle)
        boundary.clear_log()
        return None if index < 0 else self._runtime.registered_at(index)

    def schema(self, operator: str) -> FunctionSchema:
        """The schema of an operator (`acme::scale.out`). Raises KeyError for any other name."""
        found = self.library.by_name.get(parse_operator_name(operator))
        if found is None:
            raise KeyError(f"library {self.name!r} has no operator {operator!r}")
        return found.schema


def compile_kernels(
    session: Session,
    library: KernelLibrary,
    name: str,
    *,
    options: ExecutorchOptions | None = None,
    kernel_sources: Mapping[str, str] | None = None,
) -> CompiledKernels:
    """Lower, print and compile a kernel library.

    Its names are global, as those of the kernels are, so a name serves once in a process; what is
    tried several times belongs in children (`dispatchless.jit.run_in_child`).

    Args:
        session: a session for `ExecutorchRuntime`.
        name: the library's name, as `--lib-name` gives it.
        options: further options of the lowering.
        kernel_sources: path -> text of the sources with the kernels; without, they are found in
            loaded libraries.

    Raises:
        SpecError: lowering refuses the library. CompileError, LinkError: the kernels do not fit
        their declarations, or are nowhere.
    """
    runtime = session.runtime
    if not isinstance(runtime, ExecutorchRuntime):
        raise TypeError(f"the session is for the {runtime.name} runtime")
    options = attrs.evolve(
        options or ExecutorchOptions(), lib_name=name, mode=RegistrationMode.MANUAL
    )
    texts = dict(kernel_sources or {})
    sources = list(texts)
    line_maps = {}
    for emitted in lower_executorch(library, options):
        tree = emitted.file
        if tree.path in _FOR_ATEN:
            continue
        # The session has it already.
        members = tuple(member for member in tree.members if member != registry())
        printed = print_file(attrs.evolve(tree, members=members))
        texts[tree.path] = printed.text
        line_maps[tree.path] = printed.line_map
        if not isinstance(tree, HeaderFile):
            sources.append(tree.path)
    unit = session.define_files(texts, sources, line_maps=line_maps, enclosed=False)
    table, register = session.unique_name("table"), session.unique_name("register")
    unit.extend(
        f"""\
extern "C" void* {table}() {{
  return dispatchless_executorch::new_table(::torch::executor::{options.table_function}());
}}
extern "C" int {register}() {{
  return dispatchless_executorch::guarded(
      [] {{ return ::torch::executor::{options.register_function}(); }});
}}
"""
    )
    return CompiledKernels(
        unit,
        library,
        name,
        function_at(session, table, c_void_p)(),
        runtime,
        function_at(session, register, c_int),
    )
