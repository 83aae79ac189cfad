"""The files of every design: what is generated, and where its lines come from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from cpp_text import tokens

from dispatchless.cppast import print_file
from dispatchless.lowering import Registration, TorchOptions, lower_torch
from dispatchless.lowering.dispatchless_headers import (
    dispatchless_headers,
    operators_by_root,
    operators_of_root,
)
from dispatchless.model import DispatchKey, OperatorTable, SpecError, load_spec

KEYS = (DispatchKey.CPU, DispatchKey.Meta)
SUB = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


def options(table: OperatorTable) -> TorchOptions:
    return TorchOptions("mylib", KEYS, "mylib", Registration.STATIC, table)


def generated(folder: Path, table: OperatorTable, text: str, header: str = "") -> Mapping[str, str]:
    """Path -> text of each file of a specification."""
    (folder / "h.h").write_text(header)
    path = folder / "spec.yaml"
    path.write_text(text)
    trees = lower_torch(load_spec(path, native=table), options(table))
    return {tree.path: print_file(tree).text for tree in trees}


STRUCTURED = f"- func: {SUB}\n  structured_composite: sub (add.Tensor)\n  header: h.h\n"


def test_forms_share_the_struct_of_inner_operators(tmp_path: Path, table: OperatorTable) -> None:
    """Case C1 holds for all forms at once: one struct per backend, with the listed operator."""
    files = generated(tmp_path, table, STRUCTURED)
    structs = [path for path in files if "_ops_" in path]
    assert structs == ["sub_ops_cpu.h", "sub_ops_meta.h", "sub_ops_generic.h"]
    for form in ("sub", "sub_inplace", "sub_out"):
        for word in ("cpu", "meta", "generic"):
            assert f'#include "sub_ops_{word}.h"' in files[f"{form}_instance_{word}.h"]


def test_out_objects(tmp_path: Path, table: OperatorTable) -> None:
    files = generated(tmp_path, table, STRUCTURED)
    functional = tokens(files["sub_instance_cpu.h"])
    assert tokens("return at::cpu::add(self, other, alpha);") in functional
    out = tokens(files["sub_out_instance_meta.h"])
    assert tokens("return at::meta::add_outf(self, other, alpha, this->out_);") in out
    inplace = tokens(files["sub_inplace_instance_generic.h"])
    # add_ has no function in `at`: it is only a method.
    assert tokens("return at::_ops::add__Tensor::call(this->self_, other, alpha);") in inplace


def test_void_template_keeps_its_result(tmp_path: Path, table: OperatorTable) -> None:
    header = (
        "template <class OPS, class OUT> void sub(OUT& out, int x, int y, int z) {"
        " out.add(x, y, z); }"
    )
    files = generated(tmp_path, table, STRUCTURED, header)
    functional = tokens(files["sub_instance_cpu.h"])
    assert tokens("this->result_ = at::cpu::add(self, other, alpha);") in functional
    assert tokens("return std::move(output.result_);") in functional
    assert tokens("return out;") in tokens(files["sub_out_instance_cpu.h"])


def test_several_results_are_references(tmp_path: Path, table: OperatorTable) -> None:
    """Case C5: the out= form returns references to its out arguments, not copies."""
    text = (
        "- func: ordered(Tensor self, int dim=-1, bool descending=False) -> (Tensor, Tensor)\n"
        "  structured_wrapper: return sort(self, dim, descending);\n  calls: (sort)\n"
    )
    files = generated(tmp_path, table, text)
    out = tokens(files["ordered_out_instance_cpu.h"])
    assert tokens("::std::tuple<at::Tensor &, at::Tensor &> ordered_out_instance_cpu(") in out
    assert tokens("sort_outf(self, dim, descending, this->out0_, this->out1_)") in out


def test_lines_of_a_wrapper_come_from_the_specification(
    tmp_path: Path, table: OperatorTable
) -> None:
    text = (
        f"- func: {SUB}\n  structured_wrapper: |\n    auto minus = -alpha;\n"
        "    return add(self, other, minus);\n  calls: (add.Tensor)\n"
    )
    (tmp_path / "spec.yaml").write_text(text)
    specification = load_spec(tmp_path / "spec.yaml", native=table)
    for tree in lower_torch(specification, options(table)):
        if "_instance_" not in tree.path:
            continue
        printed = print_file(tree)
        lines = printed.text.split("\n")
        (place,) = [n for n, line in enumerate(lines, 1) if "auto minus" in line]
        for number, line in ((place, 3), (place + 1, 4)):
            origin = printed.line_map.origin(number)
            assert origin is not None
            assert (origin.line, origin.column) == (line, 5)


def test_alias_calls_its_target(tmp_path: Path, table: OperatorTable) -> None:
    text = "- func: absolute(Tensor self) -> Tensor\n  alias: abs\n  forms: all\n"
    files = generated(tmp_path, table, text)
    assert "::mylib::absolute_ops_cpu::abs(self)" in files["absolute_cpu.cpp"]
    assert "::mylib::absolute_out_ops_cpu::abs_outf(self, out)" in files["absolute_out_cpu.cpp"]
    assert '#include "h.h"' not in "".join(files.values())


def test_adapters(tmp_path: Path, table: OperatorTable) -> None:
    text = f"- func: {SUB}\n  adapter: Sub -> add.Tensor\n  header: h.h\n"
    header = "struct Sub { Sub(int, int, int); int alpha() const; };"
    with_object = tokens(generated(tmp_path, table, text, header)["sub_out_instance_cpu.h"])
    assert tokens("::Sub adapter(self, other, alpha);") in with_object
    assert tokens("return output.add(self, other, adapter.alpha());") in with_object
    header = "struct Sub { static int alpha(int, int, int); };"
    without = tokens(generated(tmp_path, table, text, header)["sub_out_instance_cpu.h"])
    assert tokens("return output.add(self, other, ::Sub::alpha(self, other, alpha));") in without


def test_names_of_arguments_do_not_clash(tmp_path: Path, table: OperatorTable) -> None:
    func = "f.Tensor(Tensor output, Tensor adapter, *, Scalar alpha=1) -> Tensor"
    text = f"- func: {func}\n  adapter: Sub -> add.Tensor\n  header: h.h\n"
    header = "struct Sub { Sub(int, int, int); int alpha() const; int other() const; };"
    instance = tokens(generated(tmp_path, table, text, header)["f_out_instance_cpu.h"])
    assert tokens("return output_1.add(output, adapter_1.other(), adapter_1.alpha());") in instance


# dispatchless/<operator>.h


def header_text(root: str, table: OperatorTable) -> str:
    (tree,) = dispatchless_headers([root], options(table), banner="test")
    return print_file(tree).text


def test_templates_of_a_family(table: OperatorTable) -> None:
    """Case C7: each specialisation stands behind its primary template; defaults in that alone."""
    text = tokens(header_text("add", table))
    primary = tokens(
        "template <c10::DeviceType DEV> inline at::Tensor add(const at::Tensor &self,"
        " const at::Tensor &other, const at::Scalar &alpha = 1) {"
        " return at::add(self, other, alpha); }"
    )
    special = tokens(
        "template <> inline at::Tensor add<c10::DeviceType::CPU>(const at::Tensor &self,"
        " const at::Tensor &other, const at::Scalar &alpha) {"
        " return at::cpu::add(self, other, alpha); }"
    )
    assert text.index(primary) < text.index(special)
    scalar = "return at::compositeexplicitautograd::add(self, other, alpha);"
    assert tokens(scalar) in text
    assert tokens("add_<c10::DeviceType::Meta>(at::Tensor &self") in text


def test_no_specialisation_without_a_function(table: OperatorTable) -> None:
    """A call that would go through the dispatcher all the same is left to the primary template."""
    text = header_text("abs", table)
    assert "at::Tensor abs<c10::DeviceType::CPU>(" in text
    assert "at::Tensor abs<c10::DeviceType::Meta>(" not in text


def test_every_operator_is_in_one_header(table: OperatorTable) -> None:
    roots = operators_by_root(table)
    assert sum(map(len, roots.values())) == len(table.all())
    for root in ("add", "and", "ones", "_foreach_add", "upsample_nearest1d"):
        assert {o.name for o in operators_of_root(root, table)} == {o.name for o in roots[root]}


def test_unknown_header(table: OperatorTable) -> None:
    with pytest.raises(SpecError, match=r"there is no 'dispatchless/ad\.h'"):
        header_text("ad", table)
    with pytest.raises(SpecError) as raised:
        header_text("add.Tensor", table)
    assert "one header has every form of 'add'" in raised.value.message
    assert raised.value.hint == "name it 'add'"


def test_instantiation_macro(table: OperatorTable) -> None:
    text = tokens(header_text("instantiate", table).replace("\\\n", "\n"))
    for device in ("CPU", "Meta", "COMPILE_TIME_MAX_DEVICE_TYPES"):
        assert tokens(f"template returns name<c10::DeviceType::{device}>(__VA_ARGS__);") in text
