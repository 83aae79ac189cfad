"""Sessions: C++ compiled in this process against one runtime.

Every unit of text gets a namespace of its own, so that the same text can be compiled again with
other contents. A unit is compiled first in a forked child: text that does not compile, does not
link or crashes the compiler is found out there, and the compiler of this process sees only text
that works. (Its recovery from errors crashes at times, and a symbol that fails to link fails for
all later units that share an inline function with it.)
"""

from __future__ import annotations

import ctypes
import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs

from dispatchless.jit import bootstrap
from dispatchless.jit.capture import STDERR, captured_output
from dispatchless.jit.children import Crash, at_process_end, in_child, run_in_child
from dispatchless.jit.diagnostics import (
    CompileError,
    CompilerCrash,
    Diagnostic,
    JitError,
    LineMap,
    error_in,
    link_failure_line,
    parse_diagnostics,
)
from dispatchless.jit.pch import PchRequest, ensure_pch, header_path, include_line
from dispatchless.jit.runtime import Runtime, RuntimeUnavailable
from dispatchless.jit.symbol_lookups import missing_symbols
from dispatchless.jit.unit import Unit
from dispatchless.jit.unit_files import UnitFiles

#: A child that has not compiled its unit by then is killed and reported.
COMPILE_TIMEOUT = 120.0

# Code compiled in the process has its own kind of thread_local variables, which libstdc++'s
# std::call_once does not share. These are the variables and the function that it goes through.
_CALL_ONCE = """
#include <mutex>
#if defined(__GLIBCXX__) && defined(_GLIBCXX_HAS_GTHREADS) && defined(_GLIBCXX_HAVE_TLS)
namespace std { __thread void* __once_callable; __thread void (*__once_call)(); }
extern "C" void __once_proxy(void) { std::__once_call(); }
#endif
"""


@attrs.frozen
class Job:
    """Texts to compile one after the other at global scope.

    `probe` names an `extern "C"` function of the last text; looking it up links the text.
    """

    texts: tuple[str, ...]
    probe: str | None = None

    def run(self, interpreter: Any) -> bool:
        """Compile and link; whether all went well. Messages go to standard error."""
        with missing_symbols() as missing:
            for text in self.texts:
                if not interpreter.Declare(text):
                    return False
            if self.probe is None:
                return True
            if missing is None:
                return bool(interpreter.Calc(f"{self.probe}()"))
            linked = bool(interpreter.FindSym(self.probe))
            if not linked:
                # The compiler itself names them only for some kinds of failure.
                os.write(STDERR, "".join(map(link_failure_line, missing)).encode())
            return linked


@attrs.frozen
class Calls:
    """The functions (no templates) of one name in a scope, to be made callable."""

    scope: str
    name: str
    methods: tuple[Any, ...]

    def run(self, interpreter: Any) -> bool:
        """Make the compiler's call wrappers; messages go to standard error."""
        for method in self.methods:
            info = interpreter.MethodInfo_Factory(method)
            call = interpreter.CallFunc_Factory()
            interpreter.CallFunc_SetFunc(call, info)
            interpreter.CallFunc_IFacePtr(call, False)
            interpreter.CallFunc_Delete(call)
            interpreter.MethodInfo_Delete(info)
        return True


