"""Walking, rewriting and allocating names."""

from __future__ import annotations

import pytest
from kitchen_sink import kitchen_sink
from node_checks import Place

from dispatchless.cppast import (
    Call,
    Header,
    IntLit,
    NameAllocator,
    NameExpr,
    Node,
    NodeError,
    Return,
    children,
    dump,
    find,
    is_identifier,
    name,
    replace,
    transform,
    walk,
)
from dispatchless.cppast.build import block, call, do, ident, lit, ret


def test_walk_is_in_order_of_the_fields() -> None:
    tree = call("f", lit(1), call("g"))
    kinds = [type(node).__name__ for node in walk(tree)]
    assert kinds == [
        "Call",
        "NameExpr",
        "QualifiedName",
        "IntLit",
        "Call",
        "NameExpr",
        "QualifiedName",
    ]
    assert [n.value for n in find(tree, IntLit)] == [1]
    assert list(children(lit(1))) == []


def test_transform_keeps_what_does_not_change() -> None:
    kept = call("g", ident("x"))
    tree = block(do(kept), ret(lit(1)))
    changed = transform(tree, lambda n: IntLit(2) if n == lit(1) else n)
    assert changed == block(do(kept), ret(lit(2)))
    assert next(find(changed, Call)) is kept


def test_transform_drops_from_sequences_only() -> None:
    tree = block(do(call("f")), ret(lit(1)))
    assert transform(tree, lambda n: None if isinstance(n, Return) else n) == block(do(call("f")))
    with pytest.raises(ValueError, match=r"Return\.value is no sequence"):
        transform(tree, lambda n: None if isinstance(n, IntLit) else n)
    with pytest.raises(ValueError, match="root"):
        transform(lit(1), lambda n: None)


def test_transform_checks_what_it_makes() -> None:
    with pytest.raises(NodeError, match="braced list"):
        from dispatchless.cppast import InitList, Prefix

        transform(Prefix("-", lit(1)), lambda n: InitList(()) if isinstance(n, IntLit) else n)


def test_a_shared_node_is_rewritten_once() -> None:
    shared = lit(1)
    seen: list[Node] = []

    def change(node: Node) -> Node:
        seen.append(node)
        return node

    transform(call("f", shared, shared), change)
    assert sum(node is shared for node in seen) == 1


def test_replace_keeps_the_origin() -> None:
    origin = Place("a.yaml", 1, 2)
    node = IntLit(1, origin=origin)
    assert replace(node, value=3) == IntLit(3) and replace(node, value=3).origin is origin
    with pytest.raises(NodeError):
        replace(node, value="x")


def test_headers_take_no_part_in_equality() -> None:
    assert name("a::b", header="a.h") == name("a::b")
    assert NameExpr(name("a", header=Header("x.h"))) == ident("a")


def test_dump_shows_each_node_and_its_origin() -> None:
    text = dump(ret(IntLit(4, origin=Place("a.yaml", 3, 9))))
    assert text == "Return\n  value: IntLit value=4 suffix='' base=10 @a.yaml:3:9\n"
    assert dump(kitchen_sink()).count("\n") > 500


def test_identity_transform_of_a_whole_file() -> None:
    file = kitchen_sink()
    assert transform(file, lambda node: node) is file
    assert file == kitchen_sink() and hash(file) == hash(kitchen_sink())


def test_allocated_names() -> None:
    names = NameAllocator(taken=["self", "x_1"])
    wishes = ["self", "self", "class", "class", "a.b", "__x", "3d", "", "x", "x", "a__b", "_T", "é"]
    given = [names.allocate(wish) for wish in wishes]
    assert given == [
        "self_1",
        "self_2",
        "class_",
        "class_1",
        "a_b",
        "x",
        "v3d",
        "value",
        "x_2",
        "x_3",
        "a_b_1",
        "T",
        "value_1",
    ]
    assert all(is_identifier(text) and "__" not in text for text in given)
    assert "self_1" in names and "free" not in names
    assert names.take("free") == "free"
    with pytest.raises(NodeError, match="taken once: 'free'"):
        names.take("free")
    with pytest.raises(NodeError, match="keyword"):
        names.take("class")
