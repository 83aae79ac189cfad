"""Compiler messages as data."""

from __future__ import annotations

import pickle

import attrs

from dispatchless.jit.diagnostics import (
    CompileError,
    LinkError,
    error_in,
    parse_diagnostics,
    parse_link_failure,
)

OUTPUT = """\
In file included from input_line_40:2:
In file included from /tmp/unit/sub_cpu.cpp:3:
/tmp/unit/sub.h:7:12: error: no member named 'grams' in 'dispatchless_unit_12::Feather'
  return u.grams();
         ~ ^
/tmp/unit/sub_cpu.cpp:9:3: note: in instantiation of function 'weigh<dispatchless_unit_12::Feather>'
  weigh(Feather{});
  ^
Some text that the program wrote: 12:3: not a message
/tmp/unit/sub_cpu.cpp:20:1: warning: non-void function does not return a value [-Wreturn-type]
}
^
/tmp/unit/sub.h:1:10: fatal error: 'nosuch.h' file not found
#include <nosuch.h>
         ^~~~~~~~~~
<command line>:3:9: warning: macro redefined
1 warning and 2 errors generated.
"""


@attrs.frozen
class Place:
    file: str
    line: int
    column: int


class EveryTenthLine:
    def origin(self, line: int) -> Place | None:
        return Place("ops.yaml", line * 10, 5) if line == 9 else None


def test_messages_with_notes_and_excerpts() -> None:
    first, second, third, fourth = parse_diagnostics(OUTPUT)
    assert (first.severity, first.file, first.line, first.column) == (
        "error",
        "/tmp/unit/sub.h",
        7,
        12,
    )
    assert first.message == "no member named 'grams' in 'Feather'"
    assert first.excerpt == "  return u.grams();\n         ~ ^"
    assert [(note.file, note.line) for note in first.notes] == [
        ("/tmp/unit/sub_cpu.cpp", 3),
        ("/tmp/unit/sub_cpu.cpp", 9),
    ]
    assert (second.severity, second.is_error) == ("warning", False)
    assert (third.severity, third.is_error) == ("fatal error", True)
    assert (fourth.file, fourth.line, fourth.column) == ("<command line>", 3, 9)


def test_names_and_origins_that_users_know() -> None:
    path = "/tmp/unit/sub_cpu.cpp"
    first, *_ = parse_diagnostics(
        OUTPUT, files={path: "gen/sub_cpu.cpp"}, line_maps={path: EveryTenthLine()}
    )
    included, instantiated = first.notes
    assert first.origin is None
    assert (included.file, included.origin) == ("gen/sub_cpu.cpp", None)
    assert instantiated.origin == Place("ops.yaml", 90, 5)
    assert str(instantiated).startswith("ops.yaml:90:5: note: in instantiation of function")
    assert "(compiled as gen/sub_cpu.cpp:9:3)" in str(instantiated)


def test_a_note_without_a_message_is_a_message() -> None:
    (only,) = parse_diagnostics("a.h:3:4: note: previous definition is here\n")
    assert (only.severity, only.notes) == ("note", ())


def test_messages_without_a_place() -> None:
    (only,) = parse_diagnostics("a.h: error: cannot be read\n")
    assert (only.file, only.line, only.column) == ("a.h", 0, 0)
    assert str(only) == "a.h: error: cannot be read"


def test_warnings_are_no_error() -> None:
    assert error_in("a.h:1:1: warning: unused\n") is None
    assert error_in("hello\n") is None


def test_compile_error_shows_errors_alone_and_holds_all() -> None:
    error = error_in(OUTPUT)
    assert isinstance(error, CompileError)
    assert len(error.diagnostics) == 4
    assert "non-void function" not in str(error)
    assert "no member named 'grams'" in str(error)
    assert error.text == OUTPUT


def test_link_failures_are_named_once_and_demangled() -> None:
    line = "Executor::execute: symbol '{0}' unresolved while linking symbol '{1}'!\n"
    text = line.format("_ZN2at4meta5relu_ERNS_6TensorE", "_ZN20dispatchless_unit_123runEv") * 2
    error = parse_link_failure(text + line.format("c_name", "__cf_4"))
    assert error is not None
    assert error.symbols == ("_ZN2at4meta5relu_ERNS_6TensorE", "c_name")
    assert "'at::meta::relu_(at::Tensor&)' (symbol '_ZN2at4meta5relu_ERNS_6TensorE')" in str(error)
    assert "'c_name'" in str(error)
    assert error.used_by == "run()"


def test_a_thread_local_is_explained() -> None:
    text = "".join(
        f"symbol '{symbol}' unresolved while linking symbol '__cf_1'!\n"
        for symbol in ("_ZTHN4Lamp4glowE", "__emutls_v._ZN4Lamp4glowE")
    )
    error = parse_link_failure(text)
    assert error is not None
    assert error.symbols == ("__emutls_v._ZN4Lamp4glowE",)
    assert "the thread_local variable 'Lamp::glow'" in str(error)
    assert "through a function that the library exports" in str(error)


def test_errors_cross_processes() -> None:
    for error in (error_in(OUTPUT), LinkError(("_Z1fv",), "text", "main")):
        assert error is not None
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.text) == (str(error), error.text)
