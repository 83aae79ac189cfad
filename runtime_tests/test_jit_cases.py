"""What people have run into with C++ compiled in a process (cases J1 to J11)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dispatchless.jit.diagnostics import CompileError, LinkError
from dispatchless.jit.session import Session

pytestmark = pytest.mark.runtime("bare")

KNOB = "struct Knob {{ int v = {0}; }}; inline int knob() {{ return Knob{{}}.v; }}"


def test_j1_the_same_names_compile_twice(checked_session: Session) -> None:
    first = checked_session.define(KNOB.format(1))
    second = checked_session.define(KNOB.format(2))
    assert second.call("knob") == 2
    assert first.call("knob") == 1


@pytest.mark.parametrize(
    "text",
    [
        "template <class T> int g() {{ return sizeof(T) + {0}; }} int f() {{ return g<char>(); }}",
        "enum class Kind {{ A = {0} }}; int f() {{ return static_cast<int>(Kind::A) + 1; }}",
        "static int counter = {0}; int f() {{ return counter + 1; }}",
        "#define STEP {0}\nint f() {{ return STEP + 1; }}",
        "using Int = int; constexpr Int base = {0}; inline Int f() {{ return base + 1; }}",
        'extern "C" inline int g_{0}() {{ return {0}; }} int f() {{ return g_{0}() + 1; }}',
    ],
)
def test_j1_every_kind_of_declaration(checked_session: Session, text: str) -> None:
    units = [checked_session.define(text.format(value)) for value in (10, 20, 30)]
    assert [unit.call("f") for unit in units] == [11, 21, 31]


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    """A library with a thread_local variable, its header beside it."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("needs a C++ compiler to build the library")
    (tmp_path / "lamp.h").write_text(
        "struct Lamp { static thread_local int glow; static int near() { return glow; }"
        " static int far(); static int dim() { return 1; } };\n"
    )
    (tmp_path / "lamp.cc").write_text(
        '#include "lamp.h"\nthread_local int Lamp::glow = 5;\nint Lamp::far() { return glow; }\n'
    )
    library = tmp_path / "liblamp.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", str(library), str(tmp_path / "lamp.cc")], check=True
    )
    return library


def test_j3_a_librarys_thread_local(checked_session: Session, lamp: Path) -> None:
    checked_session.load_library(lamp)
    unit = checked_session.define(
        f'#include "{lamp.with_name("lamp.h")}"\n'
        "inline int near() { return Lamp::near(); } inline int far() { return Lamp::far(); }"
        "inline int dim() { return Lamp::dim(); }"
    )
    assert unit.call("far") == 5
    with pytest.raises(LinkError, match=r"thread_local variable 'Lamp::glow'") as caught:
        unit.call("near")
    assert caught.value.symbols == ("__emutls_v._ZN4Lamp4glowE",)
    # The process lives, and neither this unit nor another is spoilt.
    assert unit.call("far") == 5
    assert unit.call("dim") == 1
    assert checked_session.define("inline int two() { return 2; }").call("two") == 2


def test_j3_at_definition_time(checked_session: Session, lamp: Path) -> None:
    checked_session.load_library(lamp)
    header = f'#include "{lamp.with_name("lamp.h")}"\n'
    with pytest.raises(LinkError, match=r"'Lamp::glow'"):
        checked_session.define(header + "int eager() { return Lamp::near(); }")
    unit = checked_session.define(header + "int eager() { return Lamp::far(); }")
    assert unit.call("eager") == 5


CRATE = (
    "struct Feather {};"
    " template <class U> struct Crate { U u; long weigh() { return u.grams(); } };"
    " inline Crate<Feather> pack() { return {}; }"
)


def test_j5_a_template_error_at_the_first_call(checked_session: Session) -> None:
    unit = checked_session.define(CRATE, name="crate.h")
    with pytest.raises(CompileError, match="no member named 'grams' in 'Feather'") as caught:
        unit.call("pack().weigh")
    (error,) = caught.value.diagnostics
    assert (error.file, error.line) == ("crate.h", 1)
    assert any("in instantiation of member function" in note.message for note in error.notes)


@pytest.mark.parametrize(
    "text",
    [
        "template <class T> long weigh(T t) { return t.grams(); }",
        "template <class T> std::string weigh(T t) { return t.grams(); }",
        "template <class T> void weigh(T t) { t.grams(); }",
        "inline auto weigh(auto t) { return t.grams(); }",
    ],
)
def test_j5_function_templates(checked_session: Session, text: str) -> None:
    unit = checked_session.define("#include <string>\n" + text)
    with pytest.raises(CompileError, match=r"not a structure or union|no member named"):
        unit.call("weigh", 3)


def test_j7_a_specialisation_after_a_failed_look_up(checked_session: Session) -> None:
    unit = checked_session.define(
        "template <class T, class X = void> struct Dev;"
        " template <> struct Dev<int> { int id() { return 1; } };"
    )
    with pytest.raises(CompileError, match="Dev<float>"):
        unit.evaluate("Dev<float>().id()")
    with pytest.raises(TypeError, match="incomplete class"):
        unit.get("Dev")["float"]()
    unit.extend("template <> struct Dev<float> { int id() { return 2; } };")
    assert unit.evaluate("Dev<float>().id()") == 2
    assert unit.evaluate("Dev<int>().id()") == 1


def test_j9_fifty_failures(checked_session: Session) -> None:
    for round_ in range(50):
        with pytest.raises(CompileError, match="no member named 'sizze'"):
            checked_session.define(
                "#include <vector>\ninline int half(std::vector<int> v) { return v.sizze(); }"
            )
        unit = checked_session.define("inline int half(int v) { return v / 2; }")
        assert unit.call("half", 2 * round_) == round_


def test_j11_call_once(checked_session: Session) -> None:
    unit = checked_session.define(
        "#include <mutex>\n"
        "inline int once_val() { static std::once_flag f; static int v = 0;"
        " std::call_once(f, [] { v += 7; }); return v; }"
    )
    assert [unit.call("once_val") for _ in range(3)] == [7, 7, 7]


def test_j11_call_once_with_threads_arguments_and_exceptions(checked_session: Session) -> None:
    unit = checked_session.define(
        """
        #include <mutex>
        #include <stdexcept>
        #include <thread>
        #include <vector>
        int from_threads() {
          std::once_flag flag;
          int total = 0;
          std::vector<std::thread> threads;
          for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] { std::call_once(flag, [&](int n) { total += n; }, 3); });
          for (auto& thread : threads) thread.join();
          return total;
        }
        int after_an_exception() {
          std::once_flag flag;
          int total = 0;
          try { std::call_once(flag, [] { throw std::runtime_error("no"); }); }
          catch (const std::runtime_error&) { total += 1; }
          std::call_once(flag, [&] { total += 10; });
          std::call_once(flag, [&] { total += 100; });
          return total;
        }
        int nested() {
          std::once_flag outer, inner;
          int total = 0;
          std::call_once(outer, [&] { std::call_once(inner, [&] { total += 1; }); total += 10; });
          return total;
        }
        """
    )
    assert unit.call("from_threads") == 3
    assert unit.call("after_an_exception") == 11
    assert unit.call("nested") == 11
