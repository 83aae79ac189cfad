"""The C++ compiler and callgrind, as programs that may be missing."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import attrs

_VALGRIND_HEADER = Path("valgrind/callgrind.h")


class BenchUnavailable(Exception):
    """Measuring is not possible here; the message holds the line that installs what is missing."""


class ProgramError(Exception):
    """The measuring program did not compile or broke off; `output` is what was said."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(f"{message}\n{output.rstrip()}")
        self.output = output


@attrs.frozen
class Target:
    """What programs are compiled against: the flags of one runtime.

    Attributes:
        include_dirs: taken for headers of the system, in order of search.
        library_dir: where the libraries are, also when the program runs; None if there are none.
        libraries: names for `-l`.
        defines: macros that are set.
    """

    include_dirs: tuple[Path, ...]
    library_dir: Path | None = None
    libraries: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()

    def compile_flags(self) -> tuple[str, ...]:
        """For compiling only."""
        includes = tuple(f"-isystem{folder}" for folder in self.include_dirs)
        return (*includes, *(f"-D{word}" for word in self.defines))

    def link_flags(self) -> tuple[str, ...]:
        """For linking, and for finding the libraries when the program runs."""
        if self.library_dir is None:
            return ("-ldl",)
        libraries = (f"-l{word}" for word in self.libraries)
        return (f"-L{self.library_dir}", *libraries, "-ldl", f"-Wl,-rpath,{self.library_dir}")


def compiler() -> str:
    """The C++ compiler: `$CXX`, else g++ or what stands in for it.

    Raises BenchUnavailable: there is none.
    """
    for command in (os.environ.get("CXX"), "g++", "c++", "clang++"):
        if command and shutil.which(command.split()[0]):
            return command
    raise BenchUnavailable(
        "bench compiles a program that makes the calls, and there is no C++ compiler; "
        "install one with: sudo apt-get install g++ (or name yours in $CXX)"
    )


def compiler_version() -> str:
    """The first line that the compiler says about itself."""
    done = subprocess.run(
        [*compiler().split(), "--version"], capture_output=True, text=True, check=False
    )
    return (done.stdout.splitlines() or ["unknown"])[0]


def callgrind_missing() -> str | None:
    """Why instructions cannot be counted here, with the line that helps; None if they can."""
    found = shutil.which("valgrind")
    install = "install it with: sudo apt-get install valgrind"
    if found is None:
        return f"instructions are not counted: there is no valgrind; {install}"
    roots = (Path("/usr/include"), Path("/usr/local/include"), Path(found).parents[1] / "include")
    if not any((root / _VALGRIND_HEADER).is_file() for root in roots):
        return f"instructions are not counted: valgrind's header is missing; {install}"
    return None


def run_compiler(arguments: Sequence[str], *, folder: Path) -> float:
    """Run the compiler in a folder; the seconds of processor time that it took.

    Raises:
        BenchUnavailable: there is no compiler.
        ProgramError: it refused the program; with all that it said.
    """
    before = _seconds_of_children()
    done = subprocess.run(
        [*compiler().split(), "-std=c++20", "-Wfatal-errors", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = _seconds_of_children() - before
    if done.returncode != 0:
        raise ProgramError("the measuring program does not compile", done.stderr)
    return seconds


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
