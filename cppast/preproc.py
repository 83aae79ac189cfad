"""The preprocessor: includes, macro definitions, conditional sections, pragmas."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from dispatchless.cppast.names import Header, check_identifier
from dispatchless.cppast.node import Decl, Expr, Node, NodeError, Type, as_tuple, str_tuple
from dispatchless.frozen import frozen


@frozen(eq=False, repr=False)
class Preproc(Decl):
    """A preprocessing directive; it may stand among declarations, members and statements."""

    is_preprocessor = True


@frozen(eq=False, repr=False)
class Include(Preproc):
    """An explicit `#include`. Rarely needed: names carry their headers."""

    header: Header


def node_tuple(value: Iterable[Node]) -> tuple[Node, ...]:
    return as_tuple(value)


def _check_macro_name(name: str) -> None:
    check_identifier(name, "a macro")
    if name == "defined":
        raise NodeError(f"`defined` cannot name a macro: {name!r}")


@frozen(eq=False, repr=False)
class Define(Preproc):
    """`#define name(params) body`: the body is one expression or type, or lines of nodes.

    `params` of None is an object-like macro. The last parameter may be `...`.
    """

    name: str
    params: tuple[str, ...] | None = attrs.field(
        converter=attrs.converters.optional(str_tuple), default=None
    )
    body: tuple[Node, ...] = attrs.field(converter=node_tuple, default=())

    def __attrs_post_init__(self) -> None:
        from dispatchless.cppast.macros import check_macro_body

        _check_macro_name(self.name)
        params = self.params or ()
        for param in params[:-1] if params[-1:] == ("...",) else params:
            check_identifier(param, "a macro parameter")
        if len(set(params)) != len(params):
            raise NodeError(f"a macro parameter occurs once: {params!r}")
        values = [node for node in self.body if isinstance(node, (Expr, Type))]
        if values and len(self.body) > 1:
            raise NodeError(f"a macro body is one expression or type, or lines: {self.body!r}")
        check_macro_body(self.body, self.params)


@frozen(eq=False, repr=False)
class Stringize(Expr):
    """`#param` in the body of a macro: the argument's text as a string ([cpp.stringize]).

    `__VA_ARGS__` stands for all arguments of `...`.
    """

    param: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.param, "the operand of `#`")


@frozen(eq=False, repr=False)
class Undef(Preproc):
    """`#undef name`"""

    name: str

    def __attrs_post_init__(self) -> None:
        _check_macro_name(self.name)


@frozen(eq=False, repr=False)
class Defined(Expr):
    """`defined(name)` in the condition of an `#if`."""

    name: str

    def __attrs_post_init__(self) -> None:
        check_identifier(self.name, "a macro")


@frozen(eq=False, repr=False)
class HasInclude(Expr):
    """`__has_include(<path>)` in the condition of an `#if` ([cpp.cond]): is there such a header?

    The header is looked for, not included, so that it is no `Header` here.
    """

    path: str
    system: bool = True

    def __attrs_post_init__(self) -> None:
        Header(self.path, self.system)  # the rules of a header's path


@frozen(eq=False, repr=False)
class IfGroup(Node):
    """One branch of an `IfSection`: its condition and what it holds."""

    cond: Expr
    members: tuple[Node, ...] = attrs.field(converter=node_tuple, default=())


def group_tuple(value: Iterable[IfGroup]) -> tuple[IfGroup, ...]:
    return as_tuple(value)


@frozen(eq=False, repr=False)
class IfSection(Preproc):
    """`#if … #elif … #else … #endif`; `otherwise` of None has no `#else`.

    A condition `Defined(name)` prints as `#ifdef`, its negation as `#ifndef`.
    """

    groups: tuple[IfGroup, ...] = attrs.field(converter=group_tuple)
    otherwise: tuple[Node, ...] | None = attrs.field(
        converter=attrs.converters.optional(node_tuple), default=None
    )

    def __attrs_post_init__(self) -> None:
        if not self.groups:
            raise NodeError("an #if has at least one group: ()")


_PRAGMA = re.compile(r'(?:\w+|"[^"\\\n]*"|[-(),:=+]| )+\Z')


@frozen(eq=False, repr=False)
class Pragma(Preproc):
    """`#pragma text`, for instance `once` or `GCC diagnostic push`."""

    text: str

    def __attrs_post_init__(self) -> None:
        if not _PRAGMA.match(self.text):
            raise NodeError(
                f"a pragma is one line of words, strings and ( ) , : = - +: {self.text!r}"
            )


@frozen(eq=False, repr=False)
class ErrorDirective(Preproc):
    """`#error "text"`"""

    text: str

    def __attrs_post_init__(self) -> None:
        if "\n" in self.text:
            raise NodeError(f"#error has one line of text: {self.text!r}")
