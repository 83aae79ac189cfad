"""Handlers of declarations other than functions."""

from __future__ import annotations

from operator import attrgetter

from dispatchless.cppast import decls as d
from dispatchless.cppast import functions as fn
from dispatchless.cppast import records as r
from dispatchless.cppast import templates as t
from dispatchless.cppast.exprs import Assign, Binary, PackExpansion, ParenInit
from dispatchless.cppast.layout import Doc
from dispatchless.cppast.macros import MacroBlock, MacroDecl
from dispatchless.cppast.names import base_name
from dispatchless.cppast.node import Decl, Expr, Type
from dispatchless.cppast.operators import Prec
from dispatchless.cppast.printer.blocks import body_lines, comment_lines, spaced
from dispatchless.cppast.printer.core import (
    BLANK,
    IN,
    OUT,
    Item,
    Outdented,
    Printer,
    prints,
    prints_lines,
)
from dispatchless.cppast.printer.declarators import innermost
from dispatchless.cppast.printer.exprs import macro_invocation
from dispatchless.cppast.printer.functions import (
    attributes,
    constraint,
    function_lines,
    template_head,
)
from dispatchless.cppast.printer.positions import reads_as_parameter
from dispatchless.cppast.types import (
    Array,
    Auto,
    Builtin,
    LRef,
    NamedType,
    Pointer,
    Qualified,
    RRef,
)

# --- variables -------------------------------------------------------------------------------


def initializer(p: Printer, init: d.Initializer | None, declared: str = "") -> Doc:
    """` = expr`, `(args)`, `{args}` or nothing, behind the name `declared`."""
    if init is None:
        return ""
    if isinstance(init, Expr):
        if isinstance(init, Binary) and init.op == ",":
            return p.cat(" = (", p.converted(init), ")")
        if isinstance(init, Assign):
            return p.cat(" = ", p.converted(init))
        return p.cat(" = ", p.operand(init, Prec.ASSIGN))
    if isinstance(init, ParenInit):
        return _declared_init(p, init, declared)
    return p.doc(init)


def _declared_init(p: Printer, init: ParenInit, declared: str) -> Doc:
    """`(args)` behind a variable's name, such that no function is declared ([dcl.ambig.res])."""
    if not init.args:
        return "{}"
    return p.brackets("(", [_declared_arg(p, arg, declared) for arg in init.args], ")")


def _declared_arg(p: Printer, arg: Expr, declared: str) -> Doc:
    if isinstance(arg, PackExpansion) and reads_as_parameter(arg.pattern, declared):
        return p.cat("(", p.doc(arg.pattern), ")...")  # `U(n)...` ends like a variadic function
    return p.cat("(", p.doc(arg), ")") if reads_as_parameter(arg, declared) else p.arg(arg)


_SPECIFIERS = ("extern", "static", "thread_local", "inline", "constexpr", "constinit")
_FLAGS = attrgetter(*_SPECIFIERS)
_NO_FLAG = (False,) * len(_SPECIFIERS)


def _takes_in_scope(type_: Type) -> bool:
    """Whether a type ends, in front of the declared name, in a name that `::` would go on."""
    while isinstance(type_, Array):
        type_ = type_.of
    if isinstance(type_, Qualified):
        type_ = type_.type
    return not isinstance(type_, (Builtin, Pointer, LRef, RRef))


def variable_text(p: Printer, node: d.Var) -> Doc:
    """A variable without its semicolon."""
    name: Doc = node.name if isinstance(node.name, str) else p.doc(node.name)
    if node.qualifier is not None:
        name = p.cat(p.name(node.qualifier), "::", name)
        if node.qualifier.rooted and _takes_in_scope(node.type):
            name = p.cat("(", name, ")")  # `T ::n::x` would read as the scope `T::n`
    declared = p.declare(node.type, name)
    flags = _FLAGS(node)
    if flags != _NO_FLAG:
        words = [word + " " for word, flag in zip(_SPECIFIERS, flags, strict=True) if flag]
        declared = p.cat("".join(words), declared)
    if node.attributes:
        declared = p.cat(attributes(p, node.attributes), declared)
    if node.init is None:
        return declared
    return p.cat(declared, initializer(p, node.init, base_name(node.name)))


def binding_text(p: Printer, node: d.StructuredBinding) -> Doc:
    """A structured binding without its semicolon."""
    names = p.brackets("[", node.names, "]")
    return p.cat(
        attributes(p, node.attributes), p.declare(node.type, names), initializer(p, node.init)
    )


def local_text(p: Printer, decl: Decl) -> Doc:
    """A declaration in the head of a statement, without its semicolon."""
    if isinstance(decl, d.Var):
        return variable_text(p, decl)
    if isinstance(decl, d.StructuredBinding):
        return binding_text(p, decl)
    if isinstance(decl, d.Alias):
        return alias_text(p, decl)
    raise p.fail(decl)


