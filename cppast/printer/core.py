"""The two printers and the tables of handlers.

A handler is written once against the interface of `Printer`. The `FlatPrinter` gives plain strings,
which is all that most lines need; a line that is too wide, or that holds a newline, is printed
again by the `LayoutPrinter`, whose results are layout documents. Both see the same handlers, so
they agree on every token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.layout import (
    COMMA_LINE,
    HARD,
    LINE,
    MAX_INDENT,
    SOFT,
    WIDTH,
    Cat,
    Doc,
    Fill,
    Group,
    Indent,
    Mark,
    Verbatim,
    flat_text,
    has_newline,
    join,
    total_width,
)
from dispatchless.cppast.names import Header, QualifiedName
from dispatchless.cppast.node import Expr, Node, NodeError, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.precedence import precedence

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


class _Shift:
    """A change of level, or an empty line."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount


IN = _Shift(1)
OUT = _Shift(-1)
BLANK = _Shift(0)

# What a handler of statements and declarations returns: lines, changes of level, nodes to expand.
Item: TypeAlias = "Doc | Outdented | AtMargin | _Shift | Node"
DocHandler: TypeAlias = "Callable[[Printer, Any], Doc]"
LineHandler: TypeAlias = "Callable[[Printer, Any], list[Item]]"

DOCS: dict[type[Node], DocHandler] = {}
LINES: dict[type[Node], LineHandler] = {}

_D = TypeVar("_D", bound=Callable[..., Any])


def prints(*classes: type[Node]) -> Callable[[_D], _D]:
    """Register a handler for nodes that are part of a line."""

    def register(handler: _D) -> _D:
        for cls in classes:
            DOCS[cls] = handler
        return handler

    return register


def prints_lines(*classes: type[Node]) -> Callable[[_D], _D]:
    """Register a handler for nodes that take lines of their own."""

    def register(handler: _D) -> _D:
        for cls in classes:
            LINES[cls] = handler
        return handler

    return register


class Printer:
    """What handlers may use. `headers` collects the headers of all names printed."""

    flat = False
    # Whether the body of a macro is printed, where a `//` comment would swallow the rest.
    in_macro = False

    def __init__(self, headers: set[Header]) -> None:
        self.headers = headers
        self.memo: dict[int, Doc] = {}
        self.depth = 0

    def doc(self, node: Node) -> Doc:
        """The document of a node that is part of a line."""
        raise NotImplementedError

    def cat(self, *parts: Doc) -> Doc:
        """Documents one after another."""
        raise NotImplementedError

    def brackets(self, opening: Doc, items: Sequence[Doc], closing: str) -> Doc:
        """A bracketed list with commas: broken, one item a line, the bracket after the last."""
        raise NotImplementedError

    def braces(self, items: Sequence[Doc]) -> Doc:
        """An initialiser list: broken, filled if all items are short, else one item a line."""
        raise NotImplementedError

    def chain(self, first: Doc, rest: Sequence[Doc]) -> Doc:
        """`first` and continuations that each may start a new line, indented."""
        raise NotImplementedError

    def operators(self, operands: Sequence[Doc], operators: Sequence[str]) -> Doc:
        """Operands with operators between; broken behind each operator."""
        raise NotImplementedError

    def one_line(self, doc: Doc) -> Doc:
        """A document that must not be broken whatever its width, as a directive must not."""
        return doc

    def verbatim(self, text: str) -> Doc:
        """Text that may hold newlines which are not the layout's."""
        raise NotImplementedError

    def declare(self, type_: Type, name: Doc) -> Doc:
        """A type with a name, inside out."""
        raise NotImplementedError

    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        """Statements in braces inside an expression, on lines of their own."""
        raise NotImplementedError

    def name(self, name: QualifiedName) -> Doc:
        """A qualified name."""
        return self.doc(name)

    def type(self, type_: Type) -> Doc:
        """A type without a name."""
        return self.doc(type_)

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        """An expression, in parentheses if it binds looser than `floor`."""
        if precedence(expr) < floor:
            return self.cat("(", self.doc(expr), ")")
        return self.doc(expr)

    def arg(self, expr: Expr) -> Doc:
        """An element of a list: an assignment-expression, a braced list or a pack expansion."""
        return self.operand(expr, Prec.ASSIGN)

    def args(self, exprs: Iterable[Expr]) -> list[Doc]:
        """The elements of a list."""
        return [self.operand(expr, Prec.ASSIGN) for expr in exprs]

    def params(self, params: Iterable[Param]) -> list[Doc]:
        """The parameters of a function."""
        return [self.doc(param) for param in params]

    def fail(self, node: object) -> NodeError:
        """The error for something that has no handler."""
        return NodeError(f"this cannot be printed here: {node!r}")


