"""C++ text made ready to be compiled inside a namespace of its own, any number of times.

Two things stand in the way. Headers of the system and the runtime must be included at global scope,
so every file is read twice: first its *outline* (directives only) at global scope, which brings in
those headers under the conditions that the file has for them; then its *body* inside the namespace,
with those includes blanked out. And names written from the global scope (`::sub<...>`) must find
what now lies in the namespace. Both forms keep every line at its number, so that messages of the
compiler point at the right one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import attrs

_TOKEN = re.compile(
    r"""
    (?P<comment> //(?:\\\n|[^\n])* | /\*.*?(?:\*/|\Z) )
  | (?P<raw> (?:u8|[uUL])?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)" )
  | (?P<string> "(?:\\.|[^"\\\n])*" )
  | (?P<number> \.?\d(?:'?[\w.]|[eEpP][+-])* )
  | (?P<char> '(?:\\.|[^'\\\n])*' )
  | (?P<word> [^\W\d]\w* )
  | (?P<scope> :: )
  | (?P<newline> \n )
  | (?P<space> (?:[^\S\n]|\\\n)+ )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_INCLUDE = re.compile(r"^\s*#\s*include(?:_next)?\s*(?P<name><[^>\n]+>|\"[^\"\n]+\"|\S.*)")
_DEFINE = re.compile(r"^\s*#\s*define\s+(\w+)")
_KEPT_IN_OUTLINE = re.compile(
    r"^\s*#\s*(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif|define|undef|include\w*|pragma)\b"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that may stand right before a `::` that starts at the global scope.
_BEFORE_ROOTED = _words(
    "return co_return co_yield co_await throw case new delete else do and or not xor bitand bitor "
    "compl not_eq and_eq or_eq xor_eq const constexpr consteval constinit static inline extern "
    "volatile mutable virtual explicit friend typedef typename class struct union enum using "
    "namespace public protected private sizeof alignof operator thread_local register signed "
    "unsigned template requires noexcept final override in"
)
_NEVER_DECLARED = _BEFORE_ROOTED | _words(
    "auto bool char char8_t char16_t char32_t decltype double float int long short void wchar_t "
    "true false nullptr this if for while switch static_assert asm concept default"
)


@attrs.frozen
class Token:
    """A piece of C++ text; all tokens of a text together are the text. `kind` as in the pattern."""

    kind: str
    text: str


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, white space and comments included."""
    for match in _TOKEN.finditer(text):
        assert match.lastgroup is not None
        kind = "raw" if match.lastgroup == "delimiter" else match.lastgroup
        yield Token(kind, match.group())


@attrs.frozen
class _Line:
    """A logical line: what the preprocessor sees as one (continuations and comments joined)."""

    text: str
    directive: str | None

    @property
    def blank(self) -> str:
        """As many line ends as the line has."""
        return "\n" * self.text.count("\n")


def _lines(text: str) -> Iterator[_Line]:
    """The text cut at the ends of logical lines; `directive` is the line without comments."""
    written: list[str] = []
    seen: list[str] = []

    def line() -> _Line:
        directive = "".join(seen)
        found = directive if directive.lstrip().startswith("#") else None
        made = _Line("".join(written), found)
        written.clear()
        seen.clear()
        return made

    for token in tokens(text):
        written.append(token.text)
        if token.kind == "newline":
            yield line()
        elif token.kind == "comment":
            seen.append(" ")
        else:
            seen.append(token.text.replace("\\\n", " "))
    if written:
        yield line()


def included_names(text: str) -> tuple[str, ...]:
    """The files named in `#include` directives, with their quotes or brackets, in order."""
    return tuple(
        match["name"].strip()
        for line in _lines(text)
        if line.directive and (match := _INCLUDE.match(line.directive))
    )


def defined_macros(text: str) -> tuple[str, ...]:
    """The macros that the text defines, under whatever condition."""
    return tuple(
        match[1]
        for line in _lines(text)
        if line.directive and (match := _DEFINE.match(line.directive))
    )


def outline(text: str, own: Callable[[str], str | None]) -> str:
    """The directives of the text, all else blank.

    `own` gives the path of the outline of a file of the same set, by the name in a directive, and
    None for any other file.
    """

    def keep(line: _Line) -> str:
        if line.directive is None or not _KEPT_IN_OUTLINE.match(line.directive):
            return line.blank
        return _with_include(line, own, lambda name: None)

    return "".join(map(keep, _lines(text)))


def body(text: str, own: Callable[[str], str | None]) -> str:
    """The text without the includes of files outside the set; `own` as for `outline`."""
    return "".join(_with_include(line, own, lambda name: "") for line in _lines(text))


def _with_include(
    line: _Line, own: Callable[[str], str | None], other: Callable[[str], str | None]
) -> str:
    match = _INCLUDE.match(line.directive or "")
    if not match:
        return line.text
    path = own(match["name"].strip())
    if path is not None:
        return f'#include "{path}"{line.blank}'
    replacement = other(match["name"])
    return line.text if replacement is None else replacement + line.blank


@attrs.frozen
class Declared:
    """What a text declares at global scope.

    `names` are all names, namespaces included; `namespaces` the paths of all namespaces that it
    opens (`("at", "native")`).
    """

    names: frozenset[str]
    namespaces: frozenset[tuple[str, ...]]


def declared(text: str) -> Declared:
    """What a text declares at global scope, by a scan of its tokens.

    The scan takes some words for names that are not (parameters' names); it misses none.
    """
    names: set[str] = set()
    namespaces: set[tuple[str, ...]] = set()
    opened: list[tuple[str, ...] | None] = []  # per open brace: its namespace, None for any other
    heading: list[str] | None = None  # the names after a `namespace`, until its brace
    using = False
    parentheses = 0
    significant = [token for token in _without_directives(text) if token.kind not in _INSIGNIFICANT]
    for index, token in enumerate(significant):
        before = significant[index - 1].text if index else ""
        after = significant[index + 1].text if index + 1 < len(significant) else ""
        at_top = not any(scope != () for scope in opened)
        match token.text:
            case "namespace":
                heading = None if before == "using" else []
            case "{":
                inside = tuple(part for scope in opened for part in scope or ())
                if heading is not None:
                    for end in range(1, len(heading) + 1):
                        namespaces.add((*inside, *heading[:end]))
                    if at_top and heading:
                        names.add(heading[0])
                    opened.append(tuple(heading) if None not in opened else None)
                elif before in ('"C"', '"C++"'):
                    opened.append(())
                else:
                    opened.append(None)
                heading = None
            case "}":
                if opened:
                    opened.pop()
            case "(":
                parentheses += 1
            case ")":
                parentheses -= 1
            case ";" | "=":
                if heading and at_top:  # a namespace alias
                    names.add(heading[0])
                heading = None
                using = False
            case "using":
                using = True
            case _ if token.kind == "word" and token.text not in _NEVER_DECLARED:
                if heading is not None:
                    heading.append(token.text)
                elif at_top and not parentheses and after != "::" and (before != "::" or using):
                    names.add(token.text)
    return Declared(frozenset(names), frozenset(namespaces))


_INSIGNIFICANT = frozenset({"comment", "space", "newline"})


def _without_directives(text: str) -> Iterator[Token]:
    for line in _lines(text):
        if line.directive is None:
            yield from tokens(line.text)


def rerooted(text: str, names: frozenset[str], namespace: str) -> str:
    """The text with `::name` written `::namespace::name` for every one of `names`.

    A `::` that continues a name (`at::add`, `T::type`, `x<int>::y`) is left alone.
    """
    pieces: list[str] = []
    before: Token | None = None
    adjacent = rooted = False
    for token in tokens(text):
        if token.kind in _INSIGNIFICANT:
            pieces.append(token.text)
            adjacent = False
            continue
        if rooted and token.text in names:
            pieces.append(f"{namespace}::")
        rooted = token.kind == "scope" and _starts_at_root(before, adjacent)
        pieces.append(token.text)
        before, adjacent = token, True
    return "".join(pieces)


def _starts_at_root(before: Token | None, adjacent: bool) -> bool:
    if before is None:
        return True
    if before.kind == "word":
        return before.text in _BEFORE_ROOTED
    # `x<int>::y` and `decltype(x)::y` go on, `template <class T> ::y f()` and `if (x) ::y()` start.
    return not (adjacent and before.text in (")", ">", "]"))
