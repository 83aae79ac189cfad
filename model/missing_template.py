"""Refuses an entry whose header is seen not to hold the template or struct that it names.

The compiler would say so once for every place that uses it, and at none of them does the mistake
stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.cpp_declarations import Declarations
from dispatchless.model.errors import SpecError, meant, near_names

# Roots of the headers of PyTorch, which define no user's template.
_LIBRARY_HEADERS = ("ATen/", "c10/", "torch/", "dispatchless/")


def missing_template(entry: ReadEntry, declared: Declarations) -> SpecError | None:
    """The error if the template cannot come from any header that was read, or that they include.

    None where it is there, and where one cannot know: a macro may make it, or a header that was not
    found.
    """
    assert entry.design is not None
    written = entry.design.template.template
    if not (declared.functions or declared.classes):
        return None  # nothing that could be misspelt: macros or the build fill it
    if not written or _is_declared(written, declared) or not all_is_known(declared):
        return None
    elsewhere = _scopes_of(written[-1], declared)
    if elsewhere:
        if any(t.text == "using" for source in declared.sources for t in source.tokens):
            return None
        hint = f"the header has '{elsewhere[0]}': write it with its namespace"
    elif _is_mentioned(written[-1], declared):
        return None
    else:
        hint = _meant(written, _candidates(entry.design.key, declared))
    what = "struct" if entry.design.key == "adapter" else "template"
    header = entry.header.text if entry.header is not None else ""
    return entry.design.value.error(
        f"the header '{header}' has no {what} '{'::'.join(written)}'", hint=hint
    )


def _candidates(design: str, declared: Declarations) -> list[str]:
    """What the header has of the kind that the design names, written from the global namespace."""
    functions = {"::".join(f.qualified) for f in declared.functions}
    classes = {"::".join(c.qualified) for c in declared.classes}
    first, second = (classes, functions) if design == "adapter" else (functions, classes)
    return sorted(first or second)


def _meant(written: tuple[str, ...], names: Sequence[str]) -> str:
    """Names near to the written one: as a whole, or in what stands behind their namespace."""
    near_last = near_names(written[-1], (name.rpartition("::")[2] for name in names))
    near = [name for last in near_last for name in names if name.rpartition("::")[2] == last]
    near += near_names("::".join(written), names)
    return meant(tuple(dict.fromkeys(near))[:3]) or (
        f"the header has {', '.join(map(repr, names[:5]))}"
    )


def _is_declared(name: tuple[str, ...], declared: Declarations) -> bool:
    return any(
        name in (function.qualified, function.scope) for function in declared.functions
    ) or any(each.qualified == name for each in declared.classes)


def all_is_known(declared: Declarations) -> bool:
    """Whether every included header was read or is one of a library that has no such template."""
    return all(
        name is not None
        and (
            name.startswith(_LIBRARY_HEADERS)
            or ("/" not in name and "." not in name)
            or any(
                file.replace("\\", "/").endswith(f"/{name.lstrip('./')}") for file in declared.files
            )
        )
        for name in declared.includes
    )


def _scopes_of(name: str, declared: Declarations) -> list[str]:
    """Where the unqualified name is declared, as it is written from the global namespace."""
    found = [f.qualified for f in declared.functions if f.name.text == name]
    found += [c.qualified for c in declared.classes if c.name.text == name]
    return ["::".join(qualified) for qualified in found]


def _is_mentioned(name: str, declared: Declarations) -> bool:
    """Whether the name stands anywhere in code or in a macro's definition."""
    macro = re.compile(rf"#[ \t]*define(?:[^\n]|\\\n)*?\b{re.escape(name)}\b")
    return any(
        any(token.text == name for token in source.tokens) or macro.search(source.text)
        for source in declared.sources
    )
