"""Errors in what users write: each with its place, the offending text and a hint."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from dispatchless.model.location import Location

_CONTEXT = 100  # characters of the offending text that a message shows around its fault


class SpecError(ValueError):
    """One mistake in a specification.

    ``message`` says what is wrong, ``location`` where, ``text`` is the source text that is
    wrong (the whole schema, value or line), ``span`` the faulty part of ``text`` as
    (start, length), ``hint`` what to write instead.
    """

    def __init__(
        self,
        message: str,
        *,
        location: Location | None = None,
        text: str | None = None,
        span: tuple[int, int] | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.text = text
        self.span = span
        self.hint = hint

    @property
    def errors(self) -> tuple[SpecError, ...]:
        """The single mistakes: this one, or all of a :class:`SpecErrors`."""
        return (self,)

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location is not None else ""
        lines = [f"{place}error: {self.message}"]
        if self.text:
            lines += _excerpt(self.text, self.span)
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class SpecErrors(SpecError):
    """Several mistakes, all those of one file or of one run, in the order of the text."""

    def __init__(self, errors: Iterable[SpecError]) -> None:
        self._errors = _in_text_order([single for error in errors for single in error.errors])
        first = self._errors[0]
        super().__init__(
            f"{len(self._errors)} errors",
            location=first.location,
            text=first.text,
            span=first.span,
            hint=first.hint,
        )

    @property
    def errors(self) -> tuple[SpecError, ...]:
        return self._errors

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self._errors)


class ErrorCollector:
    """Gathers the mistakes of a file, so that its author learns of all of them at once."""

    def __init__(self) -> None:
        self._errors: list[SpecError] = []

    def __bool__(self) -> bool:
        return bool(self._errors)

    def add(self, error: SpecError) -> None:
        """Keep ``error``; one that is already kept is not kept twice: several entries may use the
        same line of a header."""
        for single in error.errors:
            if not any(_is_same(single, known) for known in self._errors):
                self._errors.append(single)

    @contextlib.contextmanager
    def collecting(self) -> Iterator[None]:
        """Keep a :class:`SpecError` raised in the ``with`` block instead of passing it on."""
        try:
            yield
        except SpecError as error:
            self.add(error)

    def raise_if_any(self) -> None:
        """Raise what was gathered: the mistake itself if there is one, else all together."""
        if len(self._errors) == 1:
            raise self._errors[0]
        if self._errors:
            raise SpecErrors(self._errors)


def _is_same(one: SpecError, other: SpecError) -> bool:
    if one is other:
        return True
    place = one.location
    return place is not None and (place, one.message) == (other.location, other.message)


def _in_text_order(errors: list[SpecError]) -> tuple[SpecError, ...]:
    """The errors by place; files keep the order in which they first appear."""
    files = list(dict.fromkeys(e.location.file if e.location else "" for e in errors))

    def place(error: SpecError) -> tuple[int, int, int]:
        at = error.location
        return (0, 0, 0) if at is None else (files.index(at.file), at.line, at.column)

    return tuple(sorted(errors, key=place))


def near_names(name: str, known: Iterable[str], *, count: int = 3) -> tuple[str, ...]:
    """The known names that ``name`` may be a misspelling of, nearest first."""
    import difflib  # slow to import, needed only when something is wrong

    candidates = list(dict.fromkeys(known))
    exact_but_case = [c for c in candidates if c.lower() == name.lower() and c != name]
    near = difflib.get_close_matches(
        name, candidates, n=count, cutoff=0.5 if len(name) < 4 else 0.6
    )
    return tuple(dict.fromkeys([*exact_but_case, *near]))[:count]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The hint with the names near ``name``, or None if none is near."""
    return meant(near_names(name, known))


def meant(names: Sequence[str]) -> str | None:
    """The hint that one of the names was meant, or None if there is none."""
    return f"did you mean {' or '.join(repr(n) for n in names)}?" if names else None


def _excerpt(text: str, span: tuple[int, int] | None) -> list[str]:
    """The line of ``text`` that holds the fault, cut to a readable width, and a caret line."""
    if span is None:
        first, _, rest = text.partition("\n")
        return ["    " + _shorten(first) + (" ..." if rest else "")]
    start, length = span
    start = min(start, len(text))
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line = text[line_start : len(text) if line_end < 0 else line_end]
    column = start - line_start
    left = max(0, column - _CONTEXT // 2) if len(line) > _CONTEXT else 0
    right = min(len(line), max(left + _CONTEXT, column + min(length, _CONTEXT)))
    before = "..." if left else ""
    after = "..." if right < len(line) else ""
    marks = "^" * max(1, min(length, right - column))
    shown = "".join(c if c.isprintable() else " " for c in line[left:right])
    return [
        "    " + before + shown + after,
        "    " + " " * (len(before) + column - left) + marks,
    ]


def _shorten(line: str) -> str:
    shown = "".join(c if c.isprintable() else " " for c in line)
    return shown if len(shown) <= 2 * _CONTEXT else shown[: 2 * _CONTEXT] + "..."
