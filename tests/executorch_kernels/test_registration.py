"""Registration against the wheel's runtime, in programs of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from kernel_builds import compile_object, generate, link_program, run

from dispatchless.cppast import print_file
from dispatchless.lowering.executorch import (
    CentralOptions,
    Overlap,
    RegistrationMode,
    lower_backends,
    lower_central,
)
from dispatchless.model import OperatorTable
from dispatchless.model.executorch_backends import load_backends
from dispatchless.model.executorch_names import Naming

ALREADY, FULL = 22, 21  # Error::RegistrationAlreadyRegistered, RegistrationExceedingMaxKernels
PRIM_OPS = 28  # that the wheel's libexecutorch.so registers itself

HEAD = """\
#include <cstdio>
#include <string>
#include <thread>
#include <vector>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>
INCLUDES
using namespace torch::executor;
namespace acme { namespace native {
using ::executorch::aten::Tensor;
Tensor& unary(KernelRuntimeContext&, const Tensor&, Tensor& out) { return out; }
Tensor& other(KernelRuntimeContext&, const Tensor&, Tensor& out) { return out; }
}}
void tell(const char* message) { std::printf("%s\\n", message); }
int kernels() { return int(::executorch::runtime::get_registered_kernels().size()); }
int has(const char* name) { return hasOpsFn(name); }
void show(const char* what, int value) { std::printf("%s=%d\\n", what, value); }
int main() {
  ::executorch::runtime::runtime_init();
BODY
  return 0;
}
"""


def operators(*names: str, kernel: str = "unary") -> str:
    """The yaml of operators `acme::<name>.out`."""
    return "".join(
        f"- func: acme::{name}.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n"
        f"  kernels: [{{arg_meta: null, kernel_name: acme::{kernel}}}]\n"
        for name in names
    )


class Application:
    """A program that links kernel libraries, each generated into a folder of its own."""

    def __init__(self, native: OperatorTable, wheel: Path, folder: Path) -> None:
        self.native, self.wheel, self.folder = native, wheel, folder
        self.objects: list[Path] = []
        self.headers: list[Path] = []

    def library(self, name: str, yaml: str, **options: object) -> None:
        folder = self.folder / name
        texts = generate(self.native, folder, custom_ops=yaml, lib_name=name, **options)  # type: ignore[arg-type]
        for path in texts:
            if path.startswith(("register_", "get_")):
                if path.endswith(".cpp"):
                    self.objects.append(compile_object(folder / path, self.wheel))
                else:
                    self.headers.append(folder / path)

    def central(self, *libraries: str, **options: object) -> None:
        folder = self.folder / "central"
        folder.mkdir()
        for emitted in lower_central(CentralOptions(libraries=libraries, **options)):  # type: ignore[arg-type]
            (folder / emitted.file.path).write_text(print_file(emitted.file).text)
        includes = [self.folder / name for name in libraries]
        source = folder / "register_kernels.cpp"
        self.objects.append(compile_object(source, self.wheel, includes=includes))
        self.headers.append(folder / "register_kernels.h")

    def run(self, body: str) -> dict[str, int | str]:
        """What the program shows as `name=number`; all other lines are under "told"."""
        main = self.folder / "main.cpp"
        includes = "\n".join(f'#include "{path}"' for path in self.headers)
        main.write_text(HEAD.replace("INCLUDES", includes).replace("BODY", body))
        objects = [compile_object(main, self.wheel), *self.objects]
        program = link_program(objects, self.folder / "main", self.wheel)
        shown: dict[str, int | str] = {}
        told: list[str] = []
        for line in run([program]).stdout.splitlines():
            name, equals, value = line.partition("=")
            if equals and value.lstrip("-").isdigit():
                shown[name] = int(value)
            else:
                told.append(line)
        shown["told"] = "\n".join(told)
        return shown


@pytest.fixture
def application(native: OperatorTable, wheel: Path, tmp_path: Path) -> Application:
    return Application(native, wheel, tmp_path)


def test_a_second_call_is_an_error_that_names_operator_and_library(
    application: Application,
) -> None:
    """Case R5."""
    application.library("tiny_ops", operators("squash", "squeeze"))
    shown = application.run("""
  show("before", has("acme::squash.out"));
  show("first", int(register_tiny_ops_kernels()));
  show("second", int(register_tiny_ops_kernels(tell)));
  show("after", has("acme::squash.out") + has("acme::squeeze.out"));
  show("kernels", kernels());
