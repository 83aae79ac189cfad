"""From nodes to lines: the loop over statements and declarations, and the public entry points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs

from dispatchless.cppast import exprs as e
from dispatchless.cppast.decls import Var
from dispatchless.cppast.field_types import misplaced
from dispatchless.cppast.file import PRAGMA_ONCE, File, HeaderFile
from dispatchless.cppast.functions import Function
from dispatchless.cppast.includes import include_lines
from dispatchless.cppast.layout import (
    HARD,
    HARD_COLUMN0,
    MAX_INDENT,
    WIDTH,
    Cat,
    Doc,
    Indent,
    Mark,
    render,
    total_width,
)
from dispatchless.cppast.line_map import LineMap, with_line_directives
from dispatchless.cppast.names import Header
from dispatchless.cppast.node import Expr, Node, NodeError, Origin, Type, children
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.preproc import Include
from dispatchless.cppast.printer.blocks import comment_lines, spaced
from dispatchless.cppast.printer.core import (
    BLANK,
    DEPTH_LIMIT,
    DOCS,
    LINES,
    AtMargin,
    Item,
    NotFlat,
    Outdented,
    Printer,
    TooDeep,
    _Shift,
)
from dispatchless.cppast.printer.exprs import POSTFIX_BASES
from dispatchless.cppast.printer.flat import FlatPrinter
from dispatchless.cppast.printer.laid_out import LayoutPrinter
from dispatchless.cppast.printer.precedence import binary_spine, precedence
from dispatchless.cppast.stmts import DeclStmt, ExprStmt, Return

INDENT = 2
MAX_LEVEL = MAX_INDENT // INDENT  # deeper lines begin in the same column
WIDE_PARAMS = 70
_MARGIN = -1  # the column of directives

# (column, text or document, origin)
Entry: TypeAlias = "tuple[int, Doc, Origin | None]"

# Nodes whose line is that of one node below: the origin of that one is the more exact.
_CARRIERS = {DeclStmt: "decl", ExprStmt: "expr", Return: "value", Var: "init"}


def entries(flat: FlatPrinter | None, layout: LayoutPrinter, roots: Sequence[Item]) -> list[Entry]:
    """The lines of nodes, expanded with an explicit stack.

    With a flat printer, a line that fits comes as text and any other as a document.
    """
    printed: list[Entry] = []
    put = printed.append
    stack: list[tuple[Iterator[Item], Node, Sequence[Item], list[Item] | None, Origin | None]] = []
    current: Iterator[Any] = iter(roots)
    node: Node | None = None  # the one that the items come from
    items: Sequence[Item] = roots
    relaid: list[Item] | None = None  # its items as the layout printer gives them
    origin: Origin | None = None
    level = column = 0
    while True:
        for item in current:
            cls = item.__class__
            if cls is str:
                if column + len(item) > WIDTH and flat is not None and node is not None:
                    if relaid is None:
                        relaid = _laid_out(layout, node)
                    item = relaid[items.index(item)]
                put((column, item, origin))
            elif item is BLANK:
                put((0, "", None))
            elif cls is _Shift:
                level += item.amount
                column = INDENT * level if level < MAX_LEVEL else MAX_INDENT
            elif cls in LINES:
                below = _expanded(flat, layout, item)
                inner = (_carried_origin(item) if cls in _CARRIERS else item.origin) or origin
                if len(below) == 1:
                    only = below[0]
                    if only.__class__ is str and column + len(only) <= WIDTH:
                        put((column, only, inner))  # a statement on one line
                        continue
                stack.append((current, node, items, relaid, origin))  # type: ignore[arg-type]
                node, items, relaid, origin = item, below, None, inner
                current = iter(below)
                break
            elif cls is Outdented:
                put((column - INDENT if 0 < level <= MAX_LEVEL else column, item.doc, origin))
            elif cls is AtMargin:
                put((_MARGIN, item.doc, origin))
            elif isinstance(item, Node):
                raise layout.fail(item)
            else:
                put((column, item, origin))
        else:
            if not stack:
                return printed
            current, node, items, relaid, origin = stack.pop()


def _carried_origin(node: Any) -> Origin | None:
    """The origin of the line of one of the carriers: that of the innermost node that has one."""
    found: Origin | None = node.origin
    while (below := _CARRIERS.get(node.__class__)) is not None:
        node = getattr(node, below)
        if node is not None and node.origin is not None:
            found = node.origin
    return found


def _expanded(flat: FlatPrinter | None, layout: LayoutPrinter, node: Node) -> list[Item]:
    if flat is not None:
        try:
            if node.__class__ is not Function or not _seldom_fits(flat, node):
                return LINES[node.__class__](flat, node)
        except NotFlat:
            flat.depth = 0
    return _laid_out(layout, node)


def _seldom_fits(flat: FlatPrinter, node: Function) -> bool:
    """Whether the parameters of a function leave little room on a line.

    Then it is not worth a try on one; the layout printer's text would be the same.
    """
    return total_width(flat.params(node.params)) > WIDE_PARAMS


def _laid_out(layout: LayoutPrinter, node: Node) -> list[Item]:
    handler = LINES[node.__class__]
    depth = layout.depth
    try:
        return handler(layout, node)
    except TooDeep:
        if depth:
            raise  # inside a lambda: whoever holds the statement makes the stages
        layout.depth = 0
        prepare(layout, node)
        return handler(layout, node)


def prepare(layout: LayoutPrinter, root: Node) -> None:
    """Print the deep parts of `root` from below, so that no handler recurses far.

    Every node whose height is a multiple of a stage gets its document in the printer's memo. The
    document of a node depends on the node only, so the text is the same as without stages.
    """
    stage = DEPTH_LIMIT // 4
    heights: dict[int, int] = {}
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, ready = pending.pop()
        if id(node) in heights:
            continue
        below = printed_below(node)
        if not ready:
            pending.append((node, True))
            pending.extend((child, False) for child in below)
            continue
        height = 1 + max((heights[id(child)] for child in below), default=0)
        heights[id(node)] = height
        if height % stage == 0 and node is not root and node.__class__ in DOCS:
            layout.memo[id(node)] = layout.doc(node)


def printed_below(node: Node) -> list[Node]:
    """The nodes that the handler of `node` recurses into: chains count as one level."""
    if isinstance(node, e.Binary):
        return [*binary_spine(node)[0]]
    if isinstance(node, Expr) and node.__class__ in POSTFIX_BASES:
        below: list[Node] = []
        base = node
        while (get_base := POSTFIX_BASES.get(base.__class__)) is not None:
            inner = get_base(base)
            below += [child for child in children(base) if child is not inner]
            base = inner
        return [*below, base]
    if isinstance(node, Type):
        return _below_type(node)
    return children(node)


def _below_type(node: Type) -> list[Node]:
    """What a declarator recurses into: everything but the spine of pointers and references."""
    below: list[Node] = []
    spine: Node | None = node
    while isinstance(spine, Type):
        following: Node | None = None
        for child in children(spine):
            if following is None and isinstance(child, Type):
                following = child
            else:
                below.append(child)
        spine = following
    return below


# --- nested lines ----------------------------------------------------------------------------


def nested_lines(layout: LayoutPrinter, statements: Sequence[Node]) -> list[Doc]:
    """Statements inside an expression, each line as a hard newline and its document."""
    docs: list[Doc] = []
    for column, doc, origin in entries(None, layout, statements):
        if column == _MARGIN:
            docs += [HARD_COLUMN0, doc]
            continue
        line: Doc = doc if origin is None else Mark(origin, doc)
        docs.append(Indent(column, Cat((HARD, line))) if column else Cat((HARD, line)))
    return docs


def define_lines(p: Printer, head: str, params: Sequence[str], body: Sequence[Node]) -> list[str]:
    """A macro definition: `head body`, over several lines with a backslash at each end.

    An expression gets parentheses unless it is postfix, so that it is one operand where it is used.
    """
    flat = FlatPrinter(p.headers)
    layout = LayoutPrinter(flat, frozenset(params))
    layout.in_macro = flat.pastes = layout.pastes = True
    if isinstance(body[0], (Expr, Type)):
        doc = layout_doc(layout, body[0])
        if isinstance(body[0], Expr) and precedence(body[0]) < Prec.POSTFIX:
            doc = Cat(("(", doc, ")"))
        lines = render(Cat((head + " ", doc)), 0, WIDTH - 2)[0]
    else:
        lines = [head]
        for column, doc, _ in entries(None, layout, body):
            lines += render(doc, max(column, 0) + INDENT, WIDTH - 2)[0]
    width = max(len(line) for line in lines)
    return [line.ljust(width) + " \\" for line in lines[:-1]] + lines[-1:]


def layout_doc(layout: LayoutPrinter, node: Node) -> Doc:
    """The document of an expression, type or other part of a line, however deep."""
    try:
        return layout.doc(node)
    except TooDeep:
        layout.depth = 0
        prepare(layout, node)
        return layout.doc(node)


# --- entry points ----------------------------------------------------------------------------


@attrs.frozen
class Printed:
    """A printed file: its text, and where each line comes from."""

    text: str
    line_map: LineMap


def _lines_of(printed: Iterable[Entry]) -> tuple[list[str], list[Origin | None], set[int]]:
    """The lines, the origin of each, and which of them continue the one before."""
    lines: list[str] = []
    origins: list[Origin | None] = []
    continued: set[int] = set()
    add_line, add_origin = lines.append, origins.append
    for column, doc, origin in printed:
        if doc.__class__ is str:
            add_line(" " * column + doc if doc else "")
            add_origin(origin)
        else:
            broken, broken_origins = render(doc, max(column, 0), WIDTH, origin)
            continued.update(range(len(lines) + 1, len(lines) + len(broken)))
            lines += broken
            origins += broken_origins
    return lines, origins, continued


def _explained(root: Node, error: Exception) -> Exception:
    """The error to raise for one that printing ran into: a `NodeError` if the tree is at fault."""
    if isinstance(error, NodeError):
        return error
    wrong = misplaced(root)
    return error if wrong is None else NodeError(wrong)


def print_file(file: File, *, line_directives: bool = False) -> Printed:
    """The text of a file and its line map. Printing is pure: the same file gives the same bytes.

    `line_directives` writes `#line` so that compilers report the origins of nodes themselves.
    Raises `NodeError` when a node stands where it cannot be printed.
    """
    try:
        return _print_file(file, line_directives)
    except Exception as error:
        raise _explained(file, error) from error


def _print_file(file: File, line_directives: bool) -> Printed:
    headers: set[Header] = set(file.includes)
    members = list(file.members)
    while members and isinstance(members[0], Include):
        headers.add(members.pop(0).header)  # type: ignore[attr-defined]
    flat = FlatPrinter(headers)
    layout = LayoutPrinter(flat)
    lines, origins, continued = _lines_of(entries(flat, layout, spaced(members)))

    top: list[str] = []
    end: list[str] = []
    if file.banner is not None:
        top += [str(line) for line in comment_lines(flat, file.banner)] + [""]
    if isinstance(file, HeaderFile):
        if file.guard == PRAGMA_ONCE:
            top += ["#pragma once", ""]
        else:
            top += [f"#ifndef {file.guard}", f"#define {file.guard}", ""]
            end = ["", f"#endif  // {file.guard}"]
    included = include_lines(headers, file.path)
    if included:
        top += [*included, ""]
    if not lines and top and not end:
        top.pop()
    all_lines = top + lines + end
    all_origins = [*[None] * len(top), *origins, *[None] * len(end)]
    if line_directives:
        starts = [line not in continued for line in range(len(lines))]
        all_starts = [False] * len(top) + starts + [True] * len(end)
        all_lines, all_origins = with_line_directives(all_lines, all_origins, all_starts, file.path)
    return Printed("\n".join(all_lines) + "\n", LineMap(tuple(all_origins)))


def print_node(node: Node) -> str:
    """The text of any node: an expression or type as it stands alone, a declaration as lines.

    Raises `NodeError` when a node stands where it cannot be printed.
    """
    try:
        return _print_node(node)
    except Exception as error:
        raise _explained(node, error) from error


def _print_node(node: Node) -> str:
    if isinstance(node, File):
        return print_file(node).text
    headers: set[Header] = set()
    flat = FlatPrinter(headers)
    layout = LayoutPrinter(flat)
    if node.__class__ in LINES:
        lines = _lines_of(entries(flat, layout, [node]))[0]
    else:
        flat.pastes = layout.pastes = True
        try:
            text: Doc = flat.doc(node)
        except NotFlat:
            text = HARD
        if isinstance(text, str) and len(text) <= WIDTH:
            return text
        lines = render(layout_doc(layout, node))[0]
    return "\n".join(lines)
