"""The statements of a function's body, and which of its calls are its last act.

The grammar is that of [stmt.stmt] without declarations of functions and classes. A lambda's body is
part of the expression that it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.cpp_tokens import Token, closing, closing_angle

Tokens = Sequence[Token]


@frozen
class Simple:
    """A statement without parts, up to its semicolon: an expression or a declaration."""

    tokens: tuple[Token, ...]
    end: Token


@frozen
class Returned:
    """``return value;``"""

    keyword: Token
    value: tuple[Token, ...]


@frozen
class Compound:
    """``{ ... }``; ``end`` is the closing brace."""

    statements: tuple[Statement, ...]
    end: Token


@frozen
class Branch:
    """``if``, ``switch`` or ``try``: ``head`` stands in the parentheses; one of the arms runs, or
    none if not ``exhaustive``."""

    keyword: Token
    head: tuple[Token, ...]
    arms: tuple[Statement, ...]
    exhaustive: bool


@frozen
class Loop:
    """``for``, ``while`` or ``do``."""

    keyword: Token
    head: tuple[Token, ...]
    body: Statement


Statement = Simple | Returned | Compound | Branch | Loop

LEAVING = frozenset(["throw", "break", "continue", "goto", "co_return"])


def statements(tokens: Tokens, end: Token) -> Compound:
    """The statements of a body; ``end`` is the token behind it, or its last one."""
    parser = _Parser(tuple(tokens), end)
    found = []
    while parser.index < len(parser.tokens):
        found.append(parser.statement())
    return Compound(tuple(found), end)


@attrs.define
class _Parser:
    tokens: tuple[Token, ...]
    end: Token
    index: int = 0

    def statement(self) -> Statement:
        while self._word() in ("case", "default"):
            self.index = _label_end(self.tokens, self.index) + 1
        word = self._word()
        keyword = self._token()
        if word == "{":
            close = closing(self.tokens, self.index)
            inside = self.tokens[self.index + 1 : close]
            self.index = close + 1
            return statements(inside, self.tokens[close] if close < len(self.tokens) else self.end)
        if word == "if":
            self._skip("constexpr", "consteval", "!")
            head = self._parentheses()
            arms = [self.statement()]
            if self._word() == "else":
                self.index += 1
                arms.append(self.statement())
            return Branch(keyword, head, tuple(arms), len(arms) == 2)
        if word in ("for", "while"):
            self._skip()
            return Loop(keyword, self._parentheses(), self.statement())
        if word == "do":
            self._skip()
            body = self.statement()
            self._skip()
            loop = Loop(keyword, self._parentheses(), body)
            self._skip()
            return loop
        if word == "switch":
            self._skip()
            return Branch(keyword, self._parentheses(), (self.statement(),), False)
        if word == "try":
            self._skip()
            arms = [self.statement()]
            while self._word() == "catch":
                self._skip()
                self._parentheses()
                arms.append(self.statement())
            return Branch(keyword, (), tuple(arms), True)
        if word == "return":
            self.index += 1
            return Returned(keyword, self._to_semicolon()[0])
        found, end = self._to_semicolon()
        return Simple(found, end)

    def _token(self) -> Token:
        return self.tokens[self.index] if self.index < len(self.tokens) else self.end

    def _word(self) -> str:
        return self.tokens[self.index].text if self.index < len(self.tokens) else ""

    def _skip(self, *further: str) -> None:
        self.index += 1
        while self._word() in further:
            self.index += 1

    def _parentheses(self) -> tuple[Token, ...]:
        if self._word() != "(":
            return ()
        close = closing(self.tokens, self.index)
        inside = self.tokens[self.index + 1 : close]
        self.index = close + 1
        return inside

    def _to_semicolon(self) -> tuple[tuple[Token, ...], Token]:
        start = self.index
        while self.index < len(self.tokens) and self._word() != ";":
            if self._word() in ("(", "[", "{"):
                self.index = closing(self.tokens, self.index)
            self.index += 1
        found = self.tokens[start : self.index]
        end = self._token()
        self.index += 1
        return found, end


def _label_end(tokens: Tokens, start: int) -> int:
    """The index of the colon behind ``case value`` or ``default``."""
    colon = _at_level(tokens, start, ":")
    return len(tokens) if colon is None else colon


def walk(statement: Statement) -> Iterator[Statement]:
    """The statement and all those in it."""
    yield statement
    if isinstance(statement, Compound):
        for each in statement.statements:
            yield from walk(each)
    elif isinstance(statement, Branch):
        for arm in statement.arms:
            yield from walk(arm)
    elif isinstance(statement, Loop):
        yield from walk(statement.body)


def alternatives(value: Tokens) -> Iterator[tuple[Token, ...]]:
    """The expressions that a returned value may be: the arms of ``c ? a : b``, without
    parentheses around them."""
    value = _without_parentheses(tuple(value))
    question = _at_level(value, 0, "?")
    if question is None:
        yield value
        return
    colon = _matching_colon(value, question + 1)
    yield from alternatives(value[question + 1 : colon])
    yield from alternatives(value[colon + 1 :])


def _without_parentheses(value: tuple[Token, ...]) -> tuple[Token, ...]:
    while len(value) > 1 and value[0].text == "(" and closing(value, 0) == len(value) - 1:
        value = value[1:-1]
    return value


def _at_level(value: Tokens, start: int, wanted: str) -> int | None:
    index = start
    while index < len(value):
        if value[index].text == wanted:
            return index
        if value[index].text in ("(", "[", "{"):
            index = closing(value, index)
        index += 1
    return None


def _matching_colon(value: Tokens, start: int) -> int:
    depth = 0
    index = start
    while index < len(value):
        text = value[index].text
        if text in ("(", "[", "{"):
            index = closing(value, index)
        elif text == "?":
            depth += 1
        elif text == ":":
            if depth == 0:
                return index
            depth -= 1
        index += 1
    return len(value)


def is_one_call(value: Tokens, start: int = 0) -> bool:
    """Whether the tokens from a function's name on are the call of it and nothing more."""
    index = start + 1
    if index < len(value) and value[index].text == "<":
        index = closing_angle(value, index) + 1
    return (
        index < len(value) and value[index].text == "(" and closing(value, index) == len(value) - 1
    )