""")
    assert shown["before"] == 0
    assert shown["first"] == 0
    assert shown["second"] == ALREADY
    assert shown["after"] == 2
    assert shown["kernels"] == PRIM_OPS + 2
    assert shown["told"].splitlines()[0] == (  # type: ignore[union-attr]
        "kernel library 'tiny_ops': operator acme::squash.out (key default) is already registered "
        "by library 'tiny_ops'"
    )


def test_two_libraries_with_one_operator(application: Application) -> None:
    """Case R5: the second registers nothing, not even what only it has."""
    application.library("a", operators("squash"))
    application.library("b", operators("mine", "squash", "late"))
    shown = application.run("""
  show("a", int(register_a_kernels()));
  show("b", int(register_b_kernels(tell)));
  show("mine", has("acme::mine.out"));
  show("kernels", kernels());
""")
    assert (shown["a"], shown["b"], shown["mine"]) == (0, ALREADY, 0)
    assert shown["kernels"] == PRIM_OPS + 1
    assert shown["told"] == (
        "kernel library 'b': operator acme::squash.out (key default) is already registered by "
        "library 'a'"
    )


def test_a_kernel_that_was_registered_by_hand(application: Application) -> None:
    application.library("a", operators("squash"))
    shown = application.run("""
  static const auto table = get_a_kernels();
  Kernel kernel("acme::squash.out", table[0].op_);
  show("hand", int(::executorch::runtime::register_kernel(kernel)));
  show("a", int(register_a_kernels(tell)));
""")
    assert (shown["hand"], shown["a"]) == (0, ALREADY)
    assert "code that has no library name" in str(shown["told"])


def test_many_conflicts_are_counted(application: Application) -> None:
    names = [f"op{i}" for i in range(12)]
    application.library("a", operators(*names))
    shown = application.run("""
  show("first", int(register_a_kernels()));
  show("second", int(register_a_kernels(tell)));
""")
    lines = str(shown["told"]).splitlines()
    assert len(lines) == 9
    assert lines[-1] == "and 4 more operators are already registered"


def test_skipping_and_replacing(application: Application) -> None:
    application.library("a", operators("squash"))
    application.library("b", operators("squash", "mine", kernel="other"), overlap=Overlap.SKIP)
    application.library("c", operators("squash", kernel="other"), overlap=Overlap.REPLACE)
    shown = application.run("""
  auto is_of = [](::executorch::runtime::Span<const Kernel> table) {
    return getOpsFn("acme::squash.out") == table[0].op_;
  };
  show("a", int(register_a_kernels()));
  show("b", int(register_b_kernels(tell)));
  show("still_a", is_of(get_a_kernels()));
  show("mine", has("acme::mine.out"));
  show("b_again", int(register_b_kernels(tell)));
  show("c", int(register_c_kernels(tell)));
  show("now_c", is_of(get_c_kernels()));
  show("a_again", int(register_a_kernels(tell)));
  show("kernels", kernels());
""")
    assert (shown["a"], shown["b"], shown["still_a"], shown["mine"]) == (0, 0, 1, 1)
    assert (shown["b_again"], shown["c"], shown["now_c"]) == (0, 0, 1)
    assert shown["a_again"] == ALREADY
    assert shown["kernels"] == PRIM_OPS + 2
    assert str(shown["told"]).endswith("is already registered by library 'c'")


def test_the_limit_is_exact(application: Application) -> None:
    """Case R3: exactly full is allowed, one more is not."""
    limit = PRIM_OPS + 17
    for name, count in (("a", 15), ("b", 2), ("c", 1)):
        names = [f"{name}{i}" for i in range(count)]
        application.library(name, operators(*names), max_kernels=limit)
    shown = application.run("""
  show("a", int(register_a_kernels()));
  show("b", int(register_b_kernels()));
  show("c", int(register_c_kernels(tell)));
  show("kernels", kernels());
