"""The operators of the designs' table, each in every design: an entry, or one that is refused.

Designs that take one template for each form have an entry for each.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

SCHEMAS = {
    "sub": ("Tensor", "Tensor self, Tensor other, *, Scalar alpha=1"),
    "rsub": ("Tensor", "Tensor self, Tensor other, *, Scalar alpha=1"),
    "addcmul": ("", "Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1"),
    "upsample_nearest1d": (
        "vec",
        "Tensor input, SymInt[]? output_size, float[]? scale_factors",
    ),
    "absolute": ("", "Tensor self"),
    "pow": ("Scalar", "Scalar self, Tensor exponent"),
    "add_one": ("", "Tensor self"),
    "gated_residual": ("", "Tensor self, Tensor gate, Tensor residual"),
}
# Operators whose first argument is no tensor, or of another size than the result.
NO_INPLACE = {"upsample_nearest1d", "pow"}


@attrs.frozen
class Cell:
    """How a design makes an operator: the lines behind `func:`.

    `inplace` and `out` are those of further entries, for designs that have one for each form.
    """

    functional: str
    inplace: str | None = None
    out: str | None = None

    def entries(self, operator: str, design: str) -> str:
        """The yaml of the cell."""
        overload, arguments = SCHEMAS[operator]
        name = f"{operator}_{design}"
        dot = f".{overload}" if overload else ""
        written = [_entry(f"{name}{dot}({arguments}) -> Tensor", self.functional)]
        if self.inplace is not None:
            inputs = arguments.replace("Tensor self", "Tensor(a!) self", 1)
            written.append(_entry(f"{name}_{dot}({inputs}) -> Tensor(a!)", self.inplace))
        if self.out is not None:
            star = ", " if "*" in arguments else ", *, "
            overload = f"{overload}_out" if overload else "out"
            written.append(
                _entry(
                    f"{name}.{overload}({arguments}{star}Tensor(a!) out) -> Tensor(a!)", self.out
                )
            )
        return "".join(written)


def _entry(schema: str, design: str) -> str:
    lines = "".join(f"  {line}\n" for line in design.split("\n"))
    return f"- func: {schema}\n{lines}"


def _templates(key: str, name: str, functional: str, inplace: str = "", out: str = "") -> Cell:
    """One template for each form; each lists its operators, or none for `dispatchless`."""

    def design(template: str, calls: str) -> str:
        if device:
            return f"{key}: cells::device_{template}\nheader: cells_device.h"
        return f"{key}: cells::{template} ({calls})\nheader: cells.h"

    device = key == "dispatchless"
    return Cell(
        design(name, functional),
        design(f"{name}_", inplace) if inplace else None,
        design(f"{name}_out", out) if out else None,
    )


def _wrapper(statements: str, calls: str, more: str = "") -> Cell:
    lines = "".join(f"\n  {line}" for line in statements.split("\n"))
    return Cell(f"structured_wrapper: |{lines}\ncalls: ({calls})\nheader: cells.h{more}")


def _structured(template: str, calls: str, more: str = "") -> Cell:
    return Cell(f"structured_composite: cells::s_{template} ({calls})\nheader: cells.h{more}")


def _adapter(struct: str, target: str) -> Cell:
    return Cell(f"adapter: cells::{struct} -> {target}\nheader: cells.h")


def _alias(target: str) -> Cell:
    return Cell(f"alias: {target}\nforms: all")


_CALLS = {
    "sub": ("add.Tensor", "add_.Tensor", "add.out"),
    "rsub": ("sub.Tensor", "sub.Tensor, copy_", "sub.out"),
    "addcmul": ("add.Tensor, mul.Tensor", "add_.Tensor, mul.Tensor", "add.out, mul.Tensor"),
    "upsample_nearest1d": ("upsample_nearest1d", "", "upsample_nearest1d.out"),
    "absolute": ("abs", "abs_", "abs.out"),
    "pow": ("pow.Scalar", "", "pow.Scalar_out"),
    "add_one": ("add.Tensor, ones", "add_.Tensor, ones", "add.out, ones"),
    "gated_residual": (
        "sigmoid, mul.Tensor, add.Tensor",
        "sigmoid, mul_.Tensor, add_.Tensor",
        "sigmoid, mul.Tensor, add.out",
    ),
}
_UPSAMPLE = (
    "auto size = cells::output_size(input.sizes(), output_size, scale_factors);\n"
    "return upsample_nearest1d(input, size, cells::scale(scale_factors));"
)
_GATED = "at::Tensor gated = mul(self, sigmoid(gate));\nreturn add(gated, residual);"
_POW = "if (self.equal(1.0)) {\n  return fill_(exponent, 1);\n}\nreturn pow(self, exponent);"

_STRUCTURED = {
    "sub": _structured("sub", "add.Tensor"),
    "rsub": _structured("rsub", "sub.Tensor"),
    "addcmul": _structured("addcmul", "add.Tensor, mul.Tensor"),
    "upsample_nearest1d": _structured("upsample_nearest1d", "upsample_nearest1d"),
    "absolute": _structured("absolute", "abs"),
    "pow": _structured("pow", "fill_.Scalar, pow.Scalar"),
    "add_one": _structured("add_one", "add.Tensor, ones"),
    "gated_residual": _structured("gated_residual", "sigmoid, mul.Tensor, add.Tensor"),
}

CELLS: Mapping[str, Mapping[str, Cell]] = {
    "composite": {name: _templates("composite", name, *calls) for name, calls in _CALLS.items()},
    "structured_composite": _STRUCTURED,
    "structured_wrapper": {
        "sub": _wrapper("return add(self, other, -alpha);", "add.Tensor"),
        "rsub": _wrapper("return sub(other, self, alpha);", "sub.Tensor"),
        "addcmul": _wrapper(
            "return add(self, mul(tensor1, tensor2), value);", "add.Tensor, mul.Tensor"
        ),
        "upsample_nearest1d": _wrapper(_UPSAMPLE, "upsample_nearest1d"),
        "absolute": _wrapper("return abs(self);", "abs"),
        "pow": _wrapper(_POW, "fill_.Scalar, pow.Scalar"),
        "add_one": _wrapper(
            "return add(self, ones(self.sizes(), self.options()));", "add.Tensor, ones"
        ),
        "gated_residual": _wrapper(_GATED, "sigmoid, mul.Tensor, add.Tensor"),
    },
    "adapter": {
        "sub": _adapter("Sub", "add.Tensor"),
        "rsub": _adapter("Rsub", "sub.Tensor"),
        "addcmul": _adapter("Addcmul", "add.Tensor"),
        "upsample_nearest1d": _adapter("Upsample", "upsample_nearest1d"),
        "absolute": _adapter("Absolute", "abs"),
        "pow": _adapter("Pow", "fill_.Scalar, pow.Scalar"),
        "add_one": _adapter("AddOne", "add.Tensor"),
        "gated_residual": _adapter("Gated", "add.Tensor"),
    },
    "alias": {
        "sub": _alias("sub.Tensor"),
        "rsub": _alias("rsub.Tensor"),
        "addcmul": _alias("addcmul"),
        "upsample_nearest1d": _alias("upsample_nearest1d.vec"),
        "absolute": _alias("abs"),
        "pow": _alias("pow.Scalar"),
        "add_one": _alias("add.Tensor"),
        "gated_residual": _alias("add.Tensor"),
    },
    "dispatchless": {
        name: _templates("dispatchless", name, *calls) for name, calls in _CALLS.items()
    },
    **{
        way: {
            name: attrs.evolve(cell, functional=f"{cell.functional}\nkernels: {way}")
            for name, cell in _STRUCTURED.items()
        }
        for way in ("inheritance", "stub")
    },
}
