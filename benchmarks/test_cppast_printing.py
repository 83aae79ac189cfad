"""Lines a second of printing, and the cost of building a node.

pytest benchmarks/test_cppast_printing.py --benchmark-only
"""

from __future__ import annotations

from typing import Any

from dispatchless.cppast import Function, HeaderFile, Namespace, Record, print_file, walk
from dispatchless.cppast.build import (
    binary,
    block,
    call,
    const_ref,
    do,
    ident,
    if_,
    lit,
    method,
    name,
    not_,
    param,
    ret,
    type_,
    var,
)


def typical_file(records: int = 500) -> HeaderFile:
    """Some 10,000 lines as generators write them: structs of functions, calls, conditions."""
    tensor = type_("at::Tensor", header="ATen/core/Tensor.h")
    scalar = type_("at::Scalar", header="c10/core/Scalar.h")
    made = []
    for i in range(records):
        functions = []
        for j in range(2):
            callee = name("at::cpu::add", header=f"ATen/ops/add{i}_cpu_dispatch.h")
            called = call(callee, ident("self"), ident("other"), ident("alpha"))
            condition = binary("&&", method(ident("result"), "defined"), not_(ident("flag")))
            scaled = method(
                ident("result"), "mul_", binary("+", ident("alpha"), lit(2)), ident("x")
            )
            functions.append(
                Function(
                    f"op{i}_{j}",
                    [
                        param(const_ref(tensor), "self"),
                        param(const_ref(tensor), "other"),
                        param(const_ref(scalar), "alpha", lit(1)),
                    ],
                    tensor,
                    block(
                        var(tensor, "result", called),
                        if_(condition, do(scaled)),
                        ret(ident("result")),
                    ),
                    static=True,
                )
            )
        made.append(Record("struct", f"ops_{i}", functions))
    return HeaderFile("typical.h", [Namespace(["mylib"], made)])


def test_printing(benchmark: Any) -> None:
    file = typical_file()
    printed = benchmark(print_file, file)
    lines = printed.text.count("\n")
    assert lines > 10_000
    benchmark.extra_info["lines"] = lines
    benchmark.extra_info["lines_per_second"] = round(lines / benchmark.stats.stats.min)


def test_building(benchmark: Any) -> None:
    file = benchmark(typical_file)
    nodes = sum(1 for _ in walk(file))
    benchmark.extra_info["nodes"] = nodes
    benchmark.extra_info["ns_per_node"] = round(benchmark.stats.stats.min / nodes * 1e9)
