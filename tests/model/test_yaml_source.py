"""Positions of yaml values, and texts that are no yaml."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from dispatchless.model import ErrorCollector, SpecError
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
    load_yaml,
    read_text,
)


def load(text: str) -> tuple[YamlNode | None, tuple[SpecError, ...]]:
    errors = ErrorCollector()
    node = load_yaml(YamlText("f.yaml", text), errors)
    try:
        errors.raise_if_any()
    except SpecError as error:
        return node, error.errors
    return node, ()


def value_of(text: str) -> YamlScalar:
    node, errors = load(text)
    assert not errors
    assert isinstance(node, YamlMapping)
    value = node.pairs[0][1]
    assert isinstance(value, YamlScalar)
    return value


# Each text holds one value, in which X stands once.
STYLES = [
    "k: abc X def\n",
    "k:   abc X def   # comment X\n",
    "k: abc\n   def X ghi\n",
    "k: abc\n\n\n   X\n",
    "k: &anchor abc X\n",
    "k: !!str abc X\n",
    "k: 'abc X'\n",
    "k: 'it''s X'\n",
    "k: 'a\n\n  b X'\n",
    'k: "abc X"\n',
    'k: "a\\x41\\n\\u00e9\\" X"\n',
    'k: "a\\\n   b X"\n',
    'k: "a \\\n   \\  b X"\n',
    "k: |\n  abc\n  X def\n",
    "k: |2\n    abc\n  X\n",
    "k: |- # comment X\n\n   abc\n   X\n",
    "k: >\n  abc\n  X\n\n  ghi\n",
    "k: >+\n  abc\n    more\n  X\n\n",
    "k: \u00e9\U0001d11e X\n",
    "k:\n  abc X\n",
    "? k\n: abc X\n",
    "{k: abc X}\n",
]


@pytest.mark.parametrize("text", STYLES)
def test_every_character_has_its_place(text: str) -> None:
    value = value_of(text)
    assert value.value == yaml.safe_load(text)["k"]
    lines = text.split("\n")
    for offset, character in enumerate(value.value):
        if character.isspace() or character in 'A\u00e9"':  # what may be written as an escape
            continue
        place = value.at(offset)
        assert lines[place.line - 1][place.column - 1] == character
    wanted = text.rindex("X") if "#" not in text else text.index("X")
    if "# comment" in text:
        body = text.replace("# comment X", "# comment _")
        wanted = body.index("X")
    assert value.at(value.value.index("X")).line == text.count("\n", 0, wanted) + 1


def test_place_behind_the_value() -> None:
    value = value_of("k: abc\n")
    assert str(value.at(3)) == "f.yaml:1:7"
    folded = value_of("k: abc\n   def\n")
    assert str(folded.at(len(folded.value))) == "f.yaml:2:7"


def test_keys_and_items_have_places() -> None:
    node, _ = load("- a: 1\n  b:\n  - x\n  - y\n")
    assert isinstance(node, YamlSequence)
    entry = node.items[0]
    assert isinstance(entry, YamlMapping)
    assert [str(key.location) for key, _ in entry.pairs] == ["f.yaml:1:3", "f.yaml:2:3"]
    items = entry.pairs[1][1]
    assert isinstance(items, YamlSequence)
    assert [str(item.location) for item in items.items] == ["f.yaml:3:5", "f.yaml:4:5"]


@pytest.mark.parametrize(
    ("text", "truth"),
    [("yes", True), ("False", False), ("off", False), ("1", None), ("'no'", None)],
)
def test_truth(text: str, truth: bool | None) -> None:
    assert value_of(f"k: {text}\n").as_bool is truth


def test_null() -> None:
    assert value_of("k:\n").is_null
    assert value_of("k: ~\n").is_null
    assert not value_of("k: ''\n").is_null


MALFORMED = [
    ("- a: b\n\tc: d\n", 2, 1, "tab character", "never with tabs"),
    ("a: b: c\n", 1, 5, "mapping values are not allowed", "plain value"),
    ("- a: [1,\n", 1, 9, "flow node", None),
    ('- a: "x\n', 1, 8, "quoted scalar", None),
    ("- a: b\x01\n", 1, 7, "U+0001", None),
    ("\u00e9\U0001d11e: \u00e9\n- \0", 2, 3, "U+0000", None),
    ("- a: *zz\n", 1, 6, "'*zz' has no anchor", None),
    ("- &a [*a]\n", 1, 7, "'*a' has no anchor", None),
    ("- a\n---\n- b\n", 2, 1, "second yaml document", "leave '---' out"),
    ("- a\n b\n- c: d\n  - e\n", 4, 3, "not yaml", None),
    ("- @a\n", 1, 3, "not yaml", None),
    ("- " * 200 + "x\n", 1, 65, "nested deeper", None),
    ("[" * 100_000, 1, 1001, "not yaml", None),
    ("[" * 500 + "]" * 500, 1, 33, "nested deeper", None),
    ("%YAML 9.9\n--- x\n", 1, 1, "not yaml", None),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), MALFORMED)
def test_no_yaml(text: str, line: int, column: int, message: str, hint: str | None) -> None:
    with pytest.raises(SpecError) as caught:
        load(text)
    error = caught.value
    assert message in str(error)
    assert error.location is not None
    assert (error.location.line, error.location.column) == (line, column)
    if hint is not None:
        assert error.hint is not None
        assert hint in error.hint


COLLECTED = [
    ("a: 1\nb: 2\na: 3\n", 3, 1, "'a' stands twice"),
    ("a: 1\n'a': 3\n", 2, 1, "'a' stands twice"),
    ("[x]: 1\n", 1, 1, "a list cannot be a key"),
    ("{a: 1}: 2\n", 1, 1, "cannot be a key"),
    ("a: &x {b: 1}\nc:\n  <<: *x\n", 3, 3, "merge keys"),
    ("a: !!python/object:os.system x\n", 1, 4, "tag '!!python/object:os.system'"),
    ("a: !mine [x]\n", 1, 4, "tag '!mine'"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), COLLECTED)
def test_refused_but_read_on(text: str, line: int, column: int, message: str) -> None:
    node, errors = load(text)
    assert node is not None
    assert len(errors) == 1
    assert message in errors[0].message
    assert errors[0].location is not None
    assert (errors[0].location.line, errors[0].location.column) == (line, column)


def test_aliases_are_read() -> None:
    node, errors = load("- &a x\n- *a\n")
    assert not errors
    assert isinstance(node, YamlSequence)
    assert node.items[0] is node.items[1]


def test_many_aliases_cost_nothing() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 30)]
    node, errors = load("\n".join(lines))
    assert isinstance(node, YamlMapping)
    assert not errors


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n"])
def test_empty(text: str) -> None:
    node, errors = load(text)
    assert node is None or (isinstance(node, YamlScalar) and node.is_null)
    assert not errors


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"- a: \xff\n", 1, 6, "byte 0xff"),
        (b"- \xc3\xa9\n- a\xc3(\n", 2, 4, "byte 0xc3"),
        ("- a".encode("utf-16"), 1, 1, "UTF-8"),
    ],
)
def test_bytes_that_are_no_text(
    tmp_path: Path, data: bytes, line: int, column: int, message: str
) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(data)
    with pytest.raises(SpecError, match=message) as caught:
        read_text(path)
    assert caught.value.location is not None
    assert (caught.value.location.line, caught.value.location.column) == (line, column)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.yaml", tmp_path, Path("a\0b")):
        with pytest.raises(SpecError, match="cannot read"):
            read_text(path)


def test_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    source = read_text(path)
    node = load_yaml(source, ErrorCollector())
    assert isinstance(node, YamlMapping)
    assert str(node.pairs[1][1].location) == f"{path}:2:4"


def test_without_the_c_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML without libyaml gives the same nodes and places."""
    text = "- a: 'it''s'\n  b: |\n    x\n    y\n- [c, d]\n"
    with_c, _ = load(text)
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    without_c, _ = load(text)

    def shape(node: YamlNode | None) -> object:
        if isinstance(node, YamlScalar):
            return (node.value, node.style, str(node.location))
        if isinstance(node, YamlSequence):
            return [shape(item) for item in node.items]
        assert isinstance(node, YamlMapping)
        return {key.value: (str(key.location), shape(value)) for key, value in node.pairs}

    assert shape(with_c) == shape(without_c)
