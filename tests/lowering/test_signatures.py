"""The C++ signatures of every ATen operator, against torchgen's text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from cpp_text import tokens

from dispatchless.cppast import Function, print_node
from dispatchless.lowering.signature import (
    CppSignature,
    function_signatures,
    kernel_signature,
    schema_signatures,
    signatures,
    unboxed_signature,
)
from dispatchless.lowering.translate import call_arguments
from dispatchless.model import Operator, OperatorTable, SpecError, parse_schema

OPERATORS_OF_TORCH_2_13 = 3101


def declaration(signature: CppSignature, *, defaults: bool = True) -> str:
    function = Function(signature.name, signature.parameters(defaults=defaults), signature.returns)
    return tokens(print_node(function))


def differences(pairs: Iterable[tuple[object, str, str]]) -> list[str]:
    """What differs among (label, ours, theirs), made readable and cut to ten."""
    found = [f"{label}\n  {ours}\n  {theirs}" for label, ours, theirs in pairs if ours != theirs]
    return found[:10]


def torchgen_group(function: Any) -> Any:
    from torchgen.api.types import CppSignatureGroup

    return CppSignatureGroup.from_native_function(function, method=False)


def each_form(
    operators: tuple[Operator, ...],
    torchgen_functions: dict[str, Any],
    ours: Callable[[Operator], tuple[CppSignature, ...]],
    theirs: Callable[[Any], Iterable[Any]],
) -> Iterator[tuple[Operator, CppSignature | None, Any]]:
    """The forms of every operator side by side; None where only torchgen has one."""
    from torchgen.context import native_function_manager

    assert len(operators) == len(torchgen_functions) == OPERATORS_OF_TORCH_2_13
    for operator in operators:
        function = torchgen_functions[str(operator.name)]
        with native_function_manager(function):
            made, expected = ours(operator), tuple(theirs(function))
            assert len(made) == len(expected), operator.name
            yield from ((operator, a, b) for a, b in zip(made, expected, strict=True))


@pytest.mark.parametrize("symint", [False, True])
def test_api_forms_equal_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any], symint: bool
) -> None:
    forms = each_form(
        operators,
        torchgen_functions,
        lambda operator: tuple(s for s in signatures(operator) if symint or not s.symint),
        lambda function: torchgen_group(function).signatures(symint=symint),
    )
    pairs = [(o.name, declaration(a), tokens(f"{b.decl()};")) for o, a, b in forms if a]
    assert len(pairs) > OPERATORS_OF_TORCH_2_13
    assert differences(pairs) == []


def test_forms_are_flagged_as_torchgen_does(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any]
) -> None:
    forms = each_form(
        operators, torchgen_functions, signatures, lambda f: torchgen_group(f).signatures()
    )
    assert [
        o.name for o, a, b in forms if a and (a.faithful, a.symint) != (b.faithful, b.symint)
    ] == []


def test_function_types_equal_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any]
) -> None:
    forms = each_form(
        operators, torchgen_functions, signatures, lambda f: torchgen_group(f).signatures()
    )
    pairs = (
        (o.name, tokens(print_node(a.function_type)), tokens(b.type())) for o, a, b in forms if a
    )
    assert differences(pairs) == []


def test_at_functions_equal_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any]
) -> None:
    from torchgen.api.types import CppSignatureGroup
    from torchgen.model import Variant

    def theirs(function: Any) -> Iterable[Any]:
        if Variant.function not in function.variants:
            return ()
        group = CppSignatureGroup.from_native_function(
            function, method=False, fallback_binding=function.manual_cpp_binding
        )
        return tuple(group.signatures())

    forms = each_form(operators, torchgen_functions, function_signatures, theirs)
    pairs = ((o.name, declaration(a), tokens(f"{b.decl()};")) for o, a, b in forms if a)
    assert differences(pairs) == []


def test_unboxed_signatures_equal_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any]
) -> None:
    from torchgen.api.types import DispatcherSignature

    forms = each_form(
        operators,
        torchgen_functions,
        lambda operator: (unboxed_signature(operator),),
        lambda function: (DispatcherSignature.from_schema(function.func),),
    )
    pairs = (
        (o.name, tokens(print_node(a.function_type)), tokens(b.type())) for o, a, b in forms if a
    )
    assert differences(pairs) == []


@pytest.mark.parametrize("symint", [False, True])
def test_kernel_signatures_equal_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any], symint: bool
) -> None:
    from torchgen import local
    from torchgen.api.types import DispatcherSignature

    def pairs() -> Iterator[tuple[object, str, str]]:
        for operator in operators:
            function = torchgen_functions[str(operator.name)]
            ours = kernel_signature(operator.schema, symint=symint)
            theirs = DispatcherSignature.from_schema(function.func, symint=symint)
            name = operator.name.unambiguous
            yield operator.name, declaration(ours), tokens(f"{theirs.decl(name)};")

    with local.parametrize(
        use_const_ref_for_mutable_tensors=False, use_ilistref_for_tensor_lists=False
    ):
        assert differences(pairs()) == []


def test_forwarding_to_the_dispatcher_equals_torchgen(
    operators: tuple[Operator, ...], torchgen_functions: dict[str, Any]
) -> None:
    """What every form passes to `at::_ops::<operator>::call`."""
    from torchgen.api.translate import translate
    from torchgen.api.types import DispatcherSignature

    forms = each_form(
        operators, torchgen_functions, signatures, lambda f: torchgen_group(f).signatures()
    )

    def pairs() -> Iterator[tuple[object, str, str]]:
        for operator, ours, theirs in forms:
            assert ours is not None
            arguments = call_arguments(ours, unboxed_signature(operator))
            target = DispatcherSignature.from_schema(theirs.func)
            expected = translate(theirs.arguments(), target.arguments())
            yield (
                f"{operator.name} {ours.name}",
                tokens(", ".join(print_node(each) for each in arguments)),
                tokens(", ".join(each.expr for each in expected)),
            )

    assert differences(pairs()) == []


def test_forms_of_one_operator(table: OperatorTable) -> None:
    names = [s.name for s in signatures(table.get("upsample_nearest1d.out"))]
    assert names == [
        "upsample_nearest1d_out",
        "upsample_nearest1d_outf",
        "upsample_nearest1d_symint_out",
        "upsample_nearest1d_symint_outf",
    ]
    plain, faithful = signatures(table.get("add.out"))
    assert declaration(plain) == tokens(
        "at::Tensor & add_out(at::Tensor & out, const at::Tensor & self,"
        " const at::Tensor & other, const at::Scalar & alpha=1);"
    )
    assert declaration(faithful) == tokens(
        "at::Tensor & add_outf(const at::Tensor & self, const at::Tensor & other,"
        " const at::Scalar & alpha, at::Tensor & out);"
    )


def test_definition_has_no_defaults(table: OperatorTable) -> None:
    (signature,) = signatures(table.get("add.Tensor"))
    assert "=" in declaration(signature)
    assert "=" not in declaration(signature, defaults=False)


def test_kernel_flavours_differ_in_symint_only() -> None:
    schema = parse_schema("f(Tensor self, SymInt[] a, SymInt? b, SymInt[1]? c) -> SymInt")
    assert declaration(kernel_signature(schema, symint=False)) == tokens(
        "c10::SymInt f(const at::Tensor & self, at::IntArrayRef a, ::std::optional<int64_t> b,"
        " at::OptionalIntArrayRef c);"
    )
    assert declaration(kernel_signature(schema, symint=True)) == tokens(
        "c10::SymInt f(const at::Tensor & self, c10::SymIntArrayRef a,"
        " ::std::optional<c10::SymInt> b, at::OptionalSymIntArrayRef c);"
    )


def test_kernel_takes_out_arguments_last() -> None:
    schema = parse_schema("f(Tensor self, *, int n=3, Tensor(a!) out) -> Tensor(a!)")
    assert declaration(kernel_signature(schema, symint=False)) == tokens(
        "at::Tensor & f(const at::Tensor & self, int64_t n, at::Tensor & out);"
    )


def test_defaults_are_trailing() -> None:
    """A parameter without default takes those before it along: C++ would refuse them."""
    schema = parse_schema(
        "f(int n=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None,"
        " bool? pin_memory=False, bool flag=True) -> Tensor"
    )
    plain, _ = schema_signatures(schema)
    assert declaration(plain) == tokens(
        "at::Tensor f(int64_t n, at::TensorOptions options, bool flag=true);"
    )


KERNEL_TYPES = [
    ("bool[]", "const c10::List<bool> &"),
    ("bool[]?", "const ::std::optional<c10::List<bool>> &"),
    ("bool[2]?", "::std::optional<::std::array<bool,2>>"),
    ("int[][]", "at::ArrayRef<::std::vector<int64_t>>"),
    ("SymInt[][]", "at::ArrayRef<::std::vector<c10::SymInt>>"),
    ("Tensor[][]", "at::ArrayRef<::std::vector<at::Tensor>>"),
    ("Tensor[]?", "::std::optional<at::TensorList>"),
    ("Tensor?[]?", "const ::std::optional<c10::List<::std::optional<at::Tensor>>> &"),
    ("Tensor(x!)?", "const ::std::optional<at::Tensor> &"),
    ("Tensor(x!)[]", "at::TensorList"),
    ("Scalar?[]", "at::ArrayRef<::std::optional<at::Scalar>>"),
    ("Scalar[]?", "::std::optional<at::ArrayRef<at::Scalar>>"),
    ("str[]", "at::ArrayRef<c10::string_view>"),
    ("int?[]", "at::ArrayRef<::std::optional<int64_t>>"),
    ("Storage", "at::Storage"),
    ("Stream", "at::Stream"),
    ("QScheme", "at::QScheme"),
    ("SymBool?", "::std::optional<c10::SymBool>"),
    ("DeviceIndex", "at::DeviceIndex"),
    ("Generator?", "::std::optional<at::Generator>"),
]


@pytest.mark.parametrize(("schema_type", "expected"), KERNEL_TYPES)
def test_kernel_argument_types(schema_type: str, expected: str) -> None:
    """Types that ATen has no use for; the dispatcher itself judges them in the next test."""
    schema = parse_schema(f"f({schema_type} a) -> ()")
    (param,) = kernel_signature(schema, symint=True).params
    assert tokens(print_node(param.type)) == tokens(expected)


RETURN_TYPES = [
    ("int[]", "::std::vector<int64_t>"),
    ("int[]?", "::std::optional<::std::vector<int64_t>>"),
    ("bool[]", "c10::List<bool>"),
    ("bool[2]", "::std::array<bool,2>"),
    ("Tensor?", "::std::optional<at::Tensor>"),
    ("Tensor?[]", "::std::vector<::std::optional<at::Tensor>>"),
    ("Tensor[][]", "::std::vector<::std::vector<at::Tensor>>"),
    ("str", "c10::string_view"),
    ("SymInt[]", "::std::vector<c10::SymInt>"),
    ("(Tensor[], int)", "::std::tuple<::std::vector<at::Tensor>,int64_t>"),
]


@pytest.mark.parametrize(("schema_type", "expected"), RETURN_TYPES)
def test_kernel_return_types(schema_type: str, expected: str) -> None:
    schema = parse_schema(f"f() -> {schema_type}")
    for symint in (False, True):
        returns = kernel_signature(schema, symint=symint).returns
        assert tokens(print_node(returns)) == tokens(expected)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("f(__torch__.torch.classes.ns.Cls x) -> Tensor", "argument 'x': the C++ class of"),
        ("f() -> __torch__.torch.classes.ns.Cls[]", "return value: the C++ class of"),
        ("f(Generator x) -> Tensor", "argument 'x': a kernel's generator is always optional"),
    ],
)
def test_types_without_cpp_form(schema: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        kernel_signature(parse_schema(schema), symint=False)
    assert message in str(caught.value)


def test_unsized_bool_list_is_no_api_type() -> None:
    operator = Operator(parse_schema("f(bool[] x) -> Tensor"))
    with pytest.raises(SpecError, match="a list of bool has a size"):
        signatures(operator)