@prints_lines(d.Var)
def variable(p: Printer, node: d.Var) -> list[Item]:
    return [p.cat(variable_text(p, node), ";")]


@prints_lines(d.StructuredBinding)
def structured_binding(p: Printer, node: d.StructuredBinding) -> list[Item]:
    return [p.cat(binding_text(p, node), ";")]


# --- names -----------------------------------------------------------------------------------


def alias_text(p: Printer, node: d.Alias) -> Doc:
    """An alias without its semicolon."""
    attribute = p.cat(" ", attributes(p, node.attributes, "")) if node.attributes else ""
    return p.cat(f"using {node.name}", attribute, " = ", p.type(node.type))


@prints_lines(d.Alias)
def alias(p: Printer, node: d.Alias) -> list[Item]:
    return [p.cat(alias_text(p, node), ";")]


@prints_lines(d.UsingDecl)
def using_decl(p: Printer, node: d.UsingDecl) -> list[Item]:
    word = "using typename " if node.typename else "using "
    return [p.cat(word, p.name(node.name), "...;" if node.pack else ";")]


@prints_lines(d.UsingEnum)
def using_enum(p: Printer, node: d.UsingEnum) -> list[Item]:
    return [p.cat("using enum ", p.name(node.name), ";")]


@prints_lines(d.UsingDirective)
def using_directive(p: Printer, node: d.UsingDirective) -> list[Item]:
    front = attributes(p, node.attributes)
    return [p.cat(front, "using namespace ", p.name(node.name), ";")]


@prints_lines(d.NamespaceAlias)
def namespace_alias(p: Printer, node: d.NamespaceAlias) -> list[Item]:
    return [p.cat(f"namespace {node.name} = ", p.name(node.target), ";")]


# --- scopes ----------------------------------------------------------------------------------


@prints_lines(d.Namespace)
def namespace(p: Printer, node: d.Namespace) -> list[Item]:
    name = "::".join(node.names)
    head = p.cat(
        "inline namespace" if node.inline else "namespace",
        p.cat(" ", attributes(p, node.attributes, "")) if node.attributes else "",
        f" {name} {{" if name else " {",
    )
    end = f"}}  // namespace {name}" if name else "}  // namespace"
    if not node.members:
        return [head, end]
    return [head, BLANK, *spaced(node.members), BLANK, end]


@prints_lines(d.LinkageSpec)
def linkage(p: Printer, node: d.LinkageSpec) -> list[Item]:
    end = f'}}  // extern "{node.language}"'
    return [f'extern "{node.language}" {{', BLANK, *spaced(node.members), BLANK, end]


@prints_lines(MacroBlock)
def macro_block(p: Printer, node: MacroBlock) -> list[Item]:
    call = macro_invocation(p, node.name, node.args, node.header)
    return body_lines(p, p.cat(call, " {"), node.body)


@prints_lines(MacroDecl)
def macro_decl(p: Printer, node: MacroDecl) -> list[Item]:
    if node.header is not None:
        p.headers.add(node.header)
    call: Doc = node.name
    if node.args is not None:
        call = macro_invocation(p, node.name, node.args, node.header)
    return [p.cat(call, ";") if node.semicolon else call]


@prints_lines(d.StaticAssert)
def static_assert(p: Printer, node: d.StaticAssert) -> list[Item]:
    args = [p.arg(node.cond)]
    if node.message is not None:
        args.append(p.doc(node.message))
    return [p.cat(p.brackets("static_assert(", args, ")"), ";")]


@prints_lines(d.Asm)
def asm(p: Printer, node: d.Asm) -> list[Item]:
    return [p.cat("asm(", p.doc(node.text), ");")]


@prints_lines(d.Comment)
def comment(p: Printer, node: d.Comment) -> list[Item]:
    return comment_lines(p, node.text)


@prints_lines(d.DocComment)
def doc_comment(p: Printer, node: d.DocComment) -> list[Item]:
    return comment_lines(p, node.text, "///")


# --- classes ---------------------------------------------------------------------------------


@prints(r.Base)
def base(p: Printer, node: r.Base) -> Doc:
    words = (f"{node.access} " if node.access else "") + ("virtual " if node.virtual else "")
    return p.cat(words, p.name(node.name), "..." if node.pack else "")


def record_head(p: Printer, node: r.Record, prefix: str = "") -> Doc:
    """A class up to its brace or semicolon."""
    parts: list[Doc] = [prefix, node.kind]
    if node.attributes:
        parts += [" ", attributes(p, node.attributes, "")]
    if node.name is not None:
        parts.append(" ")
        if node.qualifier is not None:
            parts += [p.name(node.qualifier), "::"]
        parts.append(node.name if isinstance(node.name, str) else p.doc(node.name))
    if node.final:
        parts.append(" final")
    if node.bases:
        parts.append(" : ")
        parts.append(p.operators([p.doc(b) for b in node.bases], [","] * (len(node.bases) - 1)))
    return p.cat(*parts)


