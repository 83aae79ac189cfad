"""Forwarding between the C++ forms of one operator."""

from __future__ import annotations

import pytest
from cpp_text import tokens

from dispatchless.cppast import print_node
from dispatchless.lowering.signature import (
    CppSignature,
    kernel_signature,
    schema_signatures,
    signatures,
)
from dispatchless.lowering.translate import Unsatisfied, call_arguments
from dispatchless.model import OperatorTable, parse_schema


def passed(source: CppSignature, target: CppSignature) -> str:
    return tokens(", ".join(print_node(each) for each in call_arguments(source, target)))


def test_out_comes_first_or_last(table: OperatorTable) -> None:
    plain, faithful = signatures(table.get("add.out"))
    assert passed(faithful, plain) == tokens("out, self, other, alpha")
    assert passed(plain, faithful) == tokens("self, other, alpha, out")


def test_tensor_options(table: OperatorTable) -> None:
    plain, faithful, *_ = signatures(table.get("empty_like"))
    assert passed(plain, faithful) == tokens(
        "self, c10::optTypeMetaToScalarType(options.dtype_opt()), options.layout_opt(),"
        " options.device_opt(), options.pinned_memory_opt(),"
        " c10::impl::check_tensor_options_and_extract_memory_format(options, memory_format)"
    )
    assert passed(faithful, plain) == tokens(
        "self, at::TensorOptions().dtype(dtype).layout(layout).device(device)"
        ".pinned_memory(pin_memory), memory_format"
    )
    assert passed(plain, plain) == tokens("self, options, memory_format")


CONVERSIONS = [
    ("SymInt", "a", "a.guard_int(__FILE__, __LINE__)"),
    (
        "SymInt?",
        "a.has_value() ? ::std::make_optional(c10::SymInt(*a)) : ::std::nullopt",
        "a.has_value() ? ::std::make_optional((*a).guard_int(__FILE__, __LINE__)) : ::std::nullopt",
    ),
    ("SymInt[]", "c10::fromIntArrayRefSlow(a)", "C10_AS_INTARRAYREF_SLOW(a)"),
    (
        "SymInt[]?",
        "a.has_value() ? ::std::make_optional(c10::fromIntArrayRefSlow(*a)) : ::std::nullopt",
        "a.has_value() ? ::std::make_optional(C10_AS_INTARRAYREF_SLOW(*a)) : ::std::nullopt",
    ),
    ("int[]", "a", "a"),
    ("Tensor?", "a", "a"),
    ("Tensor(a!)", "a", "a"),
]


@pytest.mark.parametrize(("argument", "to_symint", "to_int"), CONVERSIONS)
def test_symint(argument: str, to_symint: str, to_int: str) -> None:
    schema = parse_schema(f"f({argument} a) -> ()")
    plain, symbolic = (kernel_signature(schema, symint=symint) for symint in (False, True))
    assert passed(plain, symbolic) == tokens(to_symint)
    assert passed(symbolic, plain) == tokens(to_int)


def test_every_form_reaches_every_other(table: OperatorTable) -> None:
    for operator in ("upsample_nearest1d.out", "full", "randint.low_generator_out", "cat.out"):
        forms = signatures(table.get(operator))
        for source in forms:
            for target in forms:
                assert len(call_arguments(source, target)) == len(target.params)


def test_missing_rule_names_goal_and_scope() -> None:
    (source,) = schema_signatures(parse_schema("f(Tensor a) -> ()"))
    (target,) = schema_signatures(parse_schema("f(Tensor b) -> ()"))
    with pytest.raises(Unsatisfied, match=r"no rule makes b .* from \('a',\)"):
        call_arguments(source, target)
    (other,) = schema_signatures(parse_schema("f(int a) -> ()"))
    with pytest.raises(Unsatisfied, match="no rule makes a"):
        call_arguments(source, other)
