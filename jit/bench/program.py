"""The measuring program: what is generated for a specification, and a file that makes the calls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from dispatchless.cppast import (
    Attribute,
    Auto,
    Block,
    Call,
    Decl,
    DeclStmt,
    Expr,
    ExprStmt,
    Function,
    Header,
    HeaderFile,
    InitList,
    Lambda,
    LRef,
    NameAllocator,
    NamedType,
    Namespace,
    Param,
    ParenInit,
    Return,
    SourceFile,
    Stmt,
    StringLit,
    Var,
    name,
    print_file,
)
from dispatchless.cppast.build import (
    AUTO,
    CHAR,
    INT,
    VOID,
    address,
    call,
    ident,
    member,
    method,
    ptr,
)
from dispatchless.cppast.build import type_ as cpp_type
from dispatchless.jit.bench.given_values import given_value
from dispatchless.jit.bench.inputs import Given
from dispatchless.jit.bench.subjects import Contender, Measured, Rival, Subject
from dispatchless.jit.bench.toolchain import Target, run_compiler
from dispatchless.jit.library import dispatcher_path_table
from dispatchless.jit.shadow import SHADOW_SUFFIX, shadow_specification
from dispatchless.lowering import Registration, TorchOptions, lower_torch
from dispatchless.lowering.composite_calls import local_header
from dispatchless.lowering.defaults import default_expr
from dispatchless.lowering.files import OutputFile
from dispatchless.lowering.signature import CppParam
from dispatchless.model import Argument, Specification

SUPPORT = Path(__file__).with_name("support")
#: Of the support.
NAMESPACE = "dispatchless_bench"
#: The support's header for operators that ATen's dispatcher knows.
PROGRAM = local_header("composites.h")
# Beside the library, in a folder of its own: names of files recur.
_ORDINARY = "ordinary"
_ALLOCATIONS = "allocations.so"


@attrs.frozen
class Program:
    """A compiled measuring program.

    Attributes:
        path: the executable.
        allocations: the library that counts allocations, to be loaded before it.
        subjects: what it can measure.
        seconds: what compiling took.
    """

    path: Path
    allocations: Path
    subjects: tuple[Measured, ...]
    seconds: float


def build_program(
    folder: Path,
    specification: Specification,
    options: TorchOptions,
    subjects: Sequence[Subject],
    target: Target,
    *,
    rivals: Sequence[Rival] = (),
    optimize: int = 2,
) -> Program:
    """Generate and compile the program that measures SUBJECTS.

    Args:
        folder: an empty folder for it.
        optimize: the compiler's level.

    Raises:
        SpecError: lowering refuses the specification.
        BenchUnavailable: there is no compiler.
        ProgramError: the users' headers do not compile.
    """
    options = attrs.evolve(options, registration=Registration.MANUAL)
    own = attrs.evolve(
        specification, operators=tuple(o for o in specification.operators if not o.is_aten)
    )
    sources = [*_write(lower_torch(own, options), folder)]
    ordinary = attrs.evolve(
        options,
        namespace=options.namespace + SHADOW_SUFFIX,
        lib_name=options.lib_name + SHADOW_SUFFIX,
        keys=(),
    )
    # The headers of templates on the device type are those of the library.
    trees = lower_torch(
        shadow_specification(own, options.namespace), ordinary, table=dispatcher_path_table
    )
    trees = tuple(tree for tree in trees if not tree.path.startswith("dispatchless/"))
    sources += [f"{_ORDINARY}/{path}" for path in _write(trees, folder / _ORDINARY)]
    registers = [_register_function(each) for each in (options, ordinary)]
    main = main_file(subjects, sources, registers)
    users = dict.fromkeys(str(Path(path).resolve().parent) for path in specification.paths)
    headers = dict.fromkeys(str(Path(rival.header.path).parent) for rival in rivals)
    return compile_program(
        folder, main, subjects, target, includes=(*users, *headers), optimize=optimize
    )


def compile_program(
    folder: Path,
    main: SourceFile,
    subjects: Sequence[Measured],
    target: Target,
    *,
    sources: Sequence[str] = (),
    includes: Sequence[str] = (),
    optimize: int,
) -> Program:
    """Write the one file of a program, and compile it with SOURCES that stand in the folder.

    Raises:
        BenchUnavailable: there is no compiler.
        ProgramError: the users' code does not compile or link.
    """
    (folder / main.path).write_text(print_file(main).text)
    flags = [f"-I{each}" for each in (folder, SUPPORT, *includes)]
    level, libraries = f"-O{optimize}", target.link_flags()
    seconds = run_compiler(
        [level, *flags, *target.compile_flags(), main.path, *sources, "-o", "program", *libraries],
        folder=folder,
    )
    run_compiler(
        [level, "-shared", "-fPIC", str(SUPPORT / "allocations.cpp"), "-o", _ALLOCATIONS],
        folder=folder,
    )
    return Program(folder / "program", folder / _ALLOCATIONS, tuple(subjects), seconds)


def _write(trees: Sequence[OutputFile], folder: Path) -> list[str]:
    """Write files; the paths of those that are compiled."""
    sources = []
    for tree in trees:
        path = folder / tree.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(print_file(tree).text)
        if not isinstance(tree, HeaderFile):
            sources.append(tree.path)
    return sources


def _register_function(options: TorchOptions) -> Expr:
    return ident(f"::{options.namespace}::register_{options.lib_name}_kernels")


def main_file(
    subjects: Sequence[Subject], sources: Sequence[str], registers: Sequence[Expr]
) -> SourceFile:
    """The one file that is compiled: it includes the library's sources, and visits each subject.

    Args:
        sources: what it includes.
        registers: the functions that register the kernels.
    """
    functions = [
        function
        for subject in subjects
        for function in (*call_functions(subject), visit_function(subject))
    ]
    prepare = Block(tuple(ExprStmt(Call(each, ())) for each in registers))
    return program_file(subjects, functions, prepare, PROGRAM, map(local_header, sources))


def program_file(
    subjects: Sequence[Measured],
    functions: Sequence[Decl],
    prepare: Block,
    header: Header,
    includes: Iterable[Header] = (),
) -> SourceFile:
    """The file with `main`, that knows the subjects by their keys.

    Args:
        functions: what the file defines, among it the function of each subject.
        prepare: what is done before anything is measured.
        header: of the support, that says what is called.
    """
    table = InitList(
        tuple(
            InitList((StringLit(subject.key), address(ident(visit_name(subject)))))
            for subject in subjects
        )
    )
    arguments = (ident("argc"), ident("argv"), table, address(ident("prepare")))
    run = call(name(f"{NAMESPACE}::run_program", header=header), *arguments)
    main = Function(
        "main",
        (Param(INT, "argc"), Param(ptr(ptr(CHAR)), "argv")),
        INT,
        body=Block((Return(run),)),
    )
    hidden = Namespace((), (*functions, Function("prepare", (), VOID, body=prepare)))
    return SourceFile("program.cpp", (hidden, main), includes=tuple(includes))


def visit_name(subject: Measured) -> str:
    """The function that offers a subject's contenders."""
    return f"visit_{subject.key}"


