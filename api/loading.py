"""`dispatchless.load`: operators of a specification in the running process, for a while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dispatchless.model import OperatorTable, SpecError, check_namespace
from dispatchless.specifications import PathLike, load_spec, path_tuple
from dispatchless.verification import check_kernels, check_runtime, runtime_operators

if TYPE_CHECKING:
    from dispatchless.jit.library import CompiledLibrary


@contextmanager
def load(
    path: PathLike | Sequence[PathLike],
    runtime: str = "torch",
    namespace: str = "dispatchless",
    *,
    native_functions: PathLike | OperatorTable | None = None,
) -> Iterator[CompiledLibrary]:
    """Compile a specification in this process and register it; inside the block
    `torch.ops.<namespace>.<operator>` works, after it the operators are gone.

    The same specification, changed or not, can be loaded again.

    Args:
        path: a yaml specification, a folder of them, or several of these.
        runtime: `"torch"` or `"reference"`; a process can hold one runtime only.
        namespace: where operators live whose schema names no namespace.
        native_functions: where dependencies are looked up; by default the runtime's own file.

    Raises:
        SpecError: what is wrong with the specification, all at once.
        RuntimeUnavailable: what the runtime needs is not installed; says the line that installs it.
        CompileError, LinkError: the user's header does not compile with the generated code.
        RuntimeError: the dispatcher refuses an operator, for example one that exists already.
    """
    check_runtime(runtime)
    check_namespace(namespace, what="namespace")
    table = runtime_operators(runtime, native_functions)
    paths = path_tuple(path)
    if not paths:
        raise SpecError("no specification is given", hint="give the path of a yaml file")
    specification = load_spec(*paths, native_functions=table, namespace=namespace)
    check_kernels(runtime, specification)
    from dispatchless.jit.library import JIT_KEYS, compile_library
    from dispatchless.jit.process import process_session
    from dispatchless.jit.runtimes import runtime_factory
    from dispatchless.lowering import Registration, TorchOptions

    options = TorchOptions(namespace, JIT_KEYS, namespace, Registration.MANUAL, table)
    session = process_session(runtime_factory(runtime))
    library = compile_library(session, specification, options)
    library.register()
    try:
        yield library
    finally:
        library.deregister()