@prints_lines(r.Record)
def record(p: Printer, node: r.Record) -> list[Item]:
    head = record_head(p, node)
    if node.members is None:
        return [p.cat(head, ";")]
    if not node.members:
        return [p.cat(head, " {};")]
    return [p.cat(head, " {"), IN, *spaced(node.members), OUT, "};"]


@prints_lines(r.Access)
def access(p: Printer, node: r.Access) -> list[Item]:
    return [Outdented(node.kind + ":")]


@prints_lines(r.Field)
def field(p: Printer, node: r.Field) -> list[Item]:
    text = p.type(node.type) if node.name is None else p.declare(node.type, node.name)
    if node.width is not None:
        text = p.cat(text, " : ", p.operand(node.width, Prec.LOGICAL_OR))
    if node.mutable:
        text = p.cat("mutable ", text)
    text = p.cat(attributes(p, node.attributes), text, initializer(p, node.init), ";")
    return [text]


@prints_lines(r.Enum)
def enum(p: Printer, node: r.Enum) -> list[Item]:
    parts: list[Doc] = ["enum class" if node.scoped else "enum"]
    if node.attributes:
        parts += [" ", attributes(p, node.attributes, "")]
    if node.name is not None:
        parts.append(" ")
        if node.qualifier is not None:
            parts += [p.name(node.qualifier), "::"]
        parts.append(node.name)
    if node.underlying is not None:
        parts += [" : ", p.type(node.underlying)]
    if node.enumerators is None:
        return [p.cat(*parts, ";")]
    if not node.enumerators:
        return [p.cat(*parts, " {};")]
    return [p.cat(*parts, " {"), IN, *node.enumerators, OUT, "};"]


@prints_lines(r.Enumerator)
def enumerator(p: Printer, node: r.Enumerator) -> list[Item]:
    name: Doc = node.name
    if node.attributes:
        name = p.cat(name, " ", attributes(p, node.attributes, ""))
    if node.value is None:
        return [p.cat(name, ",")]
    return [p.cat(name, " = ", p.operand(node.value, Prec.CONDITIONAL), ",")]


# --- templates -------------------------------------------------------------------------------


@prints_lines(t.Template)
def template(p: Printer, node: t.Template) -> list[Item]:
    items: list[Item] = []
    decl: Decl = node
    while isinstance(decl, t.Template):
        items += _template_head_lines(p, decl)
        decl = decl.decl
    return [*items, decl]


def _template_head_lines(p: Printer, node: t.Template) -> list[Item]:
    head: list[Item] = [template_head(p, node.params)]
    if node.requires is not None:
        closed = _begins_rooted(node.decl)
        head += [IN, p.cat("requires ", constraint(p, node.requires, closed=closed)), OUT]
    return head


def _begins_rooted(decl: Decl) -> bool:
    """Whether a declaration may begin with `::`, which a name before it would take as its scope."""
    if isinstance(decl, (fn.Constructor, fn.Destructor, fn.Conversion)):
        return decl.qualifier is not None and decl.qualifier.rooted
    if isinstance(decl, d.Var):
        specifier = innermost(decl.type)
    elif isinstance(decl, (fn.Function, fn.OperatorFunction)) and not decl.trailing:
        specifier = innermost(decl.returns)
    else:
        return False
    if isinstance(specifier, NamedType):
        return specifier.name.rooted and not specifier.typename
    return (
        isinstance(specifier, Auto) and specifier.concept is not None and specifier.concept.rooted
    )


@prints_lines(t.ExplicitSpecialization)
def explicit_specialization(p: Printer, node: t.ExplicitSpecialization) -> list[Item]:
    return ["template <>", node.decl]


@prints_lines(t.ExplicitInstantiation)
def explicit_instantiation(p: Printer, node: t.ExplicitInstantiation) -> list[Item]:
    return prefixed(p, "extern template " if node.extern else "template ", node.decl)


def prefixed(p: Printer, prefix: str, decl: Decl) -> list[Item]:
    """A declaration with `prefix` in front of its specifiers."""
    if isinstance(decl, fn.FunctionDecl):
        return function_lines(p, decl, prefix)
    if isinstance(decl, r.Record):
        return [p.cat(record_head(p, decl, prefix), ";")]
    if isinstance(decl, d.Var):
        return [p.cat(prefix, variable_text(p, decl), ";")]
    raise p.fail(decl)


@prints_lines(t.Friend)
def friend(p: Printer, node: t.Friend) -> list[Item]:
    if not isinstance(node.decl, Decl):
        return [p.cat("friend ", p.type(node.decl), ";")]
    items: list[Item] = []
    decl = node.decl
    while isinstance(decl, t.Template):
        items += _template_head_lines(p, decl)
        decl = decl.decl
    return items + prefixed(p, "friend ", decl)


@prints_lines(t.Concept)
def concept(p: Printer, node: t.Concept) -> list[Item]:
    return [p.cat(f"concept {node.name} = ", constraint(p, node.expr), ";")]
