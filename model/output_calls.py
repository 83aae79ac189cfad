"""What a structured template does with its OUT object, and whether that writes the result.

Its methods compute and write the result: the functional form returns what the method returns, the
in-place and the out= form put it where the author's operator has it. So a call of one must be what
the body ends with, on every path. The object may be handed to another template as that last act,
which is then read in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.cpp_calls import Use, method_name
from dispatchless.model.cpp_declarations import CppFunction, Declarations
from dispatchless.model.cpp_statements import (
    Compound,
    Returned,
    Simple,
    alternatives,
    is_one_call,
    last_acts,
    paths_without_end,
    statements,
    walk,
)
from dispatchless.model.cpp_tokens import Token
from dispatchless.model.errors import SpecError
from dispatchless.model.output_fixed import fixed_places
from dispatchless.model.output_heads import wrong_output
from dispatchless.model.output_places import (
    MAYBE_GET_OUTPUT,
    SET_OUTPUT,
    Handed,
    handed_to,
    object_places,
    plain_tokens,
    whole_call,
)

# Methods of an OUT object that are no operators and may stand anywhere.
_ANYWHERE = (SET_OUTPUT, MAYBE_GET_OUTPUT)


@frozen
class OutputUse:
    """An operator that is called on an OUT object: its name, and the function that it stands in.
    ``is_fixed``: `set_output` was called on every path to it."""

    name: Token
    function: CppFunction
    is_fixed: bool


@frozen
class OutputCalls:
    """What a structured template does with its OUT object.

    ``names``: the methods that it calls as its last act; None if they are not known. ``unseen``:
    the function that it hands the object to and that no header shows. ``helpers``: those that it
    hands it to and that are read. ``returns_nothing``: the template is void. ``allocates``: it asks
    for the output or fixes it before it is written.
    """

    names: frozenset[str] | None
    returns_nothing: bool
    uses: tuple[OutputUse, ...] = ()
    helpers: tuple[CppFunction, ...] = ()
    unseen: Use | None = None
    allocates: bool = False


def output_calls(
    function: CppFunction, declared: Declarations
) -> tuple[OutputCalls, list[SpecError]]:
    """The calls of OUT in a structured template, and what is wrong with them."""
    reader = _Reader(declared)
    reader.read(function, 0, is_fixed=False)
    known = reader.unseen is None and (reader.uses or not reader.errors) and not reader.strange
    found = OutputCalls(
        frozenset(use.name.text for use in reader.uses) if known else None,
        function.returns_nothing,
        tuple(reader.uses),
        tuple(each for each in reader.functions if each is not function),
        reader.unseen,
        reader.allocates,
    )
    return found, reader.errors


@attrs.define
class _Reader:
    """Reads a template, and those that it hands its OUT object to."""

    declared: Declarations
    uses: list[OutputUse] = attrs.field(factory=list)
    functions: list[CppFunction] = attrs.field(factory=list)
    errors: list[SpecError] = attrs.field(factory=list)
    unseen: Use | None = None
    allocates: bool = False
    strange: bool = False
    """Whether the object is used in a way that hides which methods are called."""
    _read: set[tuple[int, int, bool]] = attrs.field(factory=set)

    def read(self, function: CppFunction, position: int, *, is_fixed: bool) -> None:
        """Read a function whose parameter at ``position`` is the OUT object."""
        key = (id(function), position, is_fixed)
        if key in self._read:
            return
        self._read.add(key)
        if all(each is not function for each in self.functions):
            self.functions.append(function)
        before = len(self.errors)
        output = function.parameters[position]
        tokens = plain_tokens(function.body, output)
        body = statements(tokens, function.end)
        void = function.returns_nothing
        ends = _Ends.of(body, output, void=void)
        fixed = fixed_places(body, lambda some: self._fixes(some, output), is_fixed=is_fixed)
        for index in object_places(tokens, output):
            token = tokens[index]
            place = method_name(tokens, index)
            if place is None or tokens[index + 1].text != ".":
                self._passed(function, tokens, index, ends, is_fixed=id(token) in fixed)
            elif tokens[place].text in _ANYWHERE:
                self.allocates = True
            else:
                name = tokens[place]
                self.uses.append(OutputUse(name, function, id(token) in fixed))
                if id(token) not in ends.objects:
                    self.errors.append(
                        _not_last(function, name, f"'{output}.{name.text}' is", void=void)
                    )
        if len(self.errors) == before:
            self.errors.extend(_missing(function, body, output, ends, void=void))

    def _passed(
        self,
        function: CppFunction,
        tokens: Sequence[Token],
        index: int,
        ends: _Ends,
        *,
        is_fixed: bool,
    ) -> None:
        """A use of the object that is no call of a method: only a function may be given it."""
        token = tokens[index]
        handed = handed_to(tokens, index)
        if handed is None:
            self.strange = True
            self.errors.append(
                function.source.error(
                    f"'{token.text}' is used in another way than by calling its methods",
                    token,
                    hint=f"end with a call such as '{token.text}.add(...)'; only a function "
                    "whose call is the end can be given it",
                )
            )
            return
        helpers = self._helpers(handed)
        if id(token) not in ends.objects:
            self._prepares(function, token, handed, helpers)
            return
        if not helpers and self.unseen is None:
            self.unseen = Use(handed.callee, function)
        for helper in helpers:
            if helper.returns_nothing and not function.returns_nothing:
                wrong = [
                    function.source.error(
                        f"'{handed.callee.text}' is void, and '{function.name.text}' is not",
                        handed.callee,
                        hint="make both of them void, or both 'decltype(auto)'",
                    )
                ]
            else:
                wrong = wrong_output(helper, handed.position)
            if wrong:
                self.strange = True
                self.errors.extend(wrong)
            else:
                self.read(helper, handed.position, is_fixed=is_fixed)

    def _prepares(
        self, function: CppFunction, token: Token, handed: Handed, helpers: Sequence[CppFunction]
    ) -> None:
        """A function that is given the object before the end: it must be seen to write nothing."""
        methods = [name for each in helpers for name in _methods(each, handed.position)]
        if not helpers or any(name not in _ANYWHERE for name in methods):
            self.strange = True
            message = f"'{token.text}' is handed to '{handed.callee.text}', which is"
            error = _not_last(function, token, message, void=function.returns_nothing)
            self.errors.append(error)
        elif SET_OUTPUT in methods:
            for each in helpers:
                self.errors.extend(wrong_output(each, handed.position))
        self.allocates = True

    def _helpers(self, handed: Handed) -> list[CppFunction]:
        """The functions of the headers that a call may mean."""
        return [
            each
            for each in self.declared.of_name(handed.callee.text)
            if each.is_defined and handed.position < len(each.parameters)
        ]

    def _fixes(self, tokens: Sequence[Token], output: str) -> bool:
        """Whether a piece of a body calls `set_output`, itself or in a function for that."""
        for index in object_places(tokens, output):
            place = method_name(tokens, index)
            if place is not None:
                if tokens[place].text == SET_OUTPUT:
                    return True
                continue
            handed = handed_to(tokens, index)
            helpers = [] if handed is None else self._helpers(handed)
            if handed is not None and any(
                SET_OUTPUT in _methods(each, handed.position) for each in helpers
            ):
                return True
        return False


def _methods(function: CppFunction, position: int) -> tuple[str, ...]:
    """The methods that a function calls on its OUT object; an empty name for another use."""
    output = function.parameters[position]
    tokens = plain_tokens(function.body, output)
    places = (method_name(tokens, index) for index in object_places(tokens, output))
    return tuple(tokens[place].text if place is not None else "" for place in places)


@frozen
class _Ends:
    """The last acts that are calls of the object, or of a function that is given it: the first
    token of each (``values``), and the object in it (``objects``), by id."""

    values: frozenset[int]
    objects: frozenset[int]

    @classmethod
    def of(cls, body: Compound, output: str, *, void: bool) -> _Ends:
        values: set[int] = set()
        objects: set[int] = set()
        for statement in last_acts(body) if void else walk(body):
            for value in _values(statement, void=void):
                for token in _written_in(value, output):
                    values.add(id(value[0]))
                    objects.add(id(token))
        return cls(frozenset(values), frozenset(objects))

    def writes(self, value: Sequence[Token]) -> bool:
        """Whether a last act writes the result, or throws."""
        return bool(value) and (id(value[0]) in self.values or value[0].text == "throw")


def _values(statement: object, *, void: bool) -> Iterator[tuple[Token, ...]]:
    """The expressions that a last act may consist in."""
    if isinstance(statement, Simple) and void:
        yield from alternatives(statement.tokens)
    elif isinstance(statement, Returned):
        yield from alternatives(statement.value)


def _written_in(value: Sequence[Token], output: str) -> Iterator[Token]:
    """The object, where all of an expression is a call of its method or of a function for it."""
    if not value:
        return
    if value[0].text == output:
        place = method_name(value, 0)
        if place is not None and value[place].text not in _ANYWHERE and is_one_call(value, place):
            yield value[0]
        return
    call = whole_call(value)
    for argument in call or ():
        if [token.text for token in argument] == [output]:
            yield argument[0]


def _not_last(function: CppFunction, token: Token, message: str, *, void: bool) -> SpecError:
    ops = (*function.template_parameters, "OPS")[0]
    return function.source.error(
        f"{message} not the last act of '{function.name.text}'",
        token,
        hint="only what the function ends with can be written into its output: "
        f"call it through '{ops}', or " + ("end there" if void else "return it"),
    )


def _missing(
    function: CppFunction, body: Compound, output: str, ends: _Ends, *, void: bool
) -> Iterator[SpecError]:
    """Paths that end without a call of the output."""
    places: dict[int, Token] = {}

    def ends_well(each: Simple) -> bool:
        # What a function with a result ends with may throw; `set_output` does not, and writes
        # nothing.
        if not void:
            place = method_name(each.tokens, 0)
            return place is None or each.tokens[0].text != output
        return all(map(ends.writes, _values(each, void=True)))

    for token in paths_without_end(body, ends_well):
        if void or token.text == ";":
            places[id(token)] = token
    for statement in walk(body):
        if isinstance(statement, Returned) and (statement.value or not void):
            for value in alternatives(statement.value):
                if not ends.writes(value):
                    token = value[0] if value else statement.keyword
                    places[id(token)] = token
    if not places and not ends.values:
        places[id(function.end)] = function.end
    for token in places.values():
        yield function.source.error(
            f"'{function.name.text}' ends here and has written nothing to '{output}'",
            token,
            hint=f"end every path with a call such as '{output}.add(...)'",
        )
