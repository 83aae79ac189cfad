"""Headers of templates on the device type: which exist, and which a template needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dispatchless.model import OperatorTable, SpecError, load_spec

TEXT = "- func: f(Tensor self) -> Tensor\n  dispatchless: f\n  header: h.h\n"
HEAD = "template <c10::DeviceType DEV> at::Tensor f(const at::Tensor& self)"


def errors_of(folder: Path, native: OperatorTable, text: str, **headers: str) -> list[SpecError]:
    for name, header in headers.items():
        (folder / f"{name}.h").write_text(header)
    (folder / "spec.yaml").write_text(text)
    try:
        load_spec(folder / "spec.yaml", native=native)
    except SpecError as error:
        return list(error.errors)
    return []


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ('#include "dispatchless/ad.h"', 10, "ATen has no operator 'ad'", "'add'"),
        ("  # include <dispatchless/ad.h>", 13, "ATen has no operator 'ad'", "'add'"),
        ('#include "dispatchless/qqqqq.h"', 10, "ATen has no operator 'qqqqq'", "dispatchless/add"),
        ('#include "dispatchless/add_.h"', 10, "one header has every form of 'add'", "it 'add'"),
    ],
)
def test_a_header_that_there_is_not(
    tmp_path: Path, native: OperatorTable, line: str, column: int, message: str, hint: str
) -> None:
    """Told once, however many entries read it, with what else is wrong."""
    header = f'#include "dispatchless/abs.h"\n// words\n{line}\n'
    body = f"{HEAD} {{ return dispatchless::abs<DEV>(self); }}"
    two = TEXT + TEXT.replace("func: f", "func: g")
    found = errors_of(tmp_path, native, two, h=f'#include "other.h"\n{body}', other=header)
    (error,) = found
    assert f"{error.location}" == f"{tmp_path / 'other.h'}:3:{column}"
    assert error.message.endswith(message)
    assert error.text == line
    assert error.hint is not None
    assert hint in error.hint


@pytest.mark.parametrize(
    ("name", "header"), [("mul", "mul"), ("add_out", "add"), ("__and__", "and"), ("neg_", "neg")]
)
def test_a_header_that_is_forgotten(
    tmp_path: Path, native: OperatorTable, name: str, header: str
) -> None:
    start = '#include "dispatchless/abs.h"\n#include <vector>\n#include <ATen/core/Tensor.h>\n'
    text = f"{start}{HEAD} {{\n  auto x = dispatchless::abs<DEV>(self);\n"
    text += f"  return dispatchless::{name}<DEV>(x, x);\n}}\n"
    (error,) = errors_of(tmp_path, native, TEXT, h=text)
    assert f"{error.location}" == f"{tmp_path / 'h.h'}:6:24"
    assert error.message == f"'dispatchless::{name}' is used, and its header is not included"
    assert error.hint == f"write '#include \"dispatchless/{header}.h\"'"
    assert not errors_of(tmp_path, native, TEXT, h=f"#include <dispatchless/{header}.h>\n{text}")


@pytest.mark.parametrize(
    "start",
    [
        '#include "other.h"',
        '#include "not_there.h"',
        "#include <mylib/all.h>",
        "#define ALL <dispatchless/mul.h>\n#include ALL",
        "#include /* all */ <dispatchless/mul.h>",
        "#include_next <h.h>",
        "namespace dispatchless { template <c10::DeviceType D> at::Tensor mul(at::Tensor a); }",
    ],
)
def test_a_header_that_may_be_included(tmp_path: Path, native: OperatorTable, start: str) -> None:
    text = f"{start}\n{HEAD} {{ return dispatchless::mul<DEV>(self, self); }}"
    other = '#ifdef A\n#else\n#include "dispatchless/mul.h"\n#endif\n'
    assert not errors_of(tmp_path, native, TEXT, h=text, other=other)