""")
    assert (shown["a"], shown["b"], shown["c"]) == (0, 0, FULL)
    assert shown["kernels"] == limit
    assert shown["told"] == (
        f"{limit} kernels are registered and 1 more would exceed the limit of {limit}"
    )


def test_a_full_table_of_the_runtime(application: Application) -> None:
    """The runtime itself would abort; its own size is the limit where none is given."""
    application.library("last", operators("squash"))
    shown = application.run("""
  static std::vector<std::string> names;
  for (int i = kernels(); i < 2000; ++i) { names.push_back("z::op" + std::to_string(i)); }
  for (const auto& name : names) {
    Kernel kernel(name.c_str(), get_last_kernels()[0].op_);
    if (::executorch::runtime::register_kernel(kernel) != Error::Ok) { return 1; }
  }
  show("full", kernels());
  show("last", int(register_last_kernels(tell)));
  show("still", kernels());
""")
    assert (shown["full"], shown["last"], shown["still"]) == (2000, FULL, 2000)


def test_threads(application: Application) -> None:
    """Of threads that register one library one succeeds; other libraries lose no kernel."""
    for name in ("a", "b", "c", "d"):
        application.library(name, operators(*(f"{name}{i}" for i in range(60))))
    shown = application.run("""
  Error (*functions[])() = {
      register_a_kernels, register_b_kernels, register_c_kernels, register_d_kernels};
  Error errors[16];
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] { errors[i] = functions[i % 4](); });
  }
  for (auto& thread : threads) { thread.join(); }
  int good = 0, bad = 0;
  for (Error error : errors) {
    good += error == Error::Ok;
    bad += error == Error::RegistrationAlreadyRegistered;
  }
  show("good", good);
  show("bad", bad);
  show("kernels", kernels());
""")
    assert (shown["good"], shown["bad"], shown["kernels"]) == (4, 12, PRIM_OPS + 240)


def test_a_library_without_kernels(application: Application) -> None:
    application.library("nothing", "# none yet\n")
    shown = application.run("""
  show("first", int(register_nothing_kernels()));
  show("second", int(register_nothing_kernels()));
  show("table", int(get_nothing_kernels().size()));
  show("kernels", kernels());
""")
    assert (shown["first"], shown["second"], shown["table"]) == (0, 0, 0)
    assert shown["kernels"] == PRIM_OPS


def test_the_central_function_is_all_or_nothing(application: Application) -> None:
    application.library("a", operators("one", "two"))
    application.library("b", operators("three"))
    application.library("c", operators("four", "one"))
    application.central("a", "b", "c")
    shown = application.run("""
  show("all", int(register_kernels(tell)));
  show("kernels", kernels());
""")
    assert (shown["all"], shown["kernels"]) == (ALREADY, PRIM_OPS)
    assert shown["told"] == (
        "kernel library 'c': operator acme::one.out (key default) is already registered by "
        "library 'a'"
    )


def test_the_central_function_with_priority_by_order(application: Application) -> None:
    application.library("a", operators("one", "two"))
    application.library("c", operators("four", "one", kernel="other"))
    application.central("a", "c", overlap=Overlap.SKIP)
    shown = application.run("""
  show("all", int(register_kernels(tell)));
  show("kernels", kernels());
  show("of_a", getOpsFn("acme::one.out") == get_a_kernels()[0].op_);
""")
    assert (shown["all"], shown["kernels"], shown["of_a"]) == (0, PRIM_OPS + 3, 1)


def test_the_other_naming(application: Application) -> None:
    application.library("tiny", operators("one"), naming=Naming.LIBRARY_LAST)
    assert application.headers[0].name == "register_kernels_tiny.h"
    application.central("tiny", naming=Naming.LIBRARY_LAST, overlap=Overlap.SKIP)
    shown = application.run("""
  show("tiny", int(register_kernels_tiny()));
  show("all", int(register_kernels()));
