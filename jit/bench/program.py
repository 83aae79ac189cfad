"""The measuring program: what is generated for a specification, and a file that makes the calls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from dispatchless.cppast import (
    Block,
    Call,
    Capture,
    DeclStmt,
    Expr,
    ExprStmt,
    Function,
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
from dispatchless.cppast.build import CHAR, INT, VOID, address, call, ident, member, method, ptr
from dispatchless.cppast.build import type_ as cpp_type
from dispatchless.jit.bench.subjects import Contender, Rival, Subject
from dispatchless.jit.bench.toolchain import Target, run_compiler
from dispatchless.jit.library import dispatcher_path_table
from dispatchless.jit.shadow import SHADOW_SUFFIX, shadow_specification
from dispatchless.lowering import Registration, TorchOptions, lower_torch
from dispatchless.lowering.composite_calls import local_header
from dispatchless.lowering.defaults import default_expr
from dispatchless.lowering.files import OutputFile
from dispatchless.lowering.signature import CppParam
from dispatchless.model import Specification

SUPPORT = Path(__file__).with_name("support")
_NAMESPACE = "dispatchless_bench"
_RUN = local_header("run.h")
_MAIN = local_header("main.h")
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
    subjects: tuple[Subject, ...]
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
    (folder / main.path).write_text(print_file(main).text)
    users = dict.fromkeys(str(Path(path).resolve().parent) for path in specification.paths)
    headers = dict.fromkeys(str(Path(rival.header.path).parent) for rival in rivals)
    includes = [f"-I{each}" for each in (folder, SUPPORT, *users, *headers)]
    level, libraries = f"-O{optimize}", target.link_flags()
    seconds = run_compiler(
        [level, *includes, *target.compile_flags(), main.path, "-o", "program", *libraries],
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
    visits = tuple(visit_function(subject) for subject in subjects)
    prepare = Function(
        "prepare", (), VOID, body=Block(tuple(ExprStmt(Call(each, ())) for each in registers))
    )
    table = InitList(
        tuple(
            InitList((StringLit(subject.key), address(ident(_visit(subject)))))
            for subject in subjects
        )
    )
    arguments = (ident("argc"), ident("argv"), table, address(ident("prepare")))
    run = call(name(f"{_NAMESPACE}::run_program", header=_MAIN), *arguments)
    main = Function(
        "main",
        (Param(INT, "argc"), Param(ptr(ptr(CHAR)), "argv")),
        INT,
        body=Block((Return(run),)),
    )
    hidden = Namespace((), (*visits, prepare))
    return SourceFile(
        "program.cpp", (hidden, main), includes=tuple(local_header(path) for path in sources)
    )


def _visit(subject: Subject) -> str:
    return f"visit_{subject.key}"


def visit_function(subject: Subject) -> Function:
    """The function that makes a subject's arguments and offers its contenders."""
    params = subject.signature.params
    names = NameAllocator([param.name for param in params])
    run = names.allocate("run")
    arguments = tuple(method(ident(param.name), "get") for param in params)
    setup, handle = member(ident(run), "setup"), names.allocate("handle")
    symint = subject.signature.symint
    statements = [_argument(param, setup, symint=symint) for param in params]
    statements += [_offer(each, arguments, run, handle) for each in subject.contenders]
    parameter = Param(LRef(cpp_type(f"{_NAMESPACE}::Run", header=_RUN)), run)
    return Function(_visit(subject), (parameter,), VOID, body=Block(tuple(statements)))


def _argument(param: CppParam, setup: Expr, *, symint: bool) -> Stmt:
    """`dispatchless_bench::Argument<const at::Tensor &> self(run.setup);`"""
    (argument,) = param.arguments
    if argument.is_out:
        output = cpp_type(f"{_NAMESPACE}::Output", header=_RUN)
        return DeclStmt(Var(output, param.name, ParenInit((setup,))))
    holder = NamedType(name(f"{_NAMESPACE}::Argument", param.type, header=_RUN))
    default = default_expr(argument, symint=symint)
    given = (setup,) if default is None else (setup, default)
    return DeclStmt(Var(holder, param.name, ParenInit(given)))


def _offer(contender: Contender, arguments: Sequence[Expr], run: str, handle: str) -> Stmt:
    """`run.contender("cpu", "OPS struct", [&] { ::sub<...>(self.get(), ...); });`"""
    callee, captures = contender.callee, tuple[Capture, ...]()
    if contender.registered:
        captures = (Capture(handle, init=contender.callee),)
        callee = member(ident(handle), "call")
    body = Block((ExprStmt(Call(callee, arguments)),))
    made = Lambda(captures, body=body, default="&")
    device, design = StringLit(contender.device or ""), StringLit(contender.design)
    return ExprStmt(method(ident(run), "contender", device, design, made))
