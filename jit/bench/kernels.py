"""ExecuTorch: what a kernel's call costs through the registry, boxed, and directly."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dispatchless.cppast import (
    Block,
    Call,
    Decl,
    DeclStmt,
    Expr,
    ExprStmt,
    Function,
    HeaderFile,
    Index,
    Lambda,
    LRef,
    NameAllocator,
    NameExpr,
    Param,
    ParenInit,
    RRef,
    Stmt,
    StringLit,
    UsingDecl,
    Var,
    name,
    print_file,
)
from dispatchless.cppast.build import AUTO, VOID, call, ident, lit, member, method
from dispatchless.cppast.build import type_ as cpp_type
from dispatchless.jit.bench.driver import Progress
from dispatchless.jit.bench.figures import BenchReport
from dispatchless.jit.bench.inputs import Inputs, TensorInput
from dispatchless.jit.bench.kernel_values import HEADER, argument_statements
from dispatchless.jit.bench.machine import describe_machine
from dispatchless.jit.bench.measure import compared
from dispatchless.jit.bench.plan import Plan, Task
from dispatchless.jit.bench.program import (
    NAMESPACE,
    Program,
    compile_program,
    program_file,
    visit_name,
)
from dispatchless.jit.bench.targets import target_of, versions_of
from dispatchless.jit.bench.toolchain import Target
from dispatchless.lowering.composite_calls import local_header
from dispatchless.lowering.executorch import (
    ExecutorchOptions,
    RegistrationMode,
    lower_executorch,
    symbols,
)
from dispatchless.lowering.executorch.boxed_kernels import kernel_name
from dispatchless.lowering.executorch.cpp_types import unboxed
from dispatchless.model import FunctionSchema, OperatorName, SchemaKind
from dispatchless.model.executorch_kernels import BoundKernel, KernelLibrary

#: The kernel called as a C++ function.
DIRECT = "direct"
#: What the runtime calls for an instruction, found before.
BOXED = "boxed"
#: The same, looked up for every call.
LOOKED_UP = "looked up, boxed"
#: Kernels of a table that is searched alone: no further than the wheel's own, its largest library,
#: and as many as it has places for.
TABLE_SIZES = (32, 256, 2000)

_LIBRARY = "bench"
# They register their kernels when they are loaded; those of the specification take the places.
_WHEEL_KERNELS = ("executorch_kernels_optimized", "executorch_kernels_quantized")
_VARIANTS = {SchemaKind.OUT: "out", SchemaKind.INPLACE: "inplace"}


@attrs.frozen
class KernelSubject:
    """A kernel of an operator that is registered.

    Attributes:
        key: unique among the subjects of a program, and a C++ identifier.
        operator: what tables call it: its name, with the kernel where it has several.
        position: of the kernel among those that the library registers.
        inputs: what a person gave for its arguments; None tries what it accepts.
    """

    key: str
    operator: str
    schema: FunctionSchema
    bound: BoundKernel
    position: int
    inputs: Inputs | None = None
    inner: int = 0

    @property
    def variant(self) -> str:
        """`out` for most."""
        return _VARIANTS.get(self.schema.kind, "functional")


def kernel_subjects(
    library: KernelLibrary, inputs: Mapping[OperatorName, Sequence[Inputs]]
) -> tuple[KernelSubject, ...]:
    """Every kernel that a library registers, with each set of inputs."""
    names = NameAllocator()
    subjects = []
    position = 0
    for operator in library.registered:
        several = len(operator.kernels) > 1
        for bound in operator.kernels:
            shown = f"{operator.name} [{bound.key}]" if several else str(operator.name)
            for given in inputs.get(operator.name, (None,)):
                key = names.allocate(f"{operator.name.namespace}_{operator.name.unambiguous}")
                subjects.append(KernelSubject(key, shown, operator.schema, bound, position, given))
            position += 1
    return tuple(subjects)


def kernel_tasks(subjects: Sequence[KernelSubject], plan: Plan) -> Iterator[Task]:
    """The comparisons of a plan. What a look-up takes does not depend on the tensors' size."""
    for subject in subjects:
        sizes = plan.sizes if subject.inputs is None else (subject.inputs.size,)
        for size in sizes:
            designs = [DIRECT, BOXED, LOOKED_UP]
            if size == sizes[0]:
                designs += map(look_up_design, TABLE_SIZES)
            yield Task(subject, "cpu", "", size, tuple(designs))


def look_up_design(size: int) -> str:
    """What tables call a look-up alone."""
    return f"look-up among {size:,}"


def measure_kernels(
    library: KernelLibrary,
    plan: Plan,
    *,
    sources: Sequence[Path] = (),
    inputs: Mapping[OperatorName, Sequence[Inputs]] | None = None,
    optimize: int = 2,
    progress: Progress = lambda text: None,
) -> BenchReport:
    """Compare calling each kernel directly, boxed, and through the registry.

    Args:
        sources: C++ files with the kernels; without any, they are those of the wheel's libraries.
        inputs: what operators are given; others are tried with what they may accept.
        optimize: the compiler's level for the measuring program.
        progress: is told what is being done.

    Raises:
        SpecError: lowering refuses the library.
        RuntimeUnavailable, BenchUnavailable: something is not installed; says how to install it.
        ProgramError: the kernels do not compile or link, or the program broke off.
    """
    target = target_of("executorch")
    if not sources:
        target = attrs.evolve(target, libraries=(*target.libraries, *_WHEEL_KERNELS))
    subjects = kernel_subjects(library, inputs or {})
    machine = describe_machine(versions_of("executorch"))
    with tempfile.TemporaryDirectory(prefix="dispatchless-bench-") as folder:
        progress("compiling the measuring program")
        program = build_kernel_program(
            Path(folder), library, subjects, target, sources=sources, optimize=optimize
        )
        wanted = list(kernel_tasks(subjects, plan))
        comparisons, notes = compared(program, wanted, plan, progress=progress)
    return BenchReport("executorch", machine, comparisons, (), notes)


