"""Groups of lines: bodies in braces, comments, and the empty lines between declarations."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.cppast import decls as d
from dispatchless.cppast import functions as fn
from dispatchless.cppast import stmts as s
from dispatchless.cppast.layout import Doc
from dispatchless.cppast.macros import MacroBlock
from dispatchless.cppast.node import Decl, Node
from dispatchless.cppast.printer.core import BLANK, IN, OUT, Item, Printer
from dispatchless.cppast.records import Access, Enum, Record
from dispatchless.cppast.templates import ExplicitSpecialization, Friend, Template

_COMMENTS = (d.Comment, d.DocComment)
# No empty line comes after these.
_CLINGING = (*_COMMENTS, Access)
# These take several lines whatever they hold.
_TALL = (d.Namespace, d.LinkageSpec, Template, MacroBlock)


def body_lines(p: Printer, opening: Doc, body: s.Block, closing: Doc = "}") -> list[Item]:
    """`opening` (which ends in a brace), the statements, and `closing`."""
    if not body.statements:
        return [p.cat(opening, closing)]
    return [opening, IN, *body.statements, OUT, closing]


def try_lines(p: Printer, opening: Doc, node: s.Try) -> list[Item]:
    """`opening`, the statements that are tried, and the handlers."""
    items: list[Item] = [opening, IN, *node.body.statements, OUT]
    for handler in node.handlers:
        items += [p.cat("} ", catch_head(p, handler)), IN, *handler.body.statements, OUT]
    return [*items, "}"]


def catch_head(p: Printer, handler: s.Catch) -> Doc:
    """`catch (param) {`"""
    return p.cat("catch (", "..." if handler.param is None else p.doc(handler.param), ") {")


def comment_lines(p: Printer, text: str, mark: str = "//") -> list[Item]:
    """Each line of a text behind `mark`."""
    if p.in_macro:
        return [f"/* {line.strip()} */" for line in text.split("\n")]
    return [f"{mark} {line}".rstrip() for line in text.split("\n")]


def spaced(members: Sequence[Node]) -> list[Item]:
    """Members with an empty line around those that take several lines."""
    own = [is_tall(member) for member in members]
    tall = [*own, False]  # or a comment on what is
    for index in range(len(members) - 1, -1, -1):
        if not own[index] and tall[index + 1] and isinstance(members[index], _COMMENTS):
            tall[index] = True
    items: list[Item] = [*members[:1]]
    for index in range(1, len(members)):
        member = members[index]
        above = members[index - 1]
        set_off = (tall[index] or own[index - 1]) and not isinstance(above, _CLINGING)
        if set_off or isinstance(member, Access):
            items.append(BLANK)
        items.append(member)
    return items


def is_tall(node: Node) -> bool:
    """Whether a declaration takes several lines."""
    while isinstance(node, (ExplicitSpecialization, Friend)) and isinstance(node.decl, Decl):
        node = node.decl
    if isinstance(node, fn.FunctionDecl):
        body = node.body
        return bool(body.statements) if isinstance(body, s.Block) else isinstance(body, s.Try)
    if isinstance(node, Record):
        return bool(node.members)
    if isinstance(node, Enum):
        return bool(node.enumerators)
    return isinstance(node, _TALL)
