"""Sessions: units, files that include each other, errors, and what stays usable afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from dispatchless.jit.diagnostics import CompileError, CompilerCrash, LinkError
from dispatchless.jit.session import Session

pytestmark = pytest.mark.runtime("bare")


@pytest.fixture(params=["checked", "in a child"])
def any_session(request: pytest.FixtureRequest, session: Session) -> Session:
    """A session as users have it, and one as children have it, which compiles at once."""
    session.preflight = request.param == "checked"
    return session


# Values and functions --------------------------------------------------------------------------


def test_functions_classes_and_variables(any_session: Session) -> None:
    unit = any_session.define(
        """
        #include <string>
        #include <vector>
        namespace deep::down { inline int add(int a, int b = 1) { return a + b; } }
        inline std::string text(const std::string& s) { return s + "!"; }
        inline int over(int) { return 1; }
        inline int over(const std::string&) { return 2; }
        template <class T> T twice(T x) { return x + x; }
        struct Point { int x = 3; int moved(int by) const { return x + by; } };
        inline Point point() { return {}; }
        int counter = 5;
        inline void increment() { ++counter; }
        """
    )
    assert unit.call("deep::down::add", 4) == 5
    assert unit.call("text", "hi") == "hi!"
    over = unit.get("over")
    assert (over(1), over("a"), over(2), over("b")) == (1, 2, 1, 2)
    assert unit.call("twice", 4) == 8
    assert unit.get("twice")["double"](1.25) == 2.5
    assert unit.get("Point")().moved(4) == 7
    assert unit.call("point").x == 3
    unit.call("increment")
    assert unit.get("counter") == 6
    assert unit.evaluate("point().moved(1) + counter") == 10


def test_names_that_are_not_there(any_session: Session) -> None:
    unit = any_session.define("namespace n { inline int f() { return 1; } }")
    for name in ("g", "n::g", "m::f"):
        with pytest.raises(AttributeError, match=f"declares no '{name}'"):
            unit.get(name)
    with pytest.raises(ValueError, match="not a C\\+\\+ name"):
        unit.get("n::f()")


def test_exceptions_of_a_call_arrive(any_session: Session) -> None:
    unit = any_session.define(
        "#include <stdexcept>\n"
        'inline int f(int x) { if (x) throw std::out_of_range("too far"); return 1; }'
    )
    with pytest.raises(Exception, match="too far"):
        unit.call("f", 1)
    assert unit.call("f", 0) == 1


def test_output_of_a_call_is_not_swallowed(any_session: Session, capfd: object) -> None:
    unit = any_session.define(
        '#include <cstdio>\ninline int f() { std::fputs("seen\\n", stderr); return 1; }'
    )
    assert unit.call("f") == 1
    assert capfd.readouterr().err == "seen\n"  # type: ignore[attr-defined]


# Errors ------------------------------------------------------------------------------------------


def test_compile_errors_are_located(any_session: Session) -> None:
    with pytest.raises(CompileError) as caught:
        any_session.define("#include <map>\n\nint f() {\n  return undefined_name;\n}", name="a.h")
    (error,) = caught.value.diagnostics
    assert (error.file, error.line, error.column) == ("a.h", 4, 10)
    assert error.message == "use of undeclared identifier 'undefined_name'"
    assert "return undefined_name;" in error.excerpt
    assert any_session.define("int f() { return 1; }").call("f") == 1


@attrs.frozen
class Place:
    file: str
    line: int
    column: int


class Lines:
    def origin(self, line: int) -> Place | None:
        return Place("ops.yaml", line + 100, 3) if line == 2 else None


def test_compile_errors_are_told_at_the_specification(checked_session: Session) -> None:
    with pytest.raises(CompileError, match=r"ops.yaml:102:3: error: .*no_such_thing") as caught:
        checked_session.define("int f() {\n  return no_such_thing;\n}", line_map=Lines())
    assert caught.value.diagnostics[0].origin == Place("ops.yaml", 102, 3)


def test_warnings_are_kept(any_session: Session) -> None:
    unit = any_session.define("int f(int x) {\n  if (x) return 1;\n}", name="w.h")
    (warning,) = unit.warnings
    assert (warning.severity, warning.file, warning.line) == ("warning", "w.h", 3)


def test_a_missing_header_is_located(any_session: Session) -> None:
    with pytest.raises(CompileError, match=r"a.h:2:10: fatal error: 'no_such.h' file not found"):
        any_session.define("// first\n#include <no_such.h>\nint f();", name="a.h")


@pytest.mark.parametrize(
    "text",
    [
        "int missing(int); int f() { return missing(1); }",
        "int missing(int); static int at_start = missing(1);",
        "struct S { S(); int x; }; static S object; int f() { return object.x; }",
        "extern int variable; int f() { return variable; }",
        "struct V { virtual ~V(); virtual int f(); }; int f() { return V().f(); }",
        "template <class T> int missing(T); int f() { return missing(1.5); }",
    ],
)
def test_link_errors_name_the_symbol(any_session: Session, text: str) -> None:
    with pytest.raises(LinkError, match=r"missing\(int\)|S::S|variable|V::|missing<double>"):
        any_session.define(text)


def test_link_errors_spoil_nothing(checked_session: Session) -> None:
    shared = (
        "#include <map>\n#include <string>\n"
        'inline int size() { std::map<std::string, int> m; m["a"] = 1; return m.size(); }'
    )
    for _ in range(3):
        with pytest.raises(LinkError):
            checked_session.define(
                shared + "int missing(int); int f() { try { return missing(size()); }"
                " catch (...) { return size(); } }"
            )
        with pytest.raises(LinkError):
            checked_session.define(shared + "int missing(int); static int x = missing(size());")
        unit = checked_session.define(
            shared + "int missing(int); inline int bad() { return missing(size()); }"
            " template <class T> std::string worse(T x) { return std::to_string(missing(x)); }"
        )
        with pytest.raises(LinkError):
            unit.get("bad")
        with pytest.raises(LinkError):
            unit.call("worse", 3)
        assert unit.call("size") == 1
        good = checked_session.define(
            shared + "int f() { try { return size(); } catch (...) { return 0; } }"
        )
        assert good.call("f") == 1


@pytest.mark.parametrize("statement", ["*(volatile int*)0 = 1;", "__builtin_trap();", "abort();"])
def test_a_crash_while_compiling_is_an_error(checked_session: Session, statement: str) -> None:
    with pytest.raises(CompilerCrash, match="crashed with SIG"):
        checked_session.define(
            f"#include <cstdlib>\nstatic int x = [] {{ {statement} return 1; }}();"
        )
    assert checked_session.define("int f() { return 1; }").call("f") == 1


# Files -------------------------------------------------------------------------------------------

FILES = {
    "gen/sub_ops_cpu.h": (
        "#pragma once\n#include <string>\n"
        "namespace lib {{ struct sub_ops_cpu {{"
        " static int add(int a, int b) {{ return a + b; }} }}; }}"
    ),
    "gen/sub_cpu.cpp": (
        '#include "sub_ops_cpu.h"\n#include "composite/sub.h"\n#include <map>\n'
        "namespace lib {{ std::map<int, std::string> names;\n"
        "int sub(int a, int b) {{ return ::sub<lib::sub_ops_cpu>(a, b); }} }}"
    ),
    "gen/register.cpp": (
        '#include "sub_ops_cpu.h"\n'
        "namespace lib {{ int sub(int, int); int registered() {{ return sub(9, 1); }} }}"
    ),
    "composite/sub.h": (
        "#ifndef SUB_H\n#define SUB_H\n#define SUB_SIGN {sign}\n"
        "template <class OPS> int sub(int a, int b) {{ return OPS::add(a, SUB_SIGN b); }}\n#endif\n"
    ),
}
SOURCES = ("gen/sub_cpu.cpp", "gen/register.cpp")


def files(sign: str) -> dict[str, str]:
    return {path: text.format(sign=sign) for path, text in FILES.items()}


def test_the_same_files_load_again_with_other_contents(any_session: Session) -> None:
    minus = any_session.define_files(files("-"), SOURCES)
    plus = any_session.define_files(files("+"), SOURCES)
    assert (minus.call("lib::sub", 7, 2), plus.call("lib::sub", 7, 2)) == (5, 9)
    assert (minus.call("lib::registered"), plus.call("lib::registered")) == (8, 10)


def test_macros_end_with_their_unit(any_session: Session) -> None:
    any_session.define_files(files("-"), SOURCES)
    after = any_session.define(
        "#if defined(SUB_SIGN) || defined(SUB_H)\n#error leaked\n#endif\nint f() { return 1; }"
    )
    assert after.call("f") == 1


def test_users_headers_are_read_from_disk(any_session: Session, tmp_path: Path) -> None:
    (tmp_path / "composite").mkdir()
    generated = {path: text for path, text in files("-").items() if path.startswith("gen/")}
    for sign, expected in (("-", 5), ("+", 9)):
        header = tmp_path / "composite" / "sub.h"
        header.write_text('#include "sign.h"\n' + FILES["composite/sub.h"].format(sign="SIGN"))
        (tmp_path / "composite" / "sign.h").write_text(f"#pragma once\n#define SIGN {sign}\n")
        unit = any_session.define_files(generated, SOURCES, include_dirs=[tmp_path])
        assert unit.call("lib::sub", 7, 2) == expected


def test_errors_in_files_tell_the_file(any_session: Session) -> None:
    broken = files("-") | {
        "composite/sub.h": "template <class OPS>\nint sub(int a) { return b; }\n"
    }
    with pytest.raises(CompileError) as caught:
        any_session.define_files(broken, SOURCES)
    error = caught.value.diagnostics[0]
    assert (error.file, error.line) == ("composite/sub.h", 2)
    assert [note.file for note in error.notes] == ["gen/sub_cpu.cpp"]


def test_line_maps_belong_to_files(any_session: Session) -> None:
    broken = files("-")
    broken["gen/register.cpp"] = "\nint f() { return no_such_thing; }"
    with pytest.raises(CompileError, match=r"ops.yaml:102:3"):
        any_session.define_files(broken, SOURCES, line_maps={"gen/register.cpp": Lines()})


def test_headers_outside_are_included_under_their_conditions(any_session: Session) -> None:
    unit = any_session.define(
        "#ifdef NEVER\n#include <no_such.h>\n#elif defined(__cplusplus)\n#include <deque>\n#endif\n"
        "#define WANTED 1\n#if WANTED\n# include <forward_list>\n#endif\n"
        "int f() { std::deque<int> d{1}; std::forward_list<int> l{2}; return d[0] + l.front(); }"
    )
    assert unit.call("f") == 3


def test_a_namespace_that_exists_outside_is_continued(any_session: Session) -> None:
    any_session.declare("namespace outer::inner { struct Tensor { int v = 4; }; }")
    any_session.declare("namespace outer { inline int base() { return 1; } }")
    unit = any_session.define(
        "namespace outer { namespace inner { inline int f(const Tensor& t) { return t.v; } }\n"
        "inline int g() { return inner::f(inner::Tensor{}) + base(); } }\n"
        "int h() { return ::outer::g() + outer::base() + outer::inner::Tensor{}.v; }"
    )
    assert unit.call("h") == 10


def test_includes_come_first(any_session: Session) -> None:
    unit = any_session.define(
        "int f() { return std::numeric_limits<short>::max(); }", includes=["limits"]
    )
    assert unit.call("f") == 32767


def test_without_a_namespace_of_its_own(checked_session: Session) -> None:
    unit = checked_session.define_files(
        {"a.cpp": "int global_f() { return 1; }"}, ["a.cpp"], enclosed=False
    )
    assert unit.get("global_f")() == 1
    with pytest.raises(CompileError, match="redefinition of 'global_f'"):
        checked_session.define_files(
            {"a.cpp": "int global_f() { return 2; }"}, ["a.cpp"], enclosed=False
        )


def test_a_source_that_is_not_there(session: Session) -> None:
    with pytest.raises(FileNotFoundError, match=r"b\.cpp"):
        session.define_files({"a.cpp": ""}, ["b.cpp"])


# Processes ---------------------------------------------------------------------------------------


def test_one_session_for_a_process(session: Session) -> None:
    with pytest.raises(RuntimeError, match="has a session for the bare runtime already"):
        Session(session.runtime)


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    here = os.fspath(Path(__file__).parent)
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {here!r})\n{code}"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_modules_do_not_import_cppyy() -> None:
    done = run_python(
        "import dispatchless, dispatchless.jit.session, dispatchless.jit.torch_runtime\n"
        "assert not {'cppyy', 'torch'} & set(sys.modules)"
    )
    assert done.returncode == 0, done.stderr


def test_a_session_beside_the_users_own_cppyy_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run_python(
        "import cppyy, os, tempfile\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "before = dict(os.environ)\n"
        "from bare_runtime import BareRuntime\n"
        "from dispatchless.jit.session import Session\n"
        "session = Session(BareRuntime())\n"
        "assert dict(os.environ) == before\n"
        "print(session.define('int f() { return 41; }').call('f') + 1)\n"
    )
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_environment_is_left_alone() -> None:
    done = run_python(
        "import os\n"
        "before = dict(os.environ)\n"
        "from dispatchless.jit.bootstrap import import_cppyy\n"
        "import_cppyy()\n"
        "assert dict(os.environ) == before, set(os.environ) ^ set(before)\n"
    )
    assert done.returncode == 0, done.stderr


def test_a_crash_of_a_call_is_not_covered_up(session: Session) -> None:
    """The children module is what isolates calls; a session does not."""
    from dispatchless.jit.children import Crash, run_in_child

    unit = session.define("inline int f() { return *(volatile int*)0; }")
    outcome = run_in_child(lambda: unit.call("f"))
    assert isinstance(outcome, Crash)
    assert outcome.signal == signal.SIGSEGV
