"""Dependency files in make's syntax, so that Ninja and make rerun the generator when they must."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from dispatchless.model.errors import SpecError

_SPECIAL = re.compile(r"(\\*)([ #:])")


def depfile_text(outputs: Iterable[Path], inputs: Iterable[Path]) -> str:
    """One rule: every output depends on every input and on the generator's own modules."""
    prerequisites = sorted({str(path) for path in [*inputs, *generator_modules()]})
    targets = " ".join(_escape(str(path)) for path in outputs)
    lines = [f"{targets}:", *(f"  {_escape(path)}" for path in prerequisites)]
    return " \\\n".join(lines) + "\n"


def generator_modules() -> list[Path]:
    """Source files of the imported modules of this package: an upgrade regenerates."""
    files = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and (name == "dispatchless" or name.startswith("dispatchless.")):
            files.append(Path(file))
    return files


def _escape(path: str) -> str:
    """PATH as make and Ninja read it back.

    A space separates, `#` begins a comment, `$` a variable and `:` ends the targets; backslashes
    count only in front of one of these, and are doubled there.

    Raises:
        SpecError: the path has a line break, for which make has no spelling.
    """
    if "\n" in path:
        raise SpecError(f"--depfile: make cannot name the file {path!r}")
    return _SPECIAL.sub(r"\1\1\\\2", path).replace("$", "$$")
