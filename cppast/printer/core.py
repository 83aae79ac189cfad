"""The two printers and the tables of handlers.

A handler is written once against the interface of `Printer`. The `FlatPrinter` gives plain strings,
which is all that most lines need; a line that is too wide, or that holds a newline, is printed
again by the `LayoutPrinter`, whose results are layout documents. Both see the same handlers, so
they agree on every token.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from dispatchless.cppast.exprs import Assign, Binary
from dispatchless.cppast.layout import (
    MAX_INDENT,
    WIDTH,
    Doc,
)
from dispatchless.cppast.names import Header, QualifiedName
from dispatchless.cppast.node import Expr, Node, NodeError, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.precedence import LEVELS, binary_spine, precedence

if TYPE_CHECKING:
    from dispatchless.cppast.functions import Param


class NotFlat(Exception):
    """A construct that has no text on one line, or is nested too deeply for the fast path."""


class TooDeep(NotFlat):
    """More levels of nesting than handlers may recurse."""


# Levels of nested documents that handlers go down by recursion (each level is a few frames of
# Python); deeper trees are printed in stages from below.
DEPTH_LIMIT = 40


# What is narrower is never broken: from the deepest indentation it still fits on a line.
ATOM_WIDTH = WIDTH - MAX_INDENT


class Outdented:
    """A line one level to the left: a label, an access specifier."""

    __slots__ = ("doc",)

    def __init__(self, doc: Doc) -> None:
        self.doc = doc


class AtMargin:
    """A line at column 0 whatever the level: a directive."""

    __slots__ = ("doc",)

    def __init__(self, doc: Doc) -> None:
        self.doc = doc


class _Blank:
    """An empty line."""

    __slots__ = ()


class _Shift:
    """A change of level."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount


IN = _Shift(1)
OUT = _Shift(-1)
BLANK = _Blank()

# What a handler of statements and declarations returns: lines, changes of level, nodes to expand.
Item: TypeAlias = "Doc | Outdented | AtMargin | _Blank | _Shift | Node"
DocHandler: TypeAlias = "Callable[[Printer, Any], Doc]"
LineHandler: TypeAlias = "Callable[[Printer, Any], list[Item]]"

DOCS: dict[type[Node], DocHandler] = {}
LINES: dict[type[Node], LineHandler] = {}

_D = TypeVar("_D", bound=Callable[..., Any])


def prints(*classes: type[Node], level: Prec | None = None) -> Callable[[_D], _D]:
    """Register a handler for nodes that are part of a line.

    `level` is the precedence of expressions that the library's own table does not have.
    """

    def register(handler: _D) -> _D:
        for cls in classes:
            DOCS[cls] = handler
            if level is not None and issubclass(cls, Expr):
                LEVELS[cls] = level
        return handler

    return register


def prints_lines(*classes: type[Node]) -> Callable[[_D], _D]:
    """Register a handler for nodes that take lines of their own."""

    def register(handler: _D) -> _D:
        for cls in classes:
            LINES[cls] = handler
        return handler

    return register


class Printer(ABC):
    """What handlers may use. `headers` collects the headers of all names printed."""

    flat = False
    # Whether the body of a macro is printed, where a `//` comment would swallow the rest.
    in_macro = False
    # Whether `#` and `##` may stand here: in a macro, or in a part of a line printed by itself.
    pastes = False

    def __init__(self, headers: set[Header]) -> None:
        self.headers = headers
        self.memo: dict[int, Doc] = {}
        # Lists of arguments and parameters, which many nodes share, by identity: all nodes live
        # as long as the file printed.
        self.lists: dict[int, list[Doc]] = {}
        self.depth = 0

    @abstractmethod
    def doc(self, node: Node) -> Doc:
        """The document of a node that is part of a line."""

    @abstractmethod
    def cat(self, *parts: Doc) -> Doc:
        """Documents one after another."""

    @abstractmethod
    def brackets(self, opening: Doc, items: Sequence[Doc], closing: str) -> Doc:
        """A bracketed list with commas: broken, one item a line, the bracket after the last."""

    @abstractmethod
    def braces(self, items: Sequence[Doc]) -> Doc:
        """An initialiser list: broken, filled if all items are short, else one item a line."""

    @abstractmethod
    def chain(self, first: Doc, rest: Sequence[Doc]) -> Doc:
        """`first` and continuations that each may start a new line, indented."""

    @abstractmethod
    def operators(self, operands: Sequence[Doc], operators: Sequence[str]) -> Doc:
        """Operands with operators between; broken behind each operator."""

    def one_line(self, doc: Doc) -> Doc:
        """A document that must not be broken whatever its width, as a directive must not."""
        return doc

    @abstractmethod
    def verbatim(self, text: str) -> Doc:
        """Text that may hold newlines which are not the layout's."""

    @abstractmethod
    def declare(self, type_: Type, name: Doc) -> Doc:
        """A type with a name, inside out."""

    @abstractmethod
    def around(self, type_: Type) -> tuple[str, str] | None:
        """What stands left and right of a name declared with a type; None if it may be broken."""

    @abstractmethod
    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        """Statements in braces inside an expression, on lines of their own."""

    def name(self, name: QualifiedName) -> Doc:
        """A qualified name."""
        return self.doc(name)

    def type(self, type_: Type) -> Doc:
        """A type without a name."""
        return self.doc(type_)

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        """An expression, in parentheses if it binds looser than `floor`."""
        return self.enclosed(expr, floor) if precedence(expr) < floor else self.doc(expr)

    def enclosed(self, expr: Expr, floor: Prec) -> Doc:
        """An expression in parentheses, since it binds looser than `floor`."""
        return self.cat("(", self.truth(expr) if floor > Prec.ASSIGN else self.doc(expr), ")")

    def truth(self, expr: Expr) -> Doc:
        """An expression that may be asked whether it is true.

        Compilers want parentheses around an assignment at the end of it: `a, (b = c)`.
        """
        if not isinstance(expr, Binary) or expr.op != "," or not isinstance(expr.right, Assign):
            return self.doc(expr)
        (*operands, last), operators = binary_spine(expr)
        docs = [self.operand(each, Prec.ASSIGN) for each in operands]
        return self.operators([*docs, self.cat("(", self.doc(last), ")")], operators)

    def converted(self, expr: Expr) -> Doc:
        """An expression that is converted to a type, perhaps to bool: an assignment gets
        parentheses, as compilers want them there."""
        if isinstance(expr, Assign):
            return self.cat("(", self.doc(expr), ")")
        return self.truth(expr)

    def arg(self, expr: Expr) -> Doc:
        """An element of a list: an assignment-expression, a braced list or a pack expansion."""
        return self.operand(expr, Prec.ASSIGN)

    def args(self, exprs: Sequence[Expr]) -> list[Doc]:
        """The elements of a list, not to be changed."""
        return [self.operand(expr, Prec.ASSIGN) for expr in exprs]

    def params(self, params: Sequence[Param]) -> list[Doc]:
        """The parameters of a function, not to be changed."""
        return [self.doc(param) for param in params]

    def fail(self, node: object) -> NodeError:
        """The error for something that has no handler."""
        return NodeError(f"this cannot be printed here: {node!r}")