""")
    assert (shown["tiny"], shown["all"]) == (0, 0)


def test_a_table_registers_nothing(application: Application) -> None:
    application.library("tiny", operators("one", "two"), mode=RegistrationMode.TABLE)
    assert [path.name for path in application.headers] == ["get_tiny_kernels.h"]
    shown = application.run("""
  auto table = get_tiny_kernels();
  show("size", int(table.size()));
  show("kernels", kernels());
  show("found", ::executorch::runtime::get_op_function_from_registry(
      "acme::two.out", {}, table).ok());
""")
    assert (shown["size"], shown["kernels"], shown["found"]) == (2, PRIM_OPS, 1)


@pytest.mark.parametrize("shards", [2, 3, 7])
def test_shards(application: Application, shards: int) -> None:
    application.library("tiny", operators(*(f"op{i}" for i in range(5))), shards=shards)
    assert len(application.objects) == shards
    shown = application.run("""
  show("tiny", int(register_tiny_kernels()));
  show("kernels", kernels());
  show("last", has("acme::op4.out"));
""")
    assert (shown["tiny"], shown["kernels"], shown["last"]) == (0, PRIM_OPS + 5, 1)


KEYED = """\
- func: acme::keyed.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  type_alias: {F: [Float], D: [Double]}
  dim_order_alias: {D0: [0, 1]}
  kernels:
    - {arg_meta: {x: [F, D0], out: [F, D0]}, kernel_name: acme::unary}
    - {arg_meta: {x: [D, D0], out: [D, D0]}, kernel_name: acme::other}
"""


def test_the_runtime_finds_the_kernel_of_a_key(application: Application) -> None:
    application.library("tiny", KEYED)
    shown = application.run("""
  show("tiny", int(register_tiny_kernels()));
  ::executorch::aten::DimOrderType order[] = {0, 1};
  auto found = [&](::executorch::aten::ScalarType dtype) -> int {
    TensorMeta meta[] = {{dtype, {order, 2}}, {dtype, {order, 2}}, {dtype, {order, 2}}};
    auto result = ::executorch::runtime::get_op_function_from_registry(
        "acme::keyed.out", {meta, 3});
    if (!result.ok()) { return -1; }
    return *result == get_tiny_kernels()[0].op_ ? 0 : 1;
  };
  show("float", found(::executorch::aten::ScalarType::Float));
  show("double", found(::executorch::aten::ScalarType::Double));
  show("half", found(::executorch::aten::ScalarType::Half));
""")
    assert (shown["tiny"], shown["float"], shown["double"], shown["half"]) == (0, 0, 1, -1)


def test_static_initialisers(native: OperatorTable, wheel: Path, tmp_path: Path) -> None:
    generate(native, tmp_path, custom_ops=operators("one"), mode=RegistrationMode.STATIC)
    main = tmp_path / "main.cpp"
    body = '  show("kernels", kernels());\n  show("one", has("acme::one.out"));'
    main.write_text(HEAD.replace("INCLUDES", "").replace("BODY", body))
    static = tmp_path / "RegisterCodegenUnboxedKernelsEverything.cpp"
    objects = [compile_object(main, wheel, "-Wno-unused-function"), compile_object(static, wheel)]
    done = run([link_program(objects, tmp_path / "main", wheel)])
    assert done.stdout.split() == [f"kernels={PRIM_OPS + 1}", "one=1"]


def shared_libraries(native: OperatorTable, wheel: Path, folder: Path) -> Sequence[Path]:
    """Two shared libraries with hidden visibility that overlap in one operator."""
    libraries = []
    for name, names in (("a", ("one", "two")), ("b", ("two", "three"))):
        generate(native, folder / name, custom_ops=operators(*names), lib_name=name)
        kernel = folder / name / "kernel.cpp"
        kernel.write_text(
            '#include "NativeFunctions.h"\nnamespace acme { namespace native {\n'
            "using ::executorch::aten::Tensor;\n"
            "Tensor& unary(::executorch::runtime::KernelRuntimeContext&, const Tensor&, "
            "Tensor& out) { return out; }\n}}\n"
        )
        hidden = ("-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden")
        objects = [
            compile_object(kernel, wheel, *hidden),
            compile_object(folder / name / f"register_{name}_kernels.cpp", wheel, *hidden),
        ]
        library = folder / f"lib{name}.so"
        libraries.append(link_program(objects, library, wheel, "-shared"))
    return libraries


def test_shared_libraries_with_hidden_visibility(
    native: OperatorTable, wheel: Path, tmp_path: Path
) -> None:
    """The functions are exported, and the libraries know of each other."""
    libraries = shared_libraries(native, wheel, tmp_path)
    exported = run(("nm", "-DC", "--defined-only", libraries[0])).stdout
    assert "torch::executor::register_a_kernels()" in exported
    assert "acme::native::unary" not in exported
    main = tmp_path / "main.cpp"
    includes = '#include "a/register_a_kernels.h"\n#include "b/register_b_kernels.h"'
    body = """
  show("a", int(register_a_kernels(tell)));
  show("b", int(register_b_kernels(tell)));
