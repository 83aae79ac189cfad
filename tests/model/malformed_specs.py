"""Malformed specifications, as data: each text, and what is said about it.

``TEXTS`` is meant for every test that gives bad input to a part of the project. The header
``good.h`` is there, and a folder ``folder``; nothing else is.
"""

from __future__ import annotations

from typing import NamedTuple


class Malformed(NamedTuple):
    """A specification and the error that it must give: where, a part of the message and perhaps
    a part of the hint. Every error has a hint, whether a part of it stands here or not."""

    id: str
    text: str
    line: int
    column: int
    message: str
    hint: str | None = None


SUB = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
BODY = "Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


def entry(
    func: str = SUB, composite: str = "sub (add.Tensor)", header: str = "good.h", more: str = ""
) -> str:
    """An entry in the usual layout; ``func`` stands in column 9, ``composite`` in 14."""
    lines = [f"- func: {func}", f"  composite: {composite}", f"  header: {header}"]
    return "\n".join(lines) + "\n" + more


TEXTS = [
    # the file
    Malformed("empty file", "", 1, 1, "specification is empty", "- func:"),
    Malformed("only comments", "# nothing\n\n", 1, 1, "specification is empty"),
    Malformed("null document", "---\n", 1, 1, "specification is empty"),
    Malformed("empty list", "[]\n", 1, 1, "has no entry"),
    Malformed("a mapping", "func: f() -> ()\n", 1, 1, "is a list, not a mapping"),
    Malformed("a text", "hello\n", 1, 1, "is a list, not 'hello'"),
    Malformed("item is a text", "- hello\n", 1, 3, "an entry is a mapping, not 'hello'"),
    Malformed("item is null", entry() + "-\n", 4, 2, "an entry is a mapping, not nothing"),
    Malformed("item is a list", "- - a\n", 1, 3, "an entry is a mapping, not a list"),
    # yaml
    Malformed(
        "tab for indentation",
        f"- func: {SUB}\n\tcomposite: sub (add.Tensor)\n",
        2,
        1,
        "tab",
        "never with tabs",
    ),
    Malformed("colon in a plain value", entry(composite="a: b"), 2, 15, "mapping values"),
    Malformed("unclosed bracket", "- func: [\n", 1, 10, "not yaml"),
    Malformed("unclosed quotes", "- func: 'f(\n", 1, 12, "not yaml"),
    Malformed("duplicate key", entry(more="  header: good.h\n"), 4, 3, "'header' stands twice"),
    Malformed("merge key", entry(more="  <<: {tags: core}\n"), 4, 3, "merge keys"),
    Malformed("key is a list", entry(more="  [a]: b\n"), 4, 3, "a list cannot be a key"),
    Malformed("python tag", entry(header="!!python/name:os.system x"), 3, 11, "yaml tag"),
    Malformed("unknown anchor", entry(header="*h"), 3, 11, "has no anchor"),
    Malformed("two documents", entry() + "---\n" + entry(), 4, 1, "second yaml document"),
    Malformed("control character", "- func: f\x07()\n", 1, 10, "U+0007"),
    Malformed("recursive alias", entry(header="&a [*a]"), 3, 15, "has no anchor", "'&a' above"),
    Malformed("tag", entry(func=f"!foo {SUB}"), 1, 9, "yaml tag '!foo'", "leave it out"),
    Malformed("deep nesting", "- " + "[" * 60 + "]" * 60 + "\n", 1, 34, "nested deeper"),
    # keys
    Malformed("misspelt key", entry(more="  tag: core\n"), 4, 3, "unknown key 'tag'", "'tags'"),
    Malformed(
        "misspelt composite",
        f"- func: {SUB}\n  compsite: sub (add.Tensor)\n  header: good.h\n",
        2,
        3,
        "unknown key 'compsite'",
        "'composite'",
    ),
    Malformed("no func", "- composite: f (neg)\n  header: good.h\n", 1, 3, "has no 'func'"),
    Malformed(
        "misspelt func",
        f"- fuc: {SUB}\n  composite: f (neg)\n  header: good.h\n",
        1,
        3,
        "has no 'func'",
        "'fuc' is written for 'func'",
    ),
    Malformed("func without value", entry(func=""), 1, 3, "'func' has no value"),
    Malformed("func is a list", entry(func="[a, b]"), 1, 9, "'func' is a text, not a list"),
    Malformed(
        "no design",
        f"- func: {SUB}\n  header: good.h\n",
        1,
        3,
        "does not say how",
        "'composite'",
    ),
    Malformed(
        "two designs", entry(more="  alias: abs\n"), 4, 3, "'composite' and 'alias' in one entry"
    ),
    Malformed(
        "dependencies in a key of their own",
        entry(more="  composite_deps: [neg]\n"),
        4,
        3,
        "unknown key 'composite_deps'",
        "'composite'",
    ),
    Malformed(
        "key of native_functions.yaml",
        entry(more="  dispatch:\n    CPU: sub\n"),
        4,
        3,
        "'dispatch' is a key of native_functions.yaml",
    ),
    Malformed("variants", entry(more="  variants: method\n"), 4, 3, "'variants' is a key of"),
    Malformed("unknown tag", entry(more="  tags: [cor]\n"), 4, 10, "unknown tag 'cor'", "'core'"),
    Malformed("tag twice", entry(more="  tags: [core, core]\n"), 4, 16, "stands twice"),
    Malformed(
        "tags of an operator of ATen",
        entry(func=f"aten::{SUB}", more="  tags: [core]\n"),
        4,
        3,
        "has the tags that ATen gives it",
        "leave 'tags' out",
    ),
    Malformed(
        "own operator with the name of ATen's",
        entry() + f"- func: other({BODY}\n  composite: other (mylib::sub.Tensor)\n"
        "  header: good.h\n",
        5,
        21,
        "unknown operator 'mylib::sub.Tensor'",
        "write 'dispatchless::sub.Tensor'",
    ),
    Malformed("tags are a mapping", entry(more="  tags: {a: b}\n"), 4, 9, "'tags' is a list"),
    # the schema
    Malformed("unknown type", entry(func="sub(Tensr self) -> Tensor"), 1, 13, "'Tensr'", "Tensor"),
    Malformed("no return", entry(func="sub(Tensor self)"), 1, 25, "expected '->'", "-> ()"),
    Malformed("not a schema", entry(func="sub"), 1, 9, "whole schema is needed"),
    Malformed(
        "argument without name", entry(func="sub(Tensor self, int) -> Tensor"), 1, 26, "no name"
    ),
    Malformed(
        "argument named by a keyword",
        entry(func="sub(Tensor self, int class) -> Tensor"),
        1,
        30,
        "reserved word",
        "'class_'",
    ),
    Malformed(
        "argument named by a C++ keyword",
        entry(func="sub(Tensor self, int new) -> Tensor"),
        1,
        30,
        "keyword of C++",
        "'new_'",
    ),
    Malformed(
        "two arguments of one name",
        entry(func="sub(Tensor a, Tensor a) -> Tensor"),
        1,
        23,
        "two arguments are named 'a'",
    ),
    Malformed(
        "default before no default",
        entry(func="sub(Tensor a, int n=1, int m) -> Tensor"),
        1,
        32,
        "follows 'n'",
    ),
    Malformed(
        "infinite default",
        entry(func="sub(Tensor a, float x=inf) -> Tensor"),
        1,
        31,
        "cannot be the default",
        "no literal for infinity",
    ),
    Malformed("operator named delete", entry(func="delete(Tensor a) -> Tensor"), 1, 9, "keyword"),
    Malformed("overload default", entry(func="f.default(Tensor a) -> Tensor"), 1, 11, "'default'"),
    Malformed(
        "C++ in an operator's name", entry(func="f;abort()(Tensor a) -> Tensor"), 1, 10, "';'"
    ),
    Malformed("in-place without self", entry(func="f_(Tensor a) -> Tensor"), 1, 9, "in-place"),
    Malformed(
        "out= that returns nothing",
        entry(func="f.out(Tensor a, *, Tensor(a!) out) -> ()"),
        1,
        28,
        "returns its out arguments",
        "Tensor(a!)",
    ),
    Malformed(
        "func is a number", entry(func="3"), 1, 9, "found '3'", "does not start with a digit"
    ),
    Malformed(
        "schema in parentheses",
        entry(func="(add.Tensor(Tensor self) -> Tensor)"),
        1,
        9,
        "expected an operator's name",
        "leave out the '('",
    ),
    Malformed(
        "unclosed arguments", entry(func="x(Tensor self -> Tensor"), 1, 23, "')', found '->'"
    ),
    Malformed("nothing behind the arrow", entry(func="x(Tensor a) ->"), 1, 23, "a type", "'-> ()'"),
    Malformed(
        "text behind the schema", entry(func="x(Tensor a) -> Tensor)"), 1, 30, "')' behind", "leave"
    ),
    Malformed(
        "two returns of one name",
        entry(func="x(Tensor a) -> (Tensor b, Tensor b)"),
        1,
        35,
        "two returns are named 'b'",
        "rename",
    ),
    Malformed(
        "string as default of an int",
        entry(func='x(Tensor a, int n="a") -> Tensor'),
        1,
        27,
        "type int",
        "a whole number",
    ),
    Malformed(
        "number as default of a tensor",
        entry(func="x(Tensor a, Tensor b=3) -> Tensor"),
        1,
        30,
        "type Tensor",
        "None",
    ),
    Malformed(
        "number beyond a double",
        entry(func="x(Tensor a, float lo=1e999) -> Tensor"),
        1,
        30,
        "range of a double",
        "1.79e308",
    ),
    Malformed(
        "default longer than its list",
        entry(func="x(Tensor a, int[2] b=[1,2,3]) -> Tensor"),
        1,
        30,
        "has 3 elements",
        "write 2 elements",
    ),
    Malformed(
        "type nested without end",
        entry(func=f"x(Tensor{'[]' * 400} a) -> Tensor"),
        1,
        11,
        "deeper than 8",
        "'[]'",
    ),
    Malformed("operator named class", entry(func="class(Tensor a) -> Tensor"), 1, 9, "reserved"),
    Malformed(
        "a long name", entry(func="x" * 201 + "(Tensor a) -> Tensor"), 1, 9, "201 characters", "200"
    ),
    Malformed(
        "a long name of three parts",
        entry(func=f"{'n' * 70}::{'x' * 70}.{'o' * 70}(Tensor a) -> Tensor"),
        1,
        9,
        "213 characters",
    ),
    Malformed("operator named NULL", entry(func="NULL(Tensor a) -> Tensor"), 1, 9, "is a macro of"),
    Malformed("operator named xor", entry(func="xor(Tensor a) -> Tensor"), 1, 9, "keyword of C++"),
    Malformed(
        "overload named class",
        entry(func="x.class(Tensor a) -> Tensor"),
        1,
        11,
        "reserved",
        "class_",
    ),
    Malformed("variadic", entry(func="f(Tensor a, ...) -> Tensor"), 1, 9, "'...'"),
    Malformed(
        "schema in a block, wrong in its second line",
        "- func: >\n    sub.Tensor(Tensor self,\n    Tensr other) -> Tensor\n"
        "  composite: sub (add.Tensor)\n  header: good.h\n",
        3,
        5,
        "unknown type 'Tensr'",
    ),
    Malformed("namespace std", entry(func="std::f(Tensor a) -> Tensor"), 1, 9, "'std' cannot"),
    Malformed("namespace at", entry(func="at::f(Tensor a) -> Tensor"), 1, 9, "'at' cannot"),
    Malformed("namespace a__b", entry(func="a__b::f(Tensor a) -> Tensor"), 1, 9, "reserved"),
    Malformed(
        "unknown ATen operator",
        entry(func="aten::subb(Tensor a) -> Tensor"),
        1,
        9,
        "ATen has no operator 'subb'",
        "sub",
    ),
    Malformed(
        "another schema than ATen's",
        entry(func="aten::neg(Tensor a) -> Tensor"),
        1,
        9,
        "is not ATen's",
        "aten::neg(Tensor self) -> Tensor",
    ),
    Malformed("operator twice", entry() + entry(), 4, 9, "'sub.Tensor' stands twice", ":1:9"),
    # the template's name
    Malformed("composite without value", entry(composite=""), 2, 3, "'composite' has no value"),
    Malformed("composite is a list", entry(composite="[sub]"), 2, 14, "'composite' is a text"),
    Malformed("no list", entry(composite="sub"), 2, 17, "lists no operators", "composite: name"),
    Malformed("no template", entry(composite="(add.Tensor)"), 2, 14, "name is missing"),
    Malformed(
        "template is a keyword", entry(composite="delete (add.Tensor)"), 2, 14, "keyword of C++"
    ),
    Malformed("keyword in a namespace", entry(composite="my::new::f (neg)"), 2, 18, "'new' is a"),
    Malformed("template arguments", entry(composite="sub<int> (add.Tensor)"), 2, 14, "'sub<int>'"),
    Malformed("two names", entry(composite="sub add (add.Tensor)"), 2, 14, "'sub add'"),
    Malformed(
        "C++ in the template's name",
        entry(composite="sub;system (add.Tensor)"),
        2,
        14,
        "cannot be a template's name",
    ),
    Malformed("starts with a digit", entry(composite="2sub (add.Tensor)"), 2, 14, "'2sub' is not"),
    Malformed("empty scope", entry(composite="a::::f (add.Tensor)"), 2, 17, "'' is not"),
    Malformed("scope at the end", entry(composite="'a:: (neg)'"), 2, 18, "'' is not"),
    # the listed operators
    Malformed("list without end", entry(composite="sub (add.Tensor"), 2, 29, "')' is missing"),
    Malformed("empty list of operators", entry(composite="sub ()"), 2, 18, "is empty", "register"),
    Malformed("text behind the list", entry(composite="sub (add.Tensor) x"), 2, 31, "'x' behind"),
    Malformed("two lists", entry(composite="sub (neg) (abs)"), 2, 24, "'(abs)' behind"),
    Malformed("comma at the end", entry(composite="sub (neg,)"), 2, 23, "name is missing"),
    Malformed("comma twice", entry(composite="sub (neg,, abs)"), 2, 23, "name is missing"),
    Malformed("a schema in the list", entry(composite="sub (neg(abs))"), 2, 27, "')' behind"),
    Malformed(
        "unknown operator", entry(composite="sub (ad.Tensor)"), 2, 19, "unknown operator", "add"
    ),
    Malformed(
        "near operators of another overload",
        entry(composite="sub (ad.Tensor)"),
        2,
        19,
        "unknown operator",
        "'add.Tensor'",
    ),
    Malformed(
        "unknown operator with nothing near", entry(composite="sub (zzqq)"), 2, 19, "'zzqq'", "ATen"
    ),
    Malformed(
        "overload listed twice",
        entry(composite="sub (add.Tensor, add.Tensor)"),
        2,
        31,
        "listed twice",
        "once",
    ),
    Malformed(
        "adapter named by a keyword",
        f"- func: {SUB}\n  adapter: int -> neg\n  header: good.h\n",
        2,
        12,
        "'int' cannot be a struct's name",
        "'my::Sub'",
    ),
    Malformed(
        "empty wrapper",
        f"- func: {SUB}\n  structured_wrapper: ''\n  calls: (neg)\n",
        2,
        3,
        "'structured_wrapper' has no value",
        "return add(self, other);",
    ),
    Malformed(
        "unknown overload", entry(composite="sub (add.Tensr)"), 2, 19, "'add.Tensr'", "'add.Tensor'"
    ),
    Malformed(
        "only overloads have names",
        entry(composite="sub (add)"),
        2,
        19,
        "'add'",
        "every overload of 'add' has a name",
    ),
    Malformed("C++ in the list", entry(composite="sub (neg; abort)"), 2, 22, "';'"),
    Malformed("overload twice", entry(composite="sub (add.Tensor.x)"), 2, 29, "'.'"),
    Malformed("operator listed twice", entry(composite="sub (neg, neg)"), 2, 24, "listed twice"),
    Malformed(
        "listed twice in two spellings", entry(composite="sub (neg, aten::neg)"), 2, 24, "twice"
    ),
    Malformed(
        "unknown namespace",
        entry(composite="sub (my::neg)"),
        2,
        19,
        "unknown operator 'my::neg'",
        "leave 'my::' out",
    ),
    Malformed(
        "calls itself",
        entry(func="f(Tensor a) -> Tensor", composite="f (f)"),
        2,
        17,
        "'f' lists itself",
    ),
    Malformed(
        "an ATen operator calls itself",
        entry(func="aten::neg(Tensor self) -> Tensor", composite="f (neg)"),
        2,
        17,
        "lists itself",
    ),
    Malformed(
        "cycle of two",
        entry(func="fa(Tensor a) -> Tensor", composite="fa (fb)")
        + entry(func="fb(Tensor a) -> Tensor", composite="fb (fa)"),
        5,
        18,
        "in a cycle: fa -> fb -> fa",
    ),
    Malformed(
        "cycle of three, entered from outside",
        entry(func="f0(Tensor a) -> Tensor", composite="f0 (neg, f1)")
        + entry(func="f1(Tensor a) -> Tensor", composite="f1 (f2)")
        + entry(func="f2(Tensor a) -> Tensor", composite="f2 (abs, f3)")
        + entry(func="f3(Tensor a) -> Tensor", composite="f3 (f1)"),
        11,
        18,
        "in a cycle: f1 -> f2 -> f3 -> f1",
    ),
    Malformed(
        "cycle through ATen's names",
        entry(func="aten::neg(Tensor self) -> Tensor", composite="f (abs)")
        + entry(func="aten::abs(Tensor self) -> Tensor", composite="g (neg)"),
        5,
        17,
        "in a cycle: aten::neg -> aten::abs -> aten::neg",
    ),
    # the header
    Malformed(
        "no header",
        f"- func: {SUB}\n  composite: sub (add.Tensor)\n",
        1,
        3,
        "has no 'header'",
        "relative to this file",
    ),
    Malformed("header without value", entry(header=""), 3, 3, "'header' has no value"),
    Malformed("empty header", entry(header='""'), 3, 3, "no value", "'header: path/to/it.h'"),
    Malformed("header is a list", entry(header="[good.h]"), 3, 11, "is a text", "'header: good.h'"),
    Malformed("missing header", entry(header="goood.h"), 3, 11, "does not exist", "'good.h'"),
    Malformed("missing folder", entry(header="no/good.h"), 3, 11, "does not exist", "no folder"),
    Malformed("header is a folder", entry(header="folder"), 3, 11, "is a folder", "the file in it"),
    Malformed(
        "quotes in a header", entry(header="'\"good.h\"'"), 3, 11, "cannot stand in the name"
    ),
    Malformed("brackets in a header", entry(header="<good.h>"), 3, 11, "'<' cannot stand"),
    Malformed("line break in a header", entry(header='"good.h\\n#error"'), 3, 11, "'\\n' cannot"),
]

# Designs that this version does not make.
for _design, _value in {
    "python": "composites:sub",
}.items():
    TEXTS.append(
        Malformed(
            f"design {_design}",
            f"- func: {SUB}\n  {_design}: {_value}\n  header: good.h\n",
            2,
            3,
            f"'{_design}' is not supported",
            "'composite'",
        )
    )