def plain_name(name: QualifiedName, headers: set[Header]) -> str | None:
    """The text of a name without template arguments; None if it has some."""
    if name.headers:
        headers.update(name.headers)
    parts = name.parts
    try:
        text = parts[0] if len(parts) == 1 and not name.rooted else "::".join(parts)  # type: ignore[arg-type]
    except TypeError:
        return None
    if text.__class__ is not str:
        return None
    return "::" + text if name.rooted else text


class FlatPrinter(Printer):
    """Prints on one line; every result is a `str`. Raises `NotFlat` where that cannot be."""

    flat = True

    def __init__(self, headers: set[Header]) -> None:
        super().__init__(headers)
        # Types and names are shared by many nodes; all nodes live as long as the file printed.
        self._names: dict[int, str] = {}
        self._types: dict[int, str] = {}
        self._declarators: dict[int, tuple[str, str]] = {}

    def doc(self, node: Node) -> Doc:
        handler = DOCS.get(node.__class__)
        if handler is None:
            raise self.fail(node)
        depth = self.depth
        if depth > DEPTH_LIMIT:
            raise TooDeep
        self.depth = depth + 1
        text = handler(self, node)
        self.depth = depth
        return text

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        # The same as the general one, with names, which are most operands, on a short way.
        if expr.__class__ is NameExpr:
            return self.name(expr.name)
        if precedence(expr) < floor:
            return f"({self.doc(expr)})"
        return self.doc(expr)

    def args(self, exprs: Iterable[Any]) -> list[Doc]:
        operand, name = self.operand, self.name
        return [
            name(expr.name) if expr.__class__ is NameExpr else operand(expr, Prec.ASSIGN)
            for expr in exprs
        ]

    def params(self, params: Iterable[Param]) -> list[Doc]:
        docs: list[Doc] = []
        known = self._declarators
        for param in params:
            found = known.get(id(param.type))
            if found is None or param.default is not None or not param.name or param.attributes:
                docs.append(self.doc(param))
            else:
                docs.append(found[0] + param.name + found[1])
        return docs

    def cat(self, *parts: Any) -> Doc:
        return "".join(parts)

    def brackets(self, opening: Any, items: Sequence[Any], closing: str) -> Doc:
        text: str = opening + ", ".join(items) + closing
        return text

    def braces(self, items: Sequence[Any]) -> Doc:
        return "{" + ", ".join(items) + "}"

    def chain(self, first: Any, rest: Sequence[Any]) -> Doc:
        text: str = first + "".join(rest)
        return text

    def operators(self, operands: Sequence[Any], operators: Sequence[str]) -> Doc:
        parts = [operands[0]]
        for op, operand in zip(operators, operands[1:], strict=True):
            parts += [", " if op == "," else f" {op} ", operand]
        return "".join(parts)

    def verbatim(self, text: str) -> Doc:
        if "\n" in text:
            raise NotFlat
        return text

    def declare(self, type_: Type, name: Any) -> Doc:
        left, right = self.around(type_)
        return f"{left}{name}{right}"

    def around(self, type_: Type) -> tuple[str, str]:
        """What stands left and right of a name declared with a type."""
        found = self._declarators.get(id(type_))
        if found is None:
            left, _, right = declarator(self, type_, "\0", named=True).partition("\0")  # type: ignore[union-attr]
            found = self._declarators[id(type_)] = (left, right)
        return found

    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        raise NotFlat

    def name(self, name: QualifiedName) -> Doc:
        text = plain_name(name, self.headers) or self._names.get(id(name))
        if text is None:
            text = self._names[id(name)] = str(self.doc(name))
        return text

    def type(self, type_: Type) -> Doc:
        text = self._types.get(id(type_))
        if text is None:
            text = self._types[id(type_)] = str(self.doc(type_))
        return text


