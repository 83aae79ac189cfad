"""The README is true: its commands run, its Python runs, its excerpts are in the files they name.

The two blocks that follow a marker, `<!-- first-run -->` and `<!-- tests -->`, make environments of
their own; continuous integration runs those.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[1]
MARKED = ("first-run", "tests")

_BLOCK = re.compile(
    r"^(?:<!-- (?P<marker>[\w-]+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@attrs.frozen
class CodeBlock:
    """One code block of the README, `marker` being the comment right before it."""

    language: str
    text: str
    line: int
    marker: str | None


def blocks() -> list[CodeBlock]:
    readme = (ROOT / "README.md").read_text()
    return [
        CodeBlock(
            found["language"],
            found["text"],
            readme.count("\n", 0, found.start("text")) + 1,
            found["marker"],
        )
        for found in _BLOCK.finditer(readme)
    ]


def of_language(*languages: str) -> list[CodeBlock]:
    return [b for b in blocks() if b.language in languages and b.marker not in MARKED]


def place(block: CodeBlock) -> str:
    return f"{block.language}, line {block.line}"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's files, where commands may write."""
    folder = tmp_path_factory.mktemp("readme") / "project"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")
    shutil.copytree(ROOT, folder, ignore=ignored)
    return folder


@pytest.mark.parametrize("block", of_language("sh"), ids=place)
def test_commands(block: CodeBlock, copy: Path) -> None:
    check(["bash", "-euo", "pipefail", "-c", block.text], copy)


@pytest.mark.parametrize("block", of_language("python"), ids=place)
def test_python(block: CodeBlock, copy: Path) -> None:
    check([sys.executable, "-c", block.text], copy)


@pytest.mark.parametrize("block", of_language("yaml", "cpp"), ids=place)
def test_excerpts(block: CodeBlock) -> None:
    """An excerpt whose first line names a file stands in that file."""
    first, _, text = block.text.partition("\n")
    path = first.lstrip("#/ ")
    assert (ROOT / path).is_file(), f"no such file: {path}"
    assert text in (ROOT / path).read_text()


@pytest.mark.parametrize("marker", MARKED)
def test_marked_blocks(marker: str) -> None:
    """What continuous integration reads out of the README is there, once, as one command."""
    (block,) = (block for block in blocks() if block.marker == marker)
    assert block.language == "sh"
    assert len(block.text.splitlines()) == 1


def test_links() -> None:
    """Links to files of the project lead somewhere."""
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text()):
        assert "://" in target or (ROOT / target).exists(), target


def test_blocks_are_found() -> None:
    """A block that the pattern misses would be tested by nobody."""
    fences = re.findall(r"^\s*```\w+", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(fences) == len(blocks())
    assert of_language("sh") and of_language("python")


def check(command: list[str], folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
