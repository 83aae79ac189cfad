"""Lambda expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from dispatchless.cppast.attributes import Attribute, attribute_tuple
from dispatchless.cppast.exprs import BraceInit, ParenInit
from dispatchless.cppast.functions import Param, check_params, param_tuple
from dispatchless.cppast.names import check_identifier
from dispatchless.cppast.node import Expr, Node, NodeError, Type, as_tuple, rules
from dispatchless.cppast.stmts import Block
from dispatchless.cppast.types import check_returns
from dispatchless.frozen import frozen

if TYPE_CHECKING:
    from dispatchless.cppast.templates import TemplateParam


@frozen(eq=False, repr=False)
class Capture(Node):
    """A captured variable: `name`, `&name`, `name = init`, or `name...` with `pack`."""

    name: str
    by_ref: bool = attrs.field(default=False, kw_only=True)
    init: Expr | ParenInit | BraceInit | None = attrs.field(default=None, kw_only=True)
    pack: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a captured variable")


@frozen(eq=False, repr=False)
class CaptureThis(Node):
    """`this`, or `*this` with `copy`."""

    copy: bool = attrs.field(default=False, kw_only=True)


AnyCapture: TypeAlias = "Capture | CaptureThis"


def capture_tuple(value: Iterable[AnyCapture]) -> tuple[AnyCapture, ...]:
    return as_tuple(value)


def template_param_tuple(value: Iterable[TemplateParam]) -> tuple[TemplateParam, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class Lambda(Expr):
    """`[default, captures]<template_params>(params) specifiers -> returns body`.

    `default` is the capture default, `=` or `&`.
    """

    captures: tuple[AnyCapture, ...] = attrs.field(converter=capture_tuple, default=())
    params: tuple[Param, ...] = attrs.field(converter=param_tuple, default=())
    body: Block = attrs.field(factory=Block)
    returns: Type | None = None
    default: Literal["", "=", "&"] = attrs.field(default="", kw_only=True)
    template_params: tuple[TemplateParam, ...] = attrs.field(
        converter=template_param_tuple, default=(), kw_only=True
    )
    requires: Expr | None = attrs.field(default=None, kw_only=True)
    mutable: bool = attrs.field(default=False, kw_only=True)
    constexpr: bool = attrs.field(default=False, kw_only=True)
    noexcept: bool | Expr = attrs.field(default=False, kw_only=True)
    attributes: tuple[Attribute, ...] = attrs.field(
        converter=attribute_tuple, default=(), kw_only=True
    )

    def __attrs_post_init__(self) -> None:
        if self.default not in ("", "=", "&"):
            raise NodeError(f"a capture default is = or &: {self.default!r}")
        names = set()
        for capture in self.captures:
            name = capture.name if isinstance(capture, Capture) else "this"
            if name in names:
                raise NodeError(f"a variable is captured once: {name!r}")
            names.add(name)
            self._check_against_default(capture)
        if self.returns is not None:
            check_returns(self.returns)
        check_params(self.params)
        for param in self.params:
            if param.name in names:
                raise NodeError(f"a parameter cannot hide a capture: {param.name!r}")
        rules().check_body(self.body, "a lambda", self.returns, inferred=self.returns is None)

    def _check_against_default(self, capture: AnyCapture) -> None:
        # [expr.prim.lambda.capture]: a simple capture must differ from the default.
        if isinstance(capture, CaptureThis):
            if self.default == "&" and not capture.copy:
                raise NodeError("a capture repeats the default &: 'this'")
        elif capture.init is None and self.default == ("&" if capture.by_ref else "="):
            raise NodeError(f"a capture repeats the default {self.default}: {capture.name!r}")
