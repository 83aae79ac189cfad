"""Functions and classes that a user's headers declare, found by their brackets.

No C++ parser: enough to find a function template by its name, the words of its body, and the member
functions of a class. What macros make is not seen; who asks must be content with None.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.cpp_tokens import (
    CppText,
    FilePositions,
    Token,
    closing,
    closing_angle,
    read_cpp,
    split,
)

# Followed by parentheses that are no parameter list.
_NO_FUNCTION = frozenset(
    ["decltype", "noexcept", "alignas", "requires", "__attribute__", "__declspec", "explicit"]
)
_OPTIONAL = frozenset(["...", "=", "void"])
# Before a result, and no part of its type.
_SPECIFIERS = frozenset(["inline", "static", "constexpr", "extern"])
_CLASS_KEYS = frozenset(["struct", "class", "union", "enum"])
# What a declaration with parentheses that is no function's begins with.
_NO_DECLARED_FUNCTION = _CLASS_KEYS | {"using", "return", "friend", "typedef", "static_assert"}


# What stands in the angle brackets of the template heads before a declaration.
_Heads = tuple[tuple[Token, ...], ...]


@frozen
class CppFunction:
    """A function or function template with a body.

    ``template_parameters`` are the names of its template parameters, ``returns`` the tokens before
    its name (and those of a trailing return type), ``declared`` those of each parameter, in order.
    ``template_declared`` has the tokens of each template parameter.
    ``is_plain``: no parameter, of the function or the template, is a pack or void or has a default.
    """

    source: CppText
    scope: tuple[str, ...]
    name: Token
    template_parameters: tuple[str, ...]
    returns: tuple[Token, ...]
    declared: tuple[tuple[Token, ...], ...]
    body: tuple[Token, ...]
    end: Token
    is_plain: bool = True
    template_declared: tuple[tuple[Token, ...], ...] = ()

    @property
    def qualified(self) -> tuple[str, ...]:
        """The name from the global namespace, part by part."""
        return (*self.scope, self.name.text)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters, in order; empty for one without a name."""
        return tuple(declared_name(tokens) for tokens in self.declared)

    @property
    def is_defined(self) -> bool:
        """Whether it has a body, be it an empty one."""
        return bool(self.body) or self.end.text == "}"

    @property
    def is_static(self) -> bool:
        """Whether ``static`` stands before it."""
        return any(token.text == "static" for token in self.returns)

    @property
    def returns_nothing(self) -> bool:
        """Whether its return type is void."""
        return [token.text for token in self.returns[-1:]] == ["void"]


@frozen
class CppClass:
    """A class or class template with a body: its member functions that are defined in it or
    declared in it, the latter without a body. ``heads`` is empty for a class."""

    source: CppText
    scope: tuple[str, ...]
    name: Token
    methods: tuple[CppFunction, ...]
    heads: _Heads
    body: tuple[Token, ...]

    @property
    def qualified(self) -> tuple[str, ...]:
        """The name from the global namespace, part by part."""
        return (*self.scope, self.name.text)


@frozen
class Declarations:
    """What some headers declare."""

    functions: tuple[CppFunction, ...]
    classes: tuple[CppClass, ...]
    files: tuple[str, ...]
    includes: frozenset[str | None]
    """Every header named in them, however it is included; None for those that a macro names."""
    sources: tuple[CppText, ...] = ()
    """The text of each header that was read."""

    def function(self, qualified: tuple[str, ...]) -> CppFunction | None:
        """The function of the name that has a body; None if several overloads have one, of which
        it is not known which is meant."""
        found = [f for f in self.functions if f.qualified == qualified and f.is_defined]
        return found[0] if len(found) == 1 else None

    def of_name(self, name: str) -> Iterator[CppFunction]:
        """All functions with the unqualified name."""
        return (f for f in self.functions if f.name.text == name)

    def class_(self, qualified: tuple[str, ...]) -> CppClass | None:
        """The first class of the name."""
        return next((c for c in self.classes if c.qualified == qualified), None)

    @property
    def dispatchless_roots(self) -> tuple[str, ...]:
        """The roots of the generated headers ``dispatchless/ROOT.h`` that are included."""
        found = [
            name.removeprefix("dispatchless/").removesuffix(".h")
            for name in self.includes
            if name is not None and name.startswith("dispatchless/") and name.endswith(".h")
        ]
        return tuple(sorted(found))

    def in_namespace(self, qualified: tuple[str, ...]) -> tuple[CppFunction, ...]:
        """The functions directly in a namespace."""
        return tuple(f for f in self.functions if f.scope == qualified)


