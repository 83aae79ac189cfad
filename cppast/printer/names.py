"""Handlers of names and literals."""

from __future__ import annotations

from dispatchless.cppast import literals as lit
from dispatchless.cppast.attributes import AlignAs, Attribute
from dispatchless.cppast.exprs import NameExpr
from dispatchless.cppast.layout import LINE, Cat, Doc, Group, Indent, join
from dispatchless.cppast.names import (
    ConversionName,
    DestructorName,
    Header,
    OperatorName,
    Paste,
    QualifiedName,
    TemplateArgument,
    TemplateName,
)
from dispatchless.cppast.node import Expr, NodeError, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.core import Printer, prints
from dispatchless.cppast.printer.positions import (
    bare_angle,
    ends_with_angle_operator,
    reads_as_type,
)
from dispatchless.cppast.printer.precedence import precedence
from dispatchless.cppast.types import PackArgument

# --- names -----------------------------------------------------------------------------------


@prints(QualifiedName)
def qualified_name(p: Printer, node: QualifiedName) -> Doc:
    if node.headers:
        p.headers.update(node.headers)
    parts: list[Doc] = ["::"] if node.rooted else []
    for part in node.parts:
        if len(parts) > node.rooted:
            parts.append("::")
        parts.append(part if isinstance(part, str) else p.doc(part))
    return parts[0] if len(parts) == 1 else p.cat(*parts)


@prints(TemplateName)
def template_name(p: Printer, node: TemplateName) -> Doc:
    name: Doc = node.name if isinstance(node.name, str) else p.doc(node.name)
    if isinstance(node.name, OperatorName):
        name = p.cat(name, " ")
    opening = p.cat("template ", name, "<") if node.template else p.cat(name, "<")
    args = p.lists.get(id(node.args))
    if args is None:
        args = p.lists[id(node.args)] = [template_argument(p, arg) for arg in node.args]
    return p.brackets(opening, args, ">")


def template_argument(p: Printer, arg: TemplateArgument) -> Doc:
    """An argument in `<>`: a bare `>` would end the list, so it goes in parentheses."""
    if isinstance(arg, Type):
        return p.type(arg)
    if isinstance(arg, Expr):
        if arg.__class__ is NameExpr and arg.name.last.__class__ is str:
            return p.arg(arg)
        if (
            precedence(arg) <= Prec.CONDITIONAL
            or bare_angle(arg)
            or ends_with_angle_operator(arg)
            or reads_as_type(arg)
        ):
            return p.cat("(", p.doc(arg), ")")
        return p.doc(arg)
    return p.doc(arg)


@prints(PackArgument)
def pack_argument(p: Printer, node: PackArgument) -> Doc:
    return p.cat(template_argument(p, node.pattern), "...")


@prints(OperatorName)
def operator_name(p: Printer, node: OperatorName) -> Doc:
    return f"operator{' ' if node.symbol[0].isalpha() else ''}{node.symbol}"


@prints(Paste)
def paste(p: Printer, node: Paste) -> Doc:
    return in_macro(p, "##".join(node.parts))


def in_macro(p: Printer, text: str) -> str:
    """A text that only the body of a macro may hold."""
    if not p.pastes:
        raise NodeError(f"`#` and `##` stand in the body of a macro only: {text}")
    return text


@prints(DestructorName)
def destructor_name(p: Printer, node: DestructorName) -> Doc:
    return "~" + node.name


@prints(ConversionName)
def conversion_name(p: Printer, node: ConversionName) -> Doc:
    return p.cat("operator ", p.type(node.type))


@prints(Header)
def header(p: Printer, node: Header) -> Doc:
    return f"<{node.path}>" if node.system else f'"{node.path}"'


@prints(Attribute)
def attribute(p: Printer, node: Attribute) -> Doc:
    name = f"{node.namespace}::{node.name}" if node.namespace else node.name
    return p.brackets(name + "(", p.args(node.args), ")") if node.args else name


@prints(AlignAs)
def align_as(p: Printer, node: AlignAs) -> Doc:
    return p.cat("alignas(", type_or_expression(p, node.alignment, Prec.ASSIGN), ")")


def type_or_expression(p: Printer, operand: Type | Expr, floor: Prec) -> Doc:
    """What stands where a type may stand too, and where `T()` would be read as one."""
    if isinstance(operand, Type):
        return p.type(operand)
    text = p.operand(operand, floor)
    return p.cat("(", text, ")") if reads_as_type(operand) else text


# --- literals --------------------------------------------------------------------------------


@prints(lit.IntLit)
def int_literal(p: Printer, node: lit.IntLit) -> Doc:
    return lit.int_text(node)


LIMITS = Header("limits")


@prints(lit.FloatLit)
def float_literal(p: Printer, node: lit.FloatLit) -> Doc:
    text = lit.float_text(node)
    if "numeric" in text:
        p.headers.add(LIMITS)
    return text


@prints(lit.BoolLit)
def bool_literal(p: Printer, node: lit.BoolLit) -> Doc:
    return "true" if node.value else "false"


@prints(lit.Nullptr)
def nullptr(p: Printer, node: lit.Nullptr) -> Doc:
    return "nullptr"


@prints(lit.CharLit)
def char_literal(p: Printer, node: lit.CharLit) -> Doc:
    return lit.char_text(node)


@prints(lit.StringLit)
def string_literal(p: Printer, node: lit.StringLit) -> Doc:
    return lit.string_text(node)


@prints(lit.RawStringLit)
def raw_string_literal(p: Printer, node: lit.RawStringLit) -> Doc:
    return p.verbatim(lit.raw_string_text(node))


@prints(lit.UserLit)
def user_literal(p: Printer, node: lit.UserLit) -> Doc:
    text = lit.user_literal_text(node)
    return p.cat(p.doc(node.literal), node.suffix) if text is None else text


@prints(lit.StringConcat)
def string_concat(p: Printer, node: lit.StringConcat) -> Doc:
    parts = [p.doc(part) for part in node.parts]
    if p.flat:
        return p.cat(*join(" ", parts))
    return Group(Indent(4, Cat(join(LINE, parts))))