def build_kernel_program(
    folder: Path,
    library: KernelLibrary,
    subjects: Sequence[KernelSubject],
    target: Target,
    *,
    sources: Sequence[Path],
    optimize: int = 2,
) -> Program:
    """Generate and compile the program that measures SUBJECTS.

    Raises:
        SpecError: lowering refuses the library.
        BenchUnavailable: there is no compiler.
        ProgramError: the kernels do not compile or link.
    """
    options = ExecutorchOptions(lib_name=_LIBRARY, mode=RegistrationMode.MANUAL)
    compiled = [str(path.resolve()) for path in sources]
    headers = []
    for emitted in lower_executorch(library, options):
        tree = emitted.file
        (folder / tree.path).write_text(print_file(tree).text)
        if isinstance(tree, HeaderFile):
            headers.append(local_header(tree.path))
        else:
            compiled.append(tree.path)
    own = call(symbols.public(options.table_function))
    register = NameExpr(symbols.public(options.register_function))
    functions: list[Decl] = [UsingDecl(used) for used in symbols.USED]
    functions += [kernel_visit(subject, own) for subject in subjects]
    prepare = Block(
        (
            ExprStmt(call(f"{NAMESPACE}::set_up")),
            ExprStmt(call(f"{NAMESPACE}::register_own", own, register)),
        )
    )
    main = program_file(subjects, functions, prepare, HEADER, headers)
    jit = str(Path(__file__).parent.parent)
    return compile_program(
        folder, main, subjects, target, sources=compiled, includes=(jit,), optimize=optimize
    )


def kernel_visit(subject: KernelSubject, own: Expr) -> Function:
    """The function that makes a kernel's arguments and offers its contenders."""
    schema = subject.schema
    names = NameAllocator([argument.name for argument in schema.arguments])
    run, values, stack = (names.allocate(wish) for wish in ("run", "values", "stack"))
    kernel, boxed = names.allocate("kernel"), names.allocate("boxed")
    given = {} if subject.inputs is None else dict(subject.inputs.values)
    first = next((each for each in given.values() if isinstance(each, TensorInput)), None)
    setup = member(ident(run), "setup")
    statements: list[Stmt] = [
        _auto(kernel, Index(own, (lit(subject.position),)), reference=True),
        DeclStmt(
            Var(cpp_type(f"{NAMESPACE}::Arguments", header=HEADER), values, ParenInit((setup,)))
        ),
    ]
    tables = {}
    for size in TABLE_SIZES:
        tables[size] = names.allocate("table")
        table = cpp_type(f"{NAMESPACE}::Table", header=HEADER)
        made = ParenInit((ident(kernel), lit(size)))
        statements.append(DeclStmt(Var(table, tables[size], made, static=True)))
    for argument in schema.arguments:
        other = first if argument.is_out else None
        statements += argument_statements(argument, values, given.get(argument.name, other))
    out = [i for i, argument in enumerate(schema.arguments) if argument.is_write]
    statements.append(
        ExprStmt(method(ident(values), "result", lit(out[0])))
        if out
        else ExprStmt(method(ident(values), "none"))
    )
    statements.append(_auto(stack, method(ident(values), "stack")))
    for position, argument in enumerate(schema.arguments):
        value = unboxed(argument, Index(ident(stack), (lit(position),)))
        statements.append(_auto(argument.name, value, reference=True))
    statements.append(_auto(boxed, method(ident(values), "boxed", ident(kernel))))
    context = call(name(f"{NAMESPACE}::context", header=HEADER))
    arguments = [ident(argument.name) for argument in schema.arguments]
    found = method(ident(values), "look_up", ident(kernel))
    calls = {
        DIRECT: Call(kernel_name(subject.bound.kernel), (context, *arguments)),
        BOXED: Call(ident(boxed), (context, ident(stack))),
        LOOKED_UP: Call(found, (context, ident(stack))),
    }
    for size, variable in tables.items():
        among = method(ident(variable), "span")
        looked = method(ident(values), "look_up", ident(kernel), among)
        calls[look_up_design(size)] = call(f"{NAMESPACE}::use", looked)
    for design, expression in calls.items():
        offered = Lambda((), body=Block((ExprStmt(expression),)), default="&")
        arguments_ = (StringLit(""), StringLit(design), offered)
        statements.append(ExprStmt(method(ident(run), "contender", *arguments_)))
    parameter = Param(LRef(cpp_type(f"{NAMESPACE}::Run", header=HEADER)), run)
    return Function(visit_name(subject), (parameter,), VOID, body=Block(tuple(statements)))


def _auto(variable: str, value: Expr, *, reference: bool = False) -> Stmt:
    return DeclStmt(Var(RRef(AUTO) if reference else AUTO, variable, value))
