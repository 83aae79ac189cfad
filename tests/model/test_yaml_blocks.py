"""What is read without a yaml parser is what the parser reads, to the last place in the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.yaml_blocks import plain_blocks
from dispatchless.model.yaml_events import document
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
)

KERNELS = """\
# A comment at the top.

- op: add.out
  kernels:
    - arg_meta: null
      kernel_name: torch::executor::add_out  # a note

- func: my::scale.out(Tensor self, float[2] by, *, Tensor(a!) out) -> Tensor(a!)
  variants: function
    # a comment between
  kernels:
  - arg_meta:
      self: T0
      out: T0
    kernel_name: my::scale#1
  - kernel_name: other
  tags: core
"""


def shape(node: YamlNode | None) -> object:
    """All that a node says: kind, places, contents."""
    match node:
        case YamlScalar():
            return ("scalar", node.start, node.end, node.value, node.style)
        case YamlSequence():
            return ("list", node.start, node.end, [shape(item) for item in node.items])
        case YamlMapping():
            pairs = [(shape(key), shape(value)) for key, value in node.pairs]
            return ("mapping", node.start, node.end, pairs)
    return None


def parsed(text: str) -> object:
    """What the parser makes of a text; its first error where it makes none."""
    errors = ErrorCollector()
    try:
        node = document(YamlText("x.yaml", text), errors)
        errors.raise_if_any()
    except SpecError as error:
        return str(error)
    return shape(node)


@pytest.mark.parametrize(
    "text",
    [
        KERNELS,
        KERNELS.rstrip("\n"),
        KERNELS + "\n\n# the end",
        "- a: b\n",
        "  - a: b\n    c: d\n",
        "- a: x ' \" [ ] { } , & * ! | > % @ y\n",
        "- a: b:c::d\n",
        "- a:   b   \n  c:  d\n",
        "- a: ['b', c]\n  d: [ e ]\n  f: {}\n",
        "- a: [b, c, 'd']  # a note\n",
        "- a:\n  - b: c\n  d: e\n- f: g\n",
        "- a:\n    b:\n      c: d\n  e: f\n",
        "- a:\n    CPU, CUDA: d\n    MPS: e\n",
        "- a: [\"b\", 'c', d]\n",
        "- a\n- b c  # a note\n- d: e\n- f:g\n",
        "- a:\n  - b -> int c, int d\n  - e\n  f: g\n",
        "- a:\n    - b\n    - c: d\n  e: f\n",
    ],
)
def test_plain_texts(text: str) -> None:
    node = plain_blocks(YamlText("x.yaml", text))
    assert node is not None
    assert shape(node) == parsed(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "a: b\n",
        "- a\n  b\n",
        "- a\n b: c\n",
        "- a\n  - b\n",
        "- a\n-\n",
        "- a: b\n- c\n d: e\n",
        "- a: [\"b']\n",
        "- a, : b\n",
        "- a,b: c\n",
        "- a: 'b'\n",
        "- a: [b: c]\n",
        "- a: [b,c]\n",
        "- a: [b, ]\n",
        "- a: ['b]\n",
        "- a: ['b' c]\n",
        "- a: []\n",
        "- a: {b: c}\n",
        "- a: [b] c\n",
        "- a: |\n    b\n",
        "- a:\n- b: c\n",
        "- a: b\n  a: c\n",
        "- a: b\n    c\n",
        "- a: b\n    c: d\n",
        "- a: b\n  - c: d\n",
        "- a: b\n c: d\n",
        "- a: b: c\n",
        "- a: b:\n",
        "-  a: b\n",
        "- - a: b\n",
        "- a: é\n",
        "- a:\tb\n",
        "--- \n- a: b\n",
        "- a: &x b\n",
        "- <<: b\n",
        "- a: b\n...\n",
        "- a:\n    - b: c\n   - d: e\n",
    ],
)
def test_all_else_is_left_to_the_parser(text: str) -> None:
    assert plain_blocks(YamlText("x.yaml", text)) is None


def test_files_of_the_wheel() -> None:
    executorch = pytest.importorskip("executorch.kernels", reason="the wheel has kernel yaml")
    (folder,) = executorch.__path__
    read = 0
    for path in sorted(Path(folder).rglob("*.yaml")):
        text = path.read_text()
        node = plain_blocks(YamlText("x.yaml", text))
        if node is not None:
            read += 1
            assert shape(node) == parsed(text), path
    assert read >= 4


_PIECES = st.sampled_from(
    [
        *("- ", "  ", " ", "a", "b:", "key: ", "value", ":", "::", "#", " # note", "\n", "\n  "),
        *("\n- ", "\n    - k: v", "\n  x: y", "\n  z:", "'", '"', "[", "- a: b\n", "|", "&c "),
        *(
            "\n\n",
            "?",
            "x: [a, 'b']",
            "\n  y: {}",
            "[a",
            "]",
            ", ",
            "\n    - v",
            "\n  - v",
            "\n- v",
        ),
        *("CPU, CUDA: w", '["c"]'),
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECES, max_size=14).map(lambda pieces: "- a: b\n" + "".join(pieces)))
def test_random_texts(text: str) -> None:
    node = plain_blocks(YamlText("x.yaml", text))
    if node is not None:
        assert shape(node) == parsed(text)