def _direct(subject: Subject, position: int) -> str:
    return f"direct_{subject.key}_{position}"


def call_functions(subject: Subject) -> tuple[Function, ...]:
    """A function for each contender that is called directly, and never inlined itself.

    Without, what a person wrote would be inlined into the loop that measures and an instance that
    is called elsewhere too would not, and the one would seem to be a call cheaper.
    """
    signature = subject.signature
    params = tuple(Param(param.type, param.name) for param in signature.params)
    arguments = tuple(ident(param.name) for param in signature.params)
    return tuple(
        Function(
            _direct(subject, position),
            params,
            Auto(decltype_auto=True),
            body=Block((Return(Call(each.callee, arguments)),)),
            attributes=(Attribute("noinline", namespace="gnu"),),
        )
        for position, each in enumerate(subject.contenders)
        if not each.registered
    )


def visit_function(subject: Subject) -> Function:
    """The function that makes a subject's arguments and offers its contenders.

    Operators are looked up once in a process, before anything else: a look-up leaves the heap in
    another state, and what comes after it would take some hundred instructions more or less.
    """
    params = subject.signature.params
    names = NameAllocator([param.name for param in params])
    run = names.allocate("run")
    arguments = tuple(method(ident(param.name), "get") for param in params)
    setup = member(ident(run), "setup")
    symint = subject.signature.symint
    statements: list[Stmt] = []
    offers: list[Stmt] = []
    for position, each in enumerate(subject.contenders):
        callee: Expr = ident(_direct(subject, position))
        if each.registered:
            handle = names.allocate("handle")
            statements.append(DeclStmt(Var(AUTO, handle, each.callee, static=True)))
            callee = member(ident(handle), "call")
        offers.append(_offer(each, callee, arguments, run))
    given = {} if subject.inputs is None else subject.inputs.values
    for param in params:
        (argument,) = param.arguments
        value = given.get(argument.name)
        statements.append(_argument(param, argument, setup, value, symint=symint))
    statements += offers
    parameter = Param(LRef(cpp_type(f"{NAMESPACE}::Run", header=PROGRAM)), run)
    return Function(visit_name(subject), (parameter,), VOID, body=Block(tuple(statements)))


def _argument(
    param: CppParam, argument: Argument, setup: Expr, given: Given | None, *, symint: bool
) -> Stmt:
    """`dispatchless_bench::Argument<const at::Tensor &> self(run.setup);`"""
    if argument.is_out:
        output = cpp_type(f"{NAMESPACE}::Output", header=PROGRAM)
        return DeclStmt(Var(output, param.name, ParenInit((setup,))))
    holder = NamedType(name(f"{NAMESPACE}::Argument", param.type, header=PROGRAM))
    if given is None:
        value = default_expr(argument, symint=symint)
    else:
        value = given_value(argument, given, setup, symint=symint)
    arguments = (setup,) if value is None else (setup, value)
    return DeclStmt(Var(holder, param.name, ParenInit(arguments)))


def _offer(contender: Contender, callee: Expr, arguments: Sequence[Expr], run: str) -> Stmt:
    """`run.contender("cpu", "OPS struct", [&] { direct_sub_4(self.get(), ...); });`"""
    body = Block((ExprStmt(Call(callee, arguments)),))
    device, design = StringLit(contender.device or ""), StringLit(contender.design)
    offered = Lambda((), body=body, default="&")
    return ExprStmt(method(ident(run), "contender", device, design, offered))
