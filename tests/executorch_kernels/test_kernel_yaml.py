"""functions.yaml and custom_ops.yaml: what is read, and what is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError
from dispatchless.model.executorch_kernels import KernelLibrary
from dispatchless.model.executorch_keys import DTYPES, KeyForm
from dispatchless.model.executorch_yaml import load_kernel_library

SCALE = "acme::scale.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"


def load(
    tmp_path: Path,
    native: OperatorTable,
    text: str,
    *,
    custom: bool = True,
    key_form: KeyForm = KeyForm.RUNTIME,
) -> KernelLibrary:
    path = tmp_path / "ops.yaml"
    path.write_text(text)
    files = (None, path) if custom else (path, None)
    return load_kernel_library(*files, native=native, key_form=key_form)


def keys(library: KernelLibrary) -> list[str]:
    return [str(kernel.key) for operator in library.operators for kernel in operator.kernels]


def specialised(arg_meta: str, *, schema: str = SCALE, dtypes: str = "[Float, Double]") -> str:
    return (
        f"- func: {schema}\n"
        f"  type_alias: {{T0: {dtypes}, T1: [Int, Long]}}\n"
        "  dim_order_alias: {D0: [0, 1]}\n"
        "  kernels:\n"
        f"    - arg_meta: {arg_meta}\n"
        "      kernel_name: acme::scale_f\n"
    )


class TestOperators:
    def test_op_takes_the_schema_of_aten(self, tmp_path: Path, native: OperatorTable) -> None:
        text = "- op: add.out\n  kernels: [{arg_meta: null, kernel_name: my::add_out}]\n"
        (operator,) = load(tmp_path, native, text, custom=False).operators
        assert str(operator.schema) == (
            "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) "
            "-> Tensor(a!)"
        )
        assert [str(k.kernel) for k in operator.kernels] == ["my::native::add_out"]

    def test_the_older_dispatch_form(self, tmp_path: Path, native: OperatorTable) -> None:
        text = f"- func: {SCALE}\n  variants: function\n  dispatch:\n    CPU: acme::scale\n"
        (operator,) = load(tmp_path, native, text).operators
        assert [str(k.kernel) for k in operator.kernels] == ["acme::native::scale"]

    def test_an_empty_dispatch_beside_kernels(self, tmp_path: Path, native: OperatorTable) -> None:
        text = (
            "- op: full_like.out\n  dispatch: {}\n"
            "  kernels: [{arg_meta: null, kernel_name: torch::executor::full_like_out}]\n"
        )
        assert load(tmp_path, native, text, custom=False).kernel_count == 1

    def test_a_kernel_without_namespace_is_in_at_native(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        text = f"- func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_name: scale}}]\n"
        (operator,) = load(tmp_path, native, text).operators
        assert str(operator.functions[0]) == "at::native::scale"

    def test_three_namespaces_are_the_most(self, tmp_path: Path, native: OperatorTable) -> None:
        text = f"- func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_name: 'a::b::c::d'}}]\n"
        (operator,) = load(tmp_path, native, text).operators
        assert str(operator.functions[0]) == "a::b::c::native::d"
        with pytest.raises(SpecError, match="at most 3 namespaces"):
            load(tmp_path, native, text.replace("a::b", "a::x::b"))

    def test_the_same_name_in_two_namespaces(self, tmp_path: Path, native: OperatorTable) -> None:
        text = "".join(
            f"- func: {ns}::foo.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n"
            f"  kernels: [{{arg_meta: null, kernel_name: {ns}::foo}}]\n"
            for ns in ("one", "two")
        )
        library = load(tmp_path, native, text)
        assert [str(o.functions[0]) for o in library.operators] == [
            "one::native::foo",
            "two::native::foo",
        ]

    def test_an_empty_file(self, tmp_path: Path, native: OperatorTable) -> None:
        assert load(tmp_path, native, "# nothing\n").operators == ()

    def test_every_file_of_the_wheel(self, native: OperatorTable, kernels_directory: Path) -> None:
        counts = {
            "portable/functions.yaml": 209,
            "portable/custom_ops.yaml": 2,
            "portable/et_copy_ops.yaml": 2,
            "quantized/quantized.yaml": 19,
        }
        for path, count in counts.items():
            library = load_kernel_library(None, kernels_directory / path, native=native)
            assert library.kernel_count == count, path


class TestKeys:
    def test_the_out_argument_counts_again_as_the_result(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        meta = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        library = load(tmp_path, native, specialised(meta, dtypes="[Float]"))
        assert keys(library) == [
            "v1/6;0,1|3;0,1|6;0,1|6;0,1",
            "v1/6;0,1|4;0,1|6;0,1|6;0,1",
        ]

    def test_the_order_is_that_of_the_schema(self, tmp_path: Path, native: OperatorTable) -> None:
        meta = "{out: [T0, D0], other: [T1, D0], self: [T0, D0]}"
        again = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        assert keys(load(tmp_path, native, specialised(meta))) == keys(
            load(tmp_path, native, specialised(again))
        )

    def test_the_result_may_be_written(self, tmp_path: Path, native: OperatorTable) -> None:
        plain = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        written = plain[:-1] + ", ret: [T0, D0]}"
        assert keys(load(tmp_path, native, specialised(written))) == keys(
            load(tmp_path, native, specialised(plain))
        )
        with pytest.raises(SpecError, match="the result is 'out', so both have the same entry"):
            load(tmp_path, native, specialised(plain[:-1] + ", ret: [T1, D0]}"))

    def test_a_new_tensor_has_an_entry_of_its_own(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        schema = "acme::twice(Tensor x) -> Tensor"
        with pytest.raises(SpecError, match="no entry for the result"):
            load(tmp_path, native, specialised("{x: [T0, D0]}", schema=schema))
        text = specialised("{x: [T0, D0], ret: [T0, D0]}", schema=schema, dtypes="[Float]")
        assert keys(load(tmp_path, native, text)) == ["v1/6;0,1|6;0,1"]

    def test_several_results_are_one_list_and_do_not_count(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        schema = (
            "acme::split.out(Tensor x, *, Tensor(a!) low, Tensor(b!) high) "
            "-> (Tensor(a!), Tensor(b!))"
        )
        text = specialised(
            "{x: [T0, D0], low: [T0, D0], high: [T1, D0]}", schema=schema, dtypes="[Float]"
        ).replace("T1: [Int, Long]", "T1: [Long]")
        assert keys(load(tmp_path, native, text)) == ["v1/6;0,1|6;0,1|4;0,1"]

    def test_lists_do_not_count_and_an_optional_tensor_may_be_missing(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        schema = "acme::cat.out(Tensor[] xs, Tensor? bias, *, Tensor(a!) out) -> Tensor(a!)"
        without = specialised("{out: [T0, D0]}", schema=schema, dtypes="[Float]")
        assert keys(load(tmp_path, native, without)) == ["v1/6;0,1|6;0,1"]
        given = specialised("{out: [T0, D0], bias: [T0, D0]}", schema=schema, dtypes="[Float]")
        assert keys(load(tmp_path, native, given)) == ["v1/6;0,1|6;0,1|6;0,1"]
        with pytest.raises(SpecError, match="'xs' is no tensor"):
            load(tmp_path, native, given.replace("bias: [", "xs: ["))

    def test_the_form_of_the_official_generator(
        self, tmp_path: Path, native: OperatorTable
    ) -> None:
        meta = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        text = specialised(meta, dtypes="[Double]")
        assert keys(load(tmp_path, native, text, key_form=KeyForm.ARGUMENTS)) == [
            "v1/7;0,1|3;0,1|7;0,1",
            "v1/7;0,1|4;0,1|7;0,1",
        ]

    @pytest.mark.parametrize("dtype", DTYPES)
    def test_every_dtype_of_the_runtime(
        self, tmp_path: Path, native: OperatorTable, dtype: str
    ) -> None:
        schema = "acme::id.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)"
        text = specialised("{x: [T0, D0], out: [T0, D0]}", schema=schema, dtypes=f"[{dtype}]")
        number = DTYPES[dtype]
        assert keys(load(tmp_path, native, text)) == ["v1/" + "|".join([f"{number};0,1"] * 3)]

    def test_a_tensor_without_dimensions(self, tmp_path: Path, native: OperatorTable) -> None:
        meta = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        text = specialised(meta, dtypes="[Float]").replace("[0, 1]", "[]").replace(", Long", "")
        assert keys(load(tmp_path, native, text)) == ["v1/6;|3;|6;|6;"]

    def test_two_kernels_for_one_key(self, tmp_path: Path, native: OperatorTable) -> None:
        meta = "{self: [T0, D0], other: [T1, D0], out: [T0, D0]}"
        text = specialised(meta)
        again = text[text.index("    - arg_meta") :].replace("scale_f", "scale_g")
        with pytest.raises(SpecError, match="a second kernel for the key 'v1/6"):
            load(tmp_path, native, text + again)


REFUSED = {
    "unknown operator": (
        "- op: addd.out\n  kernels: [{arg_meta: null, kernel_name: a::b}]\n",
        r"1:7: error: unknown operator 'addd.out'",
    ),
    "op of another namespace": (
        "- op: my::add.out\n  kernels: [{arg_meta: null, kernel_name: a::b}]\n",
        "'op' names an operator of ATen",
    ),
    "no kernel": (f"- func: {SCALE}\n", "names no kernel"),
    "no name": ("- kernels: []\n", "names no operator"),
    "op and func": (
        f"- op: add.out\n  func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_name: a::b}}]\n",
        "either 'op' or 'func'",
    ),
    "unknown key": (
        f"- func: {SCALE}\n  kernel: [{{arg_meta: null, kernel_name: a::b}}]\n"
        "  kernels: [{arg_meta: null, kernel_name: a::b}]\n",
        r"2:3: error: unknown key 'kernel'",
    ),
    "unknown key of a kernel": (
        f"- func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_nam: a::b}}]\n",
        "unknown key 'kernel_nam'",
    ),
    "duplicate operator": (
        f"- func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_name: a::b}}]\n" * 2,
        "'acme::scale.out' stands twice",
    ),
    "kernels and dispatch": (
        f"- func: {SCALE}\n  dispatch: {{CPU: a::b}}\n"
        "  kernels: [{arg_meta: null, kernel_name: a::b}]\n",
        "either 'kernels' or 'dispatch'",
    ),
    "no kernels": (f"- func: {SCALE}\n  kernels: []\n", "'kernels' lists no kernel"),
    "a kernel that is no name": (
        f"- func: {SCALE}\n  kernels: [{{arg_meta: null, kernel_name: 'a::for'}}]\n",
        "'for' is a keyword of C",
    ),
    "unknown variant": (
        f"- func: {SCALE}\n  variants: funktion\n"
        "  kernels: [{arg_meta: null, kernel_name: a::b}]\n",
        "unknown variant 'funktion'",
    ),
    "unknown tag": (
        f"- func: {SCALE}\n  tags: kore\n  kernels: [{{arg_meta: null, kernel_name: a::b}}]\n",
        "unknown tag 'kore'",
    ),
    "argument of another name": (
        specialised("{zelf: [T0, D0], other: [T1, D0], out: [T0, D0]}"),
        "no entry for the tensor 'self'",
    ),
    "argument too many": (
        specialised("{self: [T0, D0], other: [T1, D0], out: [T0, D0], oter: [T0, D0]}"),
        "has no argument 'oter'",
    ),
    "unknown dtype": (
        specialised("{self: [T0, D0], other: [T1, D0], out: [T0, D0]}", dtypes="[Flaot]"),
        "unknown dtype 'Flaot'",
    ),
    "unknown alias": (
        specialised("{self: [T2, D0], other: [T1, D0], out: [T0, D0]}"),
        "'T2' is not defined in 'type_alias'",
    ),
    "unknown dim order": (
        specialised("{self: [T0, D1], other: [T1, D0], out: [T0, D0]}"),
        "'D1' is not defined in 'dim_order_alias'",
    ),
    "a dtype in place of an alias": (
        specialised("{self: [Float, D0], other: [T1, D0], out: [T0, D0]}"),
        "'Float' is not defined in 'type_alias'",
    ),
    "no order of dimensions": (
        specialised("{self: [T0, D0], other: [T1, D0], out: [T0, D0]}").replace("[0, 1]", "[0, 2]"),
        "is no order of dimensions",
    ),
    "several results": (
        "- func: a::b(Tensor x) -> (Tensor, Tensor)\n  dispatch: {CPU: a::b}\n",
        "has several results",
    ),
    "a long name": (
        f"- func: a::{'b' * 100}.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\n"
        "  dispatch: {CPU: a::b}\n",
        "is too long",
    ),
}


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.replace(" ", "-"))
def test_refused(tmp_path: Path, native: OperatorTable, case: str) -> None:
    text, message = REFUSED[case]
    with pytest.raises(SpecError, match=message) as caught:
        load(tmp_path, native, text)
    assert all(error.location is not None for error in caught.value.errors)


def test_all_mistakes_of_both_files_at_once(tmp_path: Path, native: OperatorTable) -> None:
    functions, custom = tmp_path / "f.yaml", tmp_path / "c.yaml"
    functions.write_text("- op: addd.out\n  dispatch: {CPU: a::b}\n- op: mull.out\n")
    custom.write_text("- func: a::b(Tensor x)\n")
    with pytest.raises(SpecError) as caught:
        load_kernel_library(functions, custom, native=native)
    assert len(caught.value.errors) == 3
