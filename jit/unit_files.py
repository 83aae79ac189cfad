"""The files of a unit: found, copied and wired together for one compilation."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from dispatchless.jit.unit_text import (
    Declared,
    body,
    declared,
    defined_macros,
    included_names,
    outline,
    rerooted,
)


@attrs.frozen
class Written:
    """A unit's files on disk.

    `outline` is the text that brings in the headers from outside, for global scope (empty if there
    is nothing to bring in); `body` the text that compiles the sources; `names` tells, by path on
    disk, what users call the file; `declared` are the names that the files declare at global scope.
    """

    outline: str
    body: str
    names: Mapping[str, str]
    declared: frozenset[str]


@attrs.frozen
class UnitFiles:
    """Files that include each other: path -> text, and the sources among them, in order.

    `resolved` tells for every file which file of the set a name in its `#include` lines means.
    """

    texts: Mapping[str, str]
    sources: tuple[str, ...]
    resolved: Mapping[str, Mapping[str, str]]

    @classmethod
    def collect(
        cls, files: Mapping[str, str], sources: Sequence[str], include_dirs: Sequence[Path]
    ) -> UnitFiles:
        """The set that the sources reach, files found in `include_dirs` included.

        Raises FileNotFoundError for a source that is not among the files.
        """
        texts: dict[str, str] = {}
        resolved: dict[str, dict[str, str]] = {}
        known = {posixpath.normpath(path): text for path, text in files.items()}
        waiting = [posixpath.normpath(source) for source in sources]
        while waiting:
            path = waiting.pop()
            if path in texts:
                continue
            if path not in known:
                raise FileNotFoundError(f"{path} is not among the files of the unit")
            texts[path] = known[path]
            resolved[path] = {}
            for quoted in included_names(known[path]):
                found = _find(quoted, path, known, include_dirs)
                if found is not None:
                    resolved[path][quoted] = found
                    waiting.append(found)
        return cls(texts, tuple(posixpath.normpath(source) for source in sources), resolved)

    def write(self, directory: Path, namespace: str, known: frozenset[str]) -> Written:
        """Copy the files under `directory`, to be compiled in `namespace` (global if empty).

        `known` are names that the namespace has already from earlier texts.
        """
        here = {path: declared(text) for path, text in self.texts.items()}
        rooted = known.union(*(found.names for found in here.values()))
        places = {path: f"{number}/{_flat(path)}" for number, path in enumerate(self.texts)}
        names: dict[str, str] = {}
        for path, text in self.texts.items():
            body_text = body(text, self._copies(path, directory / "body", places))
            if namespace:
                body_text = rerooted(body_text, rooted, namespace)
            for kind, copy in (
                ("outline", outline(text, self._copies(path, directory / "outline", places))),
                ("body", body_text),
            ):
                target = directory / kind / places[path]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(copy)
                names[str(target)] = path
        return Written(
            self._outline(directory / "outline", places),
            self._body(directory / "body", places, namespace, here),
            names,
            rooted,
        )

    def _copies(self, path: str, directory: Path, places: Mapping[str, str]) -> _Copies:
        return _Copies(self.resolved[path], directory, places)

    def _macros(self) -> list[str]:
        return sorted({macro for text in self.texts.values() for macro in defined_macros(text)})

    def _outline(self, directory: Path, places: Mapping[str, str]) -> str:
        outside = any(
            name not in self.resolved[path]
            for path, text in self.texts.items()
            for name in included_names(text)
        )
        if not outside:
            return ""
        return _includes(directory, places, self.sources)

    def _body(
        self,
        directory: Path,
        places: Mapping[str, str],
        namespace: str,
        here: Mapping[str, Declared],
    ) -> str:
        # The outline has defined the files' own macros, include guards among them; and what the
        # files define must not outlive them.
        forget = "".join(f"#undef {macro}\n" for macro in self._macros())
        sources = _includes(directory, places, self.sources)
        if namespace:
            opened = sorted({path for found in here.values() for path in found.namespaces})
            sources = (
                "".join(f"namespace {'::'.join(path)} {{}}\n" for path in opened)
                + f"namespace {namespace} {{\n"
                + "".join(_continues(path) for path in opened)
                + sources
                + "}\n"
            )
        return f"{forget}{sources}{forget}"


@attrs.frozen
class _Copies:
    """From a name in a file's `#include` lines to the copy of the file that it means."""

    resolved: Mapping[str, str]
    directory: Path
    places: Mapping[str, str]

    def __call__(self, quoted: str) -> str | None:
        path = self.resolved.get(quoted)
        return None if path is None else str(self.directory / self.places[path])


def _includes(directory: Path, places: Mapping[str, str], sources: Sequence[str]) -> str:
    return "".join(f'#include "{directory / places[source]}"\n' for source in sources)


def _continues(path: tuple[str, ...]) -> str:
    """Let a namespace inside the unit's see what the one of the same name outside holds."""
    name = "::".join(path)
    return f"namespace {name} {{ using namespace ::{name}; }}\n"


def _flat(path: str) -> str:
    return posixpath.basename(path) or "unit"


def _find(
    quoted: str, includer: str, known: dict[str, str], include_dirs: Sequence[Path]
) -> str | None:
    """The file of the set that an `#include` means; files of `include_dirs` join the set."""
    if quoted[:1] not in ('"', "<"):
        return None
    name = quoted[1:-1]
    if posixpath.isabs(name):
        return None
    bases = [posixpath.dirname(includer), ""] if quoted.startswith('"') else [""]
    for base in bases:
        candidate = posixpath.normpath(posixpath.join(base, name))
        if candidate in known:
            return candidate
        if quoted.startswith('"') and posixpath.isabs(candidate) and Path(candidate).is_file():
            known[candidate] = _text(Path(candidate))
            return candidate
    for directory in include_dirs:
        file = directory / name
        if file.is_file():
            known.setdefault(str(file), _text(file))
            return str(file)
    return None


def _text(file: Path) -> str:
    """What a file holds; bytes that are no text are the compiler's to refuse, or a comment's."""
    return file.read_text(encoding="utf-8", errors="replace")