"""
    main.write_text(HEAD.replace("INCLUDES", includes).replace("BODY", body))
    objects = [compile_object(main, wheel, "-Wno-unused-function"), *libraries]
    program = link_program(objects, tmp_path / "main", wheel, f"-Wl,-rpath,{tmp_path}")
    lines = run([program]).stdout.splitlines()
    assert lines[0] == "a=0"
    assert lines[1].endswith(
        "operator acme::two.out (key default) is already registered by library 'a'"
    )
    assert lines[2] == f"b={ALREADY}"


BACKEND = """\
#pragma once
#include <executorch/runtime/backend/interface.h>
namespace demo {
class Backend final : public ::executorch::runtime::BackendInterface {
 public:
  bool is_available() const override { return true; }
  ::executorch::runtime::Result<::executorch::runtime::DelegateHandle*> init(
      ::executorch::runtime::BackendInitContext&, ::executorch::runtime::FreeableBuffer*,
      ::executorch::runtime::ArrayRef<::executorch::runtime::CompileSpec>) const override {
    return nullptr;
  }
  ::executorch::runtime::Error execute(
      ::executorch::runtime::BackendExecutionContext&, ::executorch::runtime::DelegateHandle*,
      ::executorch::runtime::Span<::executorch::runtime::EValue*>) const override {
    return ::executorch::runtime::Error::Ok;
  }
};
}
"""


def test_backends(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "demo_backend.h").write_text(BACKEND)
    yaml = tmp_path / "backends.yaml"
    yaml.write_text("- {backend: DemoBackend, class: 'demo::Backend', header: demo_backend.h}\n")
    for emitted in lower_backends(load_backends(yaml)):
        (tmp_path / emitted.file.path).write_text(print_file(emitted.file).text)
    main = tmp_path / "main.cpp"
    body = """
  show("before", ::executorch::runtime::get_backend_class("DemoBackend") != nullptr);
  show("first", int(register_demo_backend()));
  show("after", ::executorch::runtime::get_backend_class("DemoBackend") != nullptr);
  show("second", int(register_demo_backend()));
  show("count", int(::executorch::runtime::get_num_registered_backends()));
"""
    includes = (
        '#include "register_demo_backend.h"\n#include <executorch/runtime/backend/interface.h>'
    )
    main.write_text(HEAD.replace("INCLUDES", includes).replace("BODY", body))
    objects = [
        compile_object(main, wheel, "-Wno-unused-function"),
        compile_object(tmp_path / "register_demo_backend.cpp", wheel, "-Wno-unused-parameter"),
    ]
    done = run([link_program(objects, tmp_path / "main", wheel)])
    assert done.stdout.split() == ["before=0", "first=0", "after=1", f"second={ALREADY}", "count=1"]