class Session:
    """The compiler of this process, set up for one runtime.

    Args:
        runtime: what the code is compiled against. A process holds one session.
        preflight: whether units are compiled in a forked child first. By default they are, except
            in a child made by `dispatchless.jit.children`, which is expendable itself.
        optimize: the compiler's level, 0 to 3. A lower one compiles units in less time, but the
            first unit in more, since little of the headers' inline code is optimized away.
        progress: is told what takes long (the first build of a precompiled header).

    Raises:
        RuntimeUnavailable: the runtime or cppyy is not installed; the message says how to.
        RuntimeError: this process has a session already (`Session.current()`).
    """

    _current: ClassVar[Session | None] = None
    runtime: Runtime

    def __init__(
        self,
        runtime: Runtime,
        *,
        preflight: bool | None = None,
        optimize: int = 2,
        progress: Callable[[str], None] = lambda message: None,
    ) -> None:
        if reason := bootstrap.cppyy_missing() or runtime.missing():
            raise RuntimeUnavailable(reason)
        if Session._current is not None:
            held = Session._current.runtime.name
            raise RuntimeError(
                f"this process has a session for the {held} runtime already, and runtimes have "
                "headers of the same names: use Session.current(), or another process"
            )
        self.runtime = runtime
        self._preflight = preflight
        #: The compiler's level for what is compiled from now on.
        self.optimize = optimize
        self._numbers = itertools.count(1)
        self._included: set[str] = set()
        # By path on disk: what users call a file, and where its lines come from.
        self._files: dict[str, str] = {}
        self._line_maps: dict[str, LineMap] = {}
        # By namespace of a unit: the names that it has and that texts may write from global scope.
        self._declared: dict[str, frozenset[str]] = {}
        self.pch: Path | None = None
        #: Why there is no precompiled header, if there could be one.
        self.pch_reason: str | None = None
        self._find_pch(progress)
        self.cppyy = bootstrap.import_cppyy(self.pch)
        self._interpreter: Any = self.cppyy.gbl.gInterpreter
        self.directory = _own_directory()
        runtime.load()
        for directory in runtime.include_dirs():
            self._interpreter.AddIncludePath(str(directory))
        self._declare_headers()
        runtime.prepare(self)
        Session._current = self

    @classmethod
    def current(cls) -> Session | None:
        """The session of this process, if one has been made (a forked child has its parent's)."""
        return cls._current

    @property
    def preflight(self) -> bool:
        """Whether units are compiled in a forked child first; may be set."""
        return not in_child() if self._preflight is None else self._preflight

    @preflight.setter
    def preflight(self, value: bool) -> None:
        self._preflight = value

    def _find_pch(self, progress: Callable[[str], None]) -> None:
        if not self.runtime.uses_pch:
            return
        if bootstrap.cppyy_is_imported():
            self.pch_reason = (
                "no precompiled header: cppyy was imported before the session was made"
            )
            return
        request = PchRequest(
            self.runtime.name,
            self.runtime.headers(),
            self.runtime.include_dirs(),
            self.runtime.versions(),
        )
        result = ensure_pch(request, progress=progress)
        self.pch, self.pch_reason = result.path, result.reason
        if result.reason is not None:
            warnings.warn(f"{result.reason}; headers are parsed instead", stacklevel=4)

    def _declare_headers(self) -> None:
        """The runtime's headers, each alone, before any other text (a compile error in the text
        that includes them would take the compiler down)."""
        if self.pch is not None:
            self.declare(f'#include "{header_path(self.pch)}"\n')
        for header in self.runtime.headers():
            self.include(header)
        self.declare(_CALL_ONCE)

    # Text at global scope, for runtimes ---------------------------------------------------------

    @property
    def _level(self) -> str:
        return f"#pragma cling optimize({self.optimize})\n"

    def declare(self, text: str) -> None:
        """Compile text at global scope, in this process at once: a runtime's own support code.

        Raises:
            CompileError, LinkError: with the compiler's output.
        """
        self._run(Job((self._level + text,)), preflight=False)

    def include(self, header: str) -> None:
        """Include a header at global scope, once: an absolute path or a name as in `<name>`."""
        if header not in self._included:
            self.declare(include_line(header) + "\n")
            self._included.add(header)

    def load_library(self, path: Path) -> None:
        """Load a shared library whose symbols units may use. Raises OSError if it cannot be."""
        ctypes.CDLL(str(path), mode=os.RTLD_GLOBAL | os.RTLD_NOW)

    def address(self, symbol: str) -> int:
        """The address of a symbol (its linker name), compiled here or in a library; 0 if none."""
        found = self._interpreter.FindSym(symbol)
        return int(self.cppyy.addressof(found)) if found else 0

    # Units --------------------------------------------------------------------------------------

    def define(
        self,
        text: str,
        *,
        name: str | None = None,
        line_map: LineMap | None = None,
        includes: Iterable[str] = (),
    ) -> Unit:
        """Compile one text in a namespace of its own.

        Args:
            text: C++ declarations; its `#include` lines are moved to global scope.
            name: what messages call the text.
            line_map: where its lines come from, if it was generated.
            includes: further headers to include first.

        Raises:
            CompileError: the compiler refused it. LinkError: it uses symbols that no loaded library
            defines. CompilerCrash: the compiler died. In all three cases nothing was defined.
        """
        label = name or "unit"
        maps = {} if line_map is None else {label: line_map}
        return self.define_files({label: text}, [label], line_maps=maps, includes=includes)

    def define_files(
        self,
        files: Mapping[str, str],
        sources: Sequence[str],
        *,
        include_dirs: Sequence[Path] = (),
        line_maps: Mapping[str, LineMap] | None = None,
        includes: Iterable[str] = (),
        enclosed: bool = True,
    ) -> Unit:
        """Compile a set of headers and sources that include each other.

        Args:
            files: path -> text, as the files include each other (relative to the including file or
                to the root of the set). They are compiled from copies, so the same set can be
                compiled again with other contents, whatever its include guards say.
            sources: which of the files to compile, in order; headers come in by inclusion.
            include_dirs: where further files of the user lie; what is found there belongs to the
                set. Everything else is taken for a header of the system or the runtime.
            line_maps: by path, where the lines of generated files come from.
            includes: headers to include first at global scope.
            enclosed: whether all is put into a namespace of its own. Names written from the global
                scope (`::sub`) find the set's own. Without, a second set with the same names is
                refused by the compiler.

        Raises: as `define`, and FileNotFoundError for a source that is not among the files.
        """
        namespace = self.unique_name("unit") if enclosed else ""
        unit_files = UnitFiles.collect(files, sources, include_dirs)
        return self._compile_files(unit_files, namespace, line_maps or {}, includes)

    def define_in(
        self, namespace: str, text: str, *, name: str, line_map: LineMap | None = None
    ) -> Unit:
        """Compile one text in the namespace of an earlier unit; errors are as of `define`."""
        maps = {} if line_map is None else {name: line_map}
        return self._compile_files(UnitFiles.collect({name: text}, [name], ()), namespace, maps, ())

    def _compile_files(
        self,
        unit_files: UnitFiles,
        namespace: str,
        line_maps: Mapping[str, LineMap],
        includes: Iterable[str],
    ) -> Unit:
        probe = self.unique_name("probe")
        known = self._declared.get(namespace, frozenset())
        written = unit_files.write(self.directory / probe, namespace, known)
        outline = "".join(f"{include_line(header)}\n" for header in includes) + written.outline
        texts = [self._level + outline] if outline else []
        texts.append(f'{self._level}{written.body}\nextern "C" int {probe}() {{ return 1; }}\n')
        self._files |= written.names
        for path, name in written.names.items():
            if name in line_maps:
                self._line_maps[path] = line_maps[name]
        diagnostics = self._run(Job(tuple(texts), probe), preflight=self.preflight)
        self._declared[namespace] = written.declared
        return Unit(self, namespace, unit_files.sources, diagnostics)

    def unique_name(self, purpose: str) -> str:
        """A C++ identifier that no unit of this session uses yet."""
        return f"dispatchless_{purpose}_{next(self._numbers)}"

    def make_callable(self, scope: str, name: str) -> None:
        """Link the functions `scope::name` for calls from Python.

        Raises: CompileError, LinkError if one of them cannot be called; others keep working.
        """
        owner = self.cppyy.gbl.CppyyLegacy.TClass.GetClass(scope) if scope else None
        if not owner:
            return
        listed = owner.GetListOfMethods(True)
        found = (listed.At(index) for index in range(listed.GetSize()))
        ids = tuple(method.GetDeclId() for method in found if method.GetName() == name)
        self._run(Calls(scope, name, ids), preflight=self.preflight)

    def _run(self, job: Job | Calls, *, preflight: bool) -> tuple[Diagnostic, ...]:
        """Do a job, with `preflight` in a forked child first; the compiler's warnings."""
        if preflight:
            outcome = run_in_child(lambda: job.run(self._interpreter), timeout=COMPILE_TIMEOUT)
            if isinstance(outcome, Crash):
                raise self.error_in(outcome.text, accepted=True) or CompilerCrash(
                    f"the compiler {outcome}", outcome.text
                )
            if error := self.error_in(outcome.text, accepted=outcome.value):
                raise error
        with bootstrap.not_interrupted(), captured_output() as captured:
            accepted = job.run(self._interpreter)
        if error := self.error_in(captured.stderr, accepted=accepted):
            raise error
        return parse_diagnostics(captured.stderr, files=self._files, line_maps=self._line_maps)

    def error_in(self, output: str, *, accepted: bool = True) -> JitError | None:
        """The error in the compiler's output, told in terms of the users' files; None if there is
        none and it accepted the text."""
        error = error_in(output, files=self._files, line_maps=self._line_maps)
        if error is None and not accepted:
            return CompileError((), output)
        return error


def _own_directory() -> Path:
    """A directory for the session's files, removed when the process that made it ends."""
    directory = tempfile.mkdtemp(prefix="dispatchless-")
    at_process_end(lambda: shutil.rmtree(directory, ignore_errors=True))
    return Path(directory)