def paths_without_end(body: Compound, ends: Callable[[Simple], bool]) -> Iterator[Token]:
    """Where a function without result may end although no statement of ``ends`` came last: the
    token that ends such a path."""
    found = {id(token): token for token in _open_ends(body, ends)}
    for statement in walk(body):
        arms: Sequence[Statement] = ()
        if isinstance(statement, Compound):
            arms = statement.statements
        elif isinstance(statement, Branch):
            arms = statement.arms
        for index, each in enumerate(arms):
            if isinstance(each, Returned) and not each.value:
                earlier = arms[:index] if isinstance(statement, Compound) else ()
                before = _last_act(earlier) or each
                found.update((id(token), token) for token in _open_ends(before, ends))
    yield from found.values()


def _open_ends(statement: Statement, ends: Callable[[Simple], bool]) -> Iterator[Token]:
    match statement:
        case Simple(tokens, end):
            leaves = bool(tokens) and tokens[0].text in LEAVING
            if not leaves and not ends(statement):
                yield end
        case Returned(keyword, value):
            if not value:
                yield keyword
        case Compound(inside, end):
            last = _last_act(inside)
            if last is None:
                yield end
            else:
                yield from _open_ends(last, ends)
        case Branch(keyword, _, arms, exhaustive):
            if not exhaustive:
                yield keyword
            for arm in arms:
                yield from _open_ends(arm, ends)
        case Loop(keyword, _, _):
            yield keyword


def _last_act(inside: Sequence[Statement]) -> Statement | None:
    """The last statement that does something: an empty one or ``return;`` after it does not."""
    for statement in reversed(inside):
        if isinstance(statement, Returned) and not statement.value:
            continue
        if isinstance(statement, Simple) and not statement.tokens:
            continue
        return statement
    return None


def last_acts(body: Compound) -> Iterator[Statement]:
    """The statements after which the function ends: each last one of a path, and each in front of
    a ``return;``."""
    yield from _last_of(body, at_end=True)


def _last_of(statement: Statement, *, at_end: bool) -> Iterator[Statement]:
    match statement:
        case Compound(inside, _):
            for index, each in enumerate(inside):
                yield from _last_of(each, at_end=_leads_out(inside[index + 1 :], at_end))
        case Branch(_, _, arms, _):
            for arm in arms:
                yield from _last_of(arm, at_end=at_end)
        case Loop(_, _, body):
            yield from _last_of(body, at_end=False)
        case _:
            if at_end:
                yield statement


def _leads_out(rest: Sequence[Statement], at_end: bool) -> bool:
    """Whether nothing is done between a statement and the end of the function."""
    for each in rest:
        if isinstance(each, Returned) and not each.value:
            return True
        if not (isinstance(each, Simple) and not each.tokens):
            return False
    return at_end