class HeaderReader:
    """Reads headers and what they include with quotes, each file once."""

    def __init__(self) -> None:
        self._texts: dict[Path, CppText | None] = {}
        self._found: dict[Path, Declarations] = {}

    def read(self, path: Path) -> Declarations:
        """What a header and the headers that it includes from its own folders declare."""
        known = self._found.get(path)
        if known is None:
            reached: dict[Path, CppText] = {}
            self._reach(path, reached)
            known = declarations(reached.values())
            self._found[path] = attrs.evolve(known, files=tuple(map(os.fspath, reached)))
        return self._found[path]

    @property
    def files(self) -> tuple[str, ...]:
        """Every file that was read, in order."""
        return tuple(os.fspath(path) for path, text in self._texts.items() if text is not None)

    @property
    def texts(self) -> tuple[CppText, ...]:
        """The text of each file that was read, in order."""
        return tuple(text for text in self._texts.values() if text is not None)

    def _reach(self, path: Path, reached: dict[Path, CppText]) -> None:
        waiting = [path]
        first = path.parent
        while waiting:
            current = waiting.pop()
            text = None if current in reached else self._text(current)
            if text is None:
                continue
            reached[current] = text
            for name in (include.name for include in text.includes if include.name):
                # Headers are named from their own folder or, in a specification, from its folder.
                for folder in (current.parent, first, *first.parents[:1]):
                    candidate = folder / name
                    if candidate.is_file():
                        waiting.append(candidate)
                        break

    def _text(self, path: Path) -> CppText | None:
        if path not in self._texts:
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, ValueError):
                self._texts[path] = None
            else:
                file = os.fspath(path)
                self._texts[path] = read_cpp(text, FilePositions.of(file, text))
        return self._texts[path]


def declarations(texts: Iterable[CppText]) -> Declarations:
    """What stands in some texts at the level of namespaces."""
    functions: list[CppFunction] = []
    classes: list[CppClass] = []
    includes: set[str | None] = set()
    sources = tuple(texts)
    for text in sources:
        includes.update(include.name for include in text.includes)
        _Scan(text, functions, classes).members(text.tokens, ())
    return Declarations(tuple(functions), tuple(classes), (), frozenset(includes), sources)