class LayoutPrinter(Printer):
    """Prints documents that the layout engine may break.

    `memo` holds documents made in advance for parts that are too deep to reach by recursion.
    `macro_params` are the parameters of the macro whose body is printed: as operands they get
    parentheses, since any expression may take their place.
    """

    def __init__(self, headers: set[Header], macro_params: frozenset[str] = frozenset()) -> None:
        super().__init__(headers)
        self.macro_params = macro_params
        self._flat = FlatPrinter(headers)

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        if precedence(expr) < floor or (
            floor > Prec.ASSIGN
            and self.macro_params
            and isinstance(expr, NameExpr)
            and expr.name.parts[0] in self.macro_params
        ):
            return self.cat("(", self.doc(expr), ")")
        return self.doc(expr)

    def doc(self, node: Node) -> Doc:
        known = self.memo.get(id(node))
        if known is not None:
            return known
        handler = DOCS.get(node.__class__)
        if handler is None:
            raise self.fail(node)
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise TooDeep
        doc = handler(self, node)
        self.depth -= 1
        return doc if node.origin is None else Mark(node.origin, doc)

    def cat(self, *parts: Doc) -> Doc:
        for part in parts:
            if part.__class__ is not str:
                return Cat(parts)
        return "".join(parts)  # type: ignore[arg-type]

    @staticmethod
    def _atom(opening: Doc, items: Sequence[Any], closing: str) -> str | None:
        """The text of a list too short to be broken: it fits on any line of its own."""
        if opening.__class__ is not str:
            return None
        size = len(opening) + 2 * len(items) - 1
        for item in items:
            if item.__class__ is not str:
                return None
            size += len(item)
        if size > ATOM_WIDTH:
            return None
        return f"{opening}{', '.join(items)}{closing}"

    def brackets(self, opening: Doc, items: Sequence[Doc], closing: str) -> Doc:
        if not items:
            return self.cat(opening, closing)
        separated = join(COMMA_LINE, items)
        atom = self._atom(opening, items, closing)
        if atom is not None:
            return atom
        if has_newline(items[-1]) and not any(has_newline(item) for item in items[:-1]):
            # A lambda as the last argument: its body hangs from the line of the call.
            return Cat((opening, *join(", ", items), closing))
        return Group(Cat((opening, Indent(4, Cat((SOFT, Group(Cat(separated))))), closing)))

    def braces(self, items: Sequence[Doc]) -> Doc:
        if not items:
            return "{}"
        atom = self._atom("{", items, "}")
        if atom is not None:
            return atom
        if all(isinstance(item, str) and len(item) <= 24 for item in items):
            body: Doc = Fill(items)
        else:
            body = Cat(join(COMMA_LINE, items))
        return Group(Cat(("{", Indent(4, Cat((SOFT, body))), SOFT, "}")))

    def chain(self, first: Doc, rest: Sequence[Doc]) -> Doc:
        if not rest:
            return first
        return Group(Cat((first, Indent(4, Cat([p for doc in rest for p in (SOFT, doc)])))))

    def operators(self, operands: Sequence[Doc], operators: Sequence[str]) -> Doc:
        parts: list[Doc] = [operands[0]]
        for op, operand in zip(operators, operands[1:], strict=True):
            parts += ["," if op == "," else f" {op}", LINE, operand]
        if total_width(parts) <= ATOM_WIDTH and all(o.__class__ is str for o in operands):
            return "".join([" " if part is LINE else part for part in parts])  # type: ignore[misc]
        return Group(Indent(4, Cat(parts)))

    def one_line(self, doc: Doc) -> Doc:
        return flat_text(doc)

    def verbatim(self, text: str) -> Doc:
        return Verbatim(text)

    def params(self, params: Iterable[Param]) -> list[Doc]:
        docs: list[Doc] = []
        for param in params:
            plain = param.name and param.default is None and param.origin is None
            if plain and not param.attributes:
                docs.append(self.declare(param.type, param.name))  # type: ignore[arg-type]
            else:
                docs.append(self.doc(param))
        return docs

    def declare(self, type_: Type, name: Doc) -> Doc:
        # A type that is too short to be broken is the same text in both printers.
        try:
            left, right = self._flat.around(type_)
        except NotFlat:
            self._flat.depth = 0
            return declarator(self, type_, name, named=True)
        if len(left) + len(right) > ATOM_WIDTH:
            return declarator(self, type_, name, named=True)
        return self.cat(left, name, right)

    def name(self, name: QualifiedName) -> Doc:
        return plain_name(name, self.headers) or self.doc(name)

    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        from dispatchless.cppast.printer.driver import nested_lines

        if not statements:
            return Cat((opening, "}"))
        lines = nested_lines(self, statements)
        return Cat((opening, Indent(2, Cat(lines)), HARD, "}"))


def declarator(p: Printer, type_: Type, inner: Doc, *, named: bool) -> Doc:
    """The declaration of `inner` with type `type_`; see `printer.declarators`."""
    from dispatchless.cppast.printer.declarators import declarator as inside_out

    return inside_out(p, type_, inner, named=named)
