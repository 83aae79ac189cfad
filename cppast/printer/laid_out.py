"""The printer of documents that the layout engine may break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.layout import (
    COMMA_LINE,
    HARD,
    LINE,
    SOFT,
    Bracketed,
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
from dispatchless.cppast.literals import BoolLit, FloatLit, IntLit, Nullptr
from dispatchless.cppast.names import QualifiedName
from dispatchless.cppast.node import Expr, Node, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.core import (
    ATOM_WIDTH,
    DEPTH_LIMIT,
    DOCS,
    NotFlat,
    Printer,
    TooDeep,
)
from dispatchless.cppast.printer.declarators import declarator
from dispatchless.cppast.printer.flat import FlatPrinter
from dispatchless.cppast.printer.precedence import precedence
from dispatchless.cppast.types import NamedType

if TYPE_CHECKING:
    from dispatchless.cppast.functions import Param


# Expressions that are one token, or a name.
_ATOMS = (BoolLit, FloatLit, IntLit, NameExpr, Nullptr)


class LayoutPrinter(Printer):
    """Prints documents that the layout engine may break.

    `memo` holds documents made in advance for parts that are too deep to reach by recursion.
    `macro_params` are the parameters of the macro whose body is printed: as operands they get
    parentheses, since any expression may take their place.
    """

    def __init__(self, flat: FlatPrinter, macro_params: frozenset[str] = frozenset()) -> None:
        super().__init__(flat.headers)
        self.macro_params = macro_params
        self._flat = flat

    def operand(self, expr: Expr, floor: Prec) -> Doc:
        if expr.__class__ is NameExpr and expr.origin is None and not self.macro_params:
            return self.name(expr.name)
        if precedence(expr) < floor or (
            floor > Prec.ASSIGN
            and self.macro_params
            and isinstance(expr, NameExpr)
            and expr.name.parts[0] in self.macro_params
        ):
            return self.enclosed(expr, floor)
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
        before = after = ""
        found: Doc = ""
        for part in parts:
            if part.__class__ is not str:
                if found:
                    return Cat(parts)
                found = part
            elif found:
                after += part
            else:
                before += part
        if not found:
            return before
        if found.__class__ is Bracketed and found.opening.__class__ is str:
            return found.within(before, after)
        return Cat((before, found, after))

    def brackets(self, opening: Doc, items: Sequence[Doc], closing: str) -> Doc:
        if not items:
            return self.cat(opening, closing)
        listed = Bracketed(opening, items, closing)
        if listed.width <= ATOM_WIDTH:  # too short to be broken
            return listed.text() or listed
        if has_newline(items[-1]) and not any(has_newline(item) for item in items[:-1]):
            # A lambda as the last argument: its body hangs from the line of the call.
            return Cat((opening, *join(", ", items), closing))
        return listed

    def braces(self, items: Sequence[Doc]) -> Doc:
        if not items:
            return "{}"
        listed = Bracketed("{", items, "}")
        text = listed.text() if listed.width <= ATOM_WIDTH else None
        if text is not None:
            return text
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

    def args(self, exprs: Sequence[Expr]) -> list[Doc]:
        docs = self.lists.get(id(exprs))
        if docs is None:
            operand = self.operand
            docs = self.lists[id(exprs)] = [operand(expr, Prec.ASSIGN) for expr in exprs]
        return docs

    def params(self, params: Sequence[Param]) -> list[Doc]:
        docs = self.lists.get(id(params))
        if docs is not None:
            return docs
        try:
            texts = self._flat.params(params)
        except NotFlat:
            self._flat.depth = 0
            texts = [""] * len(params)
        docs = []
        for param, text in zip(params, texts, strict=True):
            if text and self._is_atom(param, text):
                docs.append(text)
            else:
                docs.append(self.doc(param))
        self.lists[id(params)] = docs
        return docs

    def _is_atom(self, param: Param, text: Any) -> bool:
        """Whether a parameter is the same text in both printers: too short to be broken."""
        if param.origin is not None or not param.name or param.attributes:
            return False
        default = param.default
        if default is None:
            return len(text) - len(param.name) <= ATOM_WIDTH
        simple = default.__class__ in _ATOMS and default.origin is None and not self.macro_params
        return simple and len(text) <= ATOM_WIDTH

    def declare(self, type_: Type, name: Doc) -> Doc:
        around = self.around(type_)
        if around is None:
            return declarator(self, type_, name, named=True)
        return self.cat(around[0], name, around[1])

    def around(self, type_: Type) -> tuple[str, str] | None:
        # A type that is too short to be broken is the same text in both printers.
        try:
            around = self._flat.around(type_)
        except NotFlat:
            self._flat.depth = 0
            return None
        return around if len(around[0]) + len(around[1]) <= ATOM_WIDTH else None

    def name(self, name: QualifiedName) -> Doc:
        for part in name.parts:
            if part.__class__ is not str:
                return self.doc(name)
        return self._flat.name(name)

    def type(self, type_: Type) -> Doc:
        if type_.__class__ is NamedType and type_.origin is None:
            return self._named(type_)
        return self.doc(type_)

    def _named(self, type_: NamedType) -> Doc:
        name = self.name(type_.name)
        return self.cat("typename ", name) if type_.typename else name

    def block(self, statements: Sequence[Node], opening: Doc = "{") -> Doc:
        from dispatchless.cppast.printer.driver import nested_lines

        if not statements:
            return Cat((opening, "}"))
        lines = nested_lines(self, statements)
        return Cat((opening, Indent(2, Cat(lines)), HARD, "}"))
