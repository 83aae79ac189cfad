"""The reference page: every node with its text, made from the rows of the tests.

python tests/cppast/reference.py > docs/cppast/reference.md        (make reference)
"""

from __future__ import annotations

import inspect

import attrs
from test_rows import ROWS

from dispatchless.cppast import Node, node_classes

SUBJECTS = {
    "names": "Names",
    "attributes": "Attributes",
    "types": "Types",
    "literals": "Literals",
    "exprs": "Expressions",
    "lambdas": "Lambdas",
    "stmts": "Statements",
    "decls": "Declarations",
    "functions": "Functions",
    "records": "Classes and enumerations",
    "templates": "Templates, concepts, requirements",
    "macros": "Macros that are used",
    "preproc": "The preprocessor",
    "file": "Files",
}
SHOWN = 5  # rows of a node, the shortest ones

HEAD = """# Every node and its text

Made by `make reference` from the rows that the tests check (`tests/cppast/rows_exprs.py`,
`rows_decls.py`). Each entry has the node's fields (those after `*` by keyword), what the node
stands for, how it is made and what is printed. Every node also has `origin=`, which takes no part
in equality.
"""


def signature(cls: type[Node]) -> str:
    """The fields of a node as its constructor takes them."""
    parts, starred = [], False
    fields = [field for field in attrs.fields(cls) if field.name != "origin"]
    for field in sorted(fields, key=lambda field: bool(field.kw_only)):
        if field.kw_only and not starred:
            parts.append("*")
            starred = True
        parts.append(field.name + ("" if field.default is attrs.NOTHING else "=…"))
    return f"{cls.__name__}({', '.join(parts)})"


def entry(cls: type[Node]) -> list[str]:
    """The heading, the meaning and the rows of one node."""
    lines = [f"### {cls.__name__}", "", "```text", signature(cls), "```", ""]
    lines += [inspect.getdoc(cls) or "", ""]
    rows = sorted(((repr(n), t) for n, t in ROWS if type(n) is cls), key=lambda row: len(row[0]))
    for made, text in rows[:SHOWN]:
        lines += ["```python", made, "```", "", "```cpp", text.rstrip("\n"), "```", ""]
    return lines


def reference() -> str:
    """The whole page."""
    lines = [HEAD]
    subjects: dict[str, list[type[Node]]] = {}
    for cls in node_classes():
        subjects.setdefault(cls.__module__.rpartition(".")[2], []).append(cls)
    for subject, title in SUBJECTS.items():
        lines += [f"## {title}", ""]
        for cls in subjects.pop(subject):
            lines += entry(cls)
    assert not subjects, f"a subject without a title: {subjects}"
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(reference(), end="")
