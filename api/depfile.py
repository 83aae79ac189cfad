"""Dependency files in make's syntax, so that Ninja and make rerun the generator when they must."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path


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
    """make reads a space as a separator, `#` as a comment and `$` as a variable."""
    return path.replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")
