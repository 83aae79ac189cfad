"""The printer of single lines: every result is a string."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.layout import (
    Doc,
)
from dispatchless.cppast.names import Header, QualifiedName
from dispatchless.cppast.node import Expr, Node, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.core import DEPTH_LIMIT, DOCS, NotFlat, Printer, TooDeep
from dispatchless.cppast.printer.precedence import precedence

if TYPE_CHECKING:
    from dispatchless.cppast.functions import Param


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
            if found is None or not param.name or param.attributes:
                docs.append(self.doc(param))
            elif param.default is None:
                docs.append(found[0] + param.name + found[1])
            else:
                default = self.operand(param.default, Prec.ASSIGN)
                docs.append(f"{found[0]}{param.name}{found[1]} = {default}")
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


def declarator(p: Printer, type_: Type, inner: Doc, *, named: bool) -> Doc:
    """The declaration of `inner` with type `type_`; see `printer.declarators`."""
    from dispatchless.cppast.printer.declarators import declarator as inside_out

    return inside_out(p, type_, inner, named=named)
