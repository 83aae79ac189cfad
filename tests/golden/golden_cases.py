"""The golden cases: a folder each, with `input.yaml`, its headers, `arguments` and `expected/`.

`arguments` holds options of `dispatchless generate`; `{case}` in them stands for the case's folder.
`expected` holds every file that the command writes. A case that needs headers ATen does not have
brings them in `include`.

`python tests/golden/golden_cases.py` writes what the generator gives now over what is expected
(`make golden-update`); review the difference before it is committed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import attrs

from dispatchless.command_line import main

HERE = Path(__file__).resolve().parent


@attrs.frozen
class Golden:
    """One case, by its folder."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def expected(self) -> Path:
        return self.folder / "expected"

    def generate(self, out: Path) -> int:
        """Run the command into a folder; the exit status."""
        words = (self.folder / "arguments").read_text().split()
        arguments = [word.replace("{case}", str(self.folder)) for word in words]
        return main(["generate", str(self.folder / "input.yaml"), "--out", str(out), *arguments])


def goldens() -> list[Golden]:
    """Every case, by name."""
    return [Golden(path.parent) for path in sorted(HERE.glob("*/input.yaml"))]


def texts(folder: Path) -> dict[str, str]:
    """The generated files of a folder; the note of their names is not one of them."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def update() -> None:
    """Make what is generated now what is expected."""
    for golden in goldens():
        shutil.rmtree(golden.expected, ignore_errors=True)
        if golden.generate(golden.expected) != 0:
            sys.exit(f"{golden.name}: not generated")
        for note in golden.expected.glob(".dispatchless-*"):
            note.unlink()


if __name__ == "__main__":
    update()