@frozen
class _Scan:
    source: CppText
    functions: list[CppFunction]
    classes: list[CppClass]

    def members(self, tokens: Sequence[Token], scope: tuple[str, ...]) -> None:
        """The declarations in a namespace's or a class's body."""
        start = index = 0
        heads: _Heads = ()
        while index < len(tokens):
            text = tokens[index].text
            if text == "template" and index + 1 < len(tokens) and tokens[index + 1].text == "<":
                end = closing_angle(tokens, index + 1)
                heads += (tuple(tokens[index + 2 : end]),)
                start = index = end + 1
            elif text in ("(", "["):
                index = closing(tokens, index) + 1
            elif text == ";":
                self._declared(tokens[start : index + 1], scope, heads)
                start, index, heads = index + 1, index + 1, ()
            elif text == "{":
                end = closing(tokens, index)
                head, body = tokens[start:index], tokens[index + 1 : end]
                last = tokens[min(end, len(tokens) - 1)]
                ended = self._braces(head, body, last, scope, heads)
                index = end + 1
                if ended:
                    start, heads = index, ()
            elif text == ":" and tokens[index - 1].text in ("public", "private", "protected"):
                start = index = index + 1
            else:
                index += 1

    def _braces(
        self,
        head: Sequence[Token],
        body: Sequence[Token],
        last: Token,
        scope: tuple[str, ...],
        heads: _Heads,
    ) -> bool:
        """What a head and the braces behind it are. False: the declaration goes on."""
        words = [token.text for token in head]
        if "namespace" in words[:2]:
            names = [t.text for t in head if t.is_name and t.text not in ("namespace", "inline")]
            self.members(body, (*scope, *names))
            return True
        if words[:1] == ["extern"]:
            self.members(body, scope)
            return True
        place = _parameter_list(head)
        if place is None:
            if any(word in _CLASS_KEYS for word in words[:2]):
                self._class(head, body, scope, heads)
                return False
            return not words
        if "operator" in words or "=" in words[:place]:
            return "operator" in words
        self.functions.append(self._function(head, place, body, last, scope, heads))
        return True

    def _declared(self, tokens: Sequence[Token], scope: tuple[str, ...], heads: _Heads) -> None:
        """A declaration that ends in a semicolon: kept if it is one of a function."""
        place = _parameter_list(tokens)
        words = [token.text for token in tokens]
        if place is None or "=" in words[:place] or words[0] in _NO_DECLARED_FUNCTION:
            return
        self.functions.append(self._function(tokens[:-1], place, (), tokens[-1], scope, heads))

    def _function(
        self,
        head: Sequence[Token],
        place: int,
        body: Sequence[Token],
        end: Token,
        scope: tuple[str, ...],
        heads: _Heads,
    ) -> CppFunction:
        close = closing(head, place)
        name = head[place - 1]
        qualifiers: list[str] = []
        first = place - 1
        while first >= 2 and head[first - 1].text == "::" and head[first - 2].is_name:
            qualifiers.insert(0, head[first - 2].text)
            first -= 2
        template_declared = tuple(part for each in heads for part in split(each))
        trailing = next((i for i in range(close, len(head)) if head[i].text == "->"), len(head))
        return CppFunction(
            self.source,
            (*scope, *qualifiers),
            name,
            tuple(map(declared_name, template_declared)),
            (*head[:first], *head[trailing + 1 :]),
            tuple(split(head[place + 1 : close])),
            tuple(body),
            end,
            is_plain=not any(
                token.text in _OPTIONAL
                for each in (*heads, head[place + 1 : close])
                for token in each
            ),
            template_declared=template_declared,
        )

    def _class(
        self,
        head: Sequence[Token],
        body: Sequence[Token],
        scope: tuple[str, ...],
        heads: _Heads,
    ) -> None:
        colon = next((i for i, t in enumerate(head) if t.text == ":"), len(head))
        named = [t for t in head[:colon] if t.is_name and t.text != "final"]
        if len(named) < 2:
            return
        name = named[-1]
        inside: list[CppFunction] = []
        _Scan(self.source, inside, self.classes).members(body, (*scope, name.text))
        self.classes.append(CppClass(self.source, scope, name, tuple(inside), heads, tuple(body)))


def _parameter_list(head: Sequence[Token]) -> int | None:
    """The index of the parenthesis that opens a function's parameters."""
    index = 0
    while index < len(head):
        text = head[index].text
        if text == "[":
            index = closing(head, index)
        elif text == "<":
            end = closing_angle(head, index)
            index = end if end < len(head) else index
        elif text == "(":
            before = head[index - 1] if index else None
            if before is not None and before.is_name and before.text not in _NO_FUNCTION:
                return index
            index = closing(head, index)
        index += 1
    return None


def declared_name(part: Sequence[Token]) -> str:
    """The name of a parameter, of a function or a template; empty if it has none."""
    default = next((i for i, token in enumerate(part) if token.text == "="), len(part))
    part = without_attributes(part[:default])
    declared = [token for token in part if token.text not in ("]", "[", "...")]
    if len(declared) < 2 or not declared[-1].is_name or declared[-2].text == "::":
        return ""
    return declared[-1].text


def result_type(function: CppFunction) -> list[Token]:
    """The type of the result, a trailing one if it has one, without what says how the function is
    compiled."""
    tokens = without_attributes(function.returns)
    trailing = [token for token in tokens if token.offset > function.name.offset]
    return trailing or [token for token in tokens if token.text not in _SPECIFIERS]


def without_attributes(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without attributes: ``[[...]]`` and ``__attribute__((...))``."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        if [token.text for token in tokens[index : index + 2]] == ["[", "["]:
            index = closing(tokens, index)
        elif tokens[index].text == "__attribute__":
            index = closing(tokens, index + 1)
        else:
            found.append(tokens[index])
        index += 1
    return found
