"""The parser of the schema language: from tokens to a schema's tree."""

from __future__ import annotations

from dispatchless.model.default_text import parse_default
from dispatchless.model.defaults import Default
from dispatchless.model.errors import SpecError
from dispatchless.model.location import Location
from dispatchless.model.schema import (
    Argument,
    FunctionSchema,
    OperatorName,
    Return,
)
from dispatchless.model.schema_lexer import SchemaText, Token, TokenKind
from dispatchless.model.token_stream import TokenStream
from dispatchless.model.type_text import parse_type


class SchemaParser:
    """Reads what stands at its stream's position; each method raises :class:`SpecError` with the
    place, the text and a hint."""

    def __init__(self, source: SchemaText, *, allow_dim_vector: bool = False) -> None:
        self.source = source
        self.stream = TokenStream(source)
        self._allow_dim_vector = allow_dim_vector
        self._name_span = (0, 0)
        self._spans: dict[int, tuple[int, int]] = {}  # id of an argument or return -> its text

    def span_of(self, subject: object) -> tuple[int, int]:
        """Where the argument, return or (for anything else) name stands in the text."""
        return self._spans.get(id(subject), self._name_span)

    def schema(self) -> FunctionSchema:
        """A whole schema, to its end."""
        stream = self.stream
        name = self.operator_name()
        self._name_span = (0, stream.previous.end)
        if stream.current.kind is TokenKind.END:
            raise self.source.error(
                "only an operator's name, where a whole schema is needed",
                0,
                stream.previous.end,
                hint=f"write for example '{name}(Tensor self) -> Tensor'",
            )
        arguments, is_vararg = self._arguments()
        if not stream.accept("->"):
            raise stream.unexpected(
                "'->' and what the operator returns",
                hint="an operator without result ends in '-> ()'",
            )
        returns, is_varret = self._returns()
        stream.expect_end("the schema")
        return FunctionSchema(
            name,
            tuple(arguments),
            tuple(returns),
            is_vararg=is_vararg,
            is_varret=is_varret,
            origin=self._place(0),
        )

    def whole_operator_name(self) -> OperatorName:
        """An operator's name, and nothing behind it."""
        name = self.operator_name()
        self.stream.expect_end("the operator's name")
        return name

    def whole_argument(self) -> Argument:
        """A positional argument, and nothing behind it."""
        argument = self.argument(kwarg_only=False)
        self.stream.expect_end("the argument")
        return argument

    def whole_result(self) -> Return:
        """One return, and nothing behind it."""
        result = self.result()
        self.stream.expect_end("the return")
        return result

    def _place(self, offset: int) -> Location | None:
        positions = self.source.positions
        return None if positions is None else positions.at(offset)

    # names

    def operator_name(self) -> OperatorName:
        """``namespace::base.overload``, the first and the last not always."""
        stream = self.stream
        first = stream.name("an operator's name", cpp=True)
        namespace: str | None = None
        if stream.accept("::"):
            namespace = first.text
            first = stream.name("an operator's name", cpp=True)
            if stream.at("::"):
                raise stream.unexpected("'.' or '('", hint="an operator has one namespace")
        if first.text.endswith("_out"):
            raise self.source.error(
                f"an operator's name cannot end in '_out', as '{first.text}' does",
                first.start,
                first.end,
                hint=f"the C++ name of an out= variant is made from its schema: write "
                f"'{first.text[:-4] or 'name'}.out'",
            )
        overload = ""
        if stream.accept("."):
            token = stream.name("an overload name")
            overload = token.text
            if overload == "default" or overload.startswith("__"):
                raise self.source.error(
                    f"the dispatcher does not allow the overload name '{overload}'",
                    token.start,
                    token.end,
                    hint="'default' is how Python names the overload without name"
                    if overload == "default"
                    else "an overload name does not begin with '__'",
                )
            if stream.at("."):
                raise stream.unexpected("'('", hint="an operator has one overload name")
        return OperatorName(namespace, first.text, overload)

    # arguments and returns

    def _arguments(self) -> tuple[list[Argument], bool]:
        stream = self.stream
        if not stream.accept("("):
            raise stream.unexpected(
                "'(' and the arguments", hint="write for example 'name(Tensor self) -> Tensor'"
            )
        arguments: list[Argument] = []
        star: Token | None = None
        is_vararg = False
        if stream.accept(")"):
            return arguments, is_vararg
        while True:
            if is_vararg:
                raise stream.unexpected("')'", hint="'...' is the last of the arguments")
            if stream.at("*"):
                if star is not None:
                    raise stream.unexpected("an argument", hint="'*' stands once in a schema")
                star = stream.advance()
            elif stream.accept("..."):
                is_vararg = True
            else:
                arguments.append(self.argument(kwarg_only=star is not None))
            if not stream.accept(","):
                break
        if not stream.accept(")"):
            raise stream.unexpected(
                "',' or ')'", hint="arguments are separated by commas, and the last ends in ')'"
            )
        if star is not None and not (arguments and arguments[-1].kwarg_only):
            raise self.source.error(
                "no keyword-only argument follows '*'", star.start, star.end, hint="leave '*' out"
            )
        return arguments, is_vararg

    def argument(self, *, kwarg_only: bool) -> Argument:
        """A type, a name and perhaps a default."""
        stream = self.stream
        start = stream.current.start
        type, annotation = parse_type(stream, allow_dim_vector=self._allow_dim_vector)
        if stream.current.kind is not TokenKind.NAME:
            raise self._missing_argument_name(start)
        name = stream.name("an argument's name", cpp=True)
        default: Default | None = None
        if stream.accept("="):
            default = parse_default(stream, type)
        argument = Argument(
            name.text, type, default, annotation, kwarg_only, origin=self._place(start)
        )
        self._spans[id(argument)] = (start, stream.previous.end)
        return argument

    def _missing_argument_name(self, start: int) -> SpecError:
        stream = self.stream
        token = stream.current
        text = self.source.text[start : token.end].strip()
        if token.text in (",", ")", "=", ""):
            return self.source.error(
                f"the argument '{text.removesuffix(token.text).strip()}' has no name",
                start,
                stream.previous.end,
                hint="an argument is a type and a name, as 'int dim'",
            )
        if token.text == ":":
            return self.source.error(
                f"'{text}' is not an argument: a type and its name are separated by a blank",
                start,
                token.end,
                hint="write for example 'float sigma'",
            )
        if token.text == "[":
            return stream.unexpected(
                "the argument's name",
                hint="behind a list with a size only '?' can follow: the dispatcher reads no more",
            )
        return stream.unexpected(
            "the argument's name", hint="an argument is a type and a name, as 'int dim'"
        )

    def _returns(self) -> tuple[list[Return], bool]:
        stream = self.stream
        if stream.accept("..."):
            return [], True
        if not stream.at("("):
            return [self.result()], False
        opening = stream.advance()
        returns: list[Return] = []
        is_varret = False
        if stream.accept(")"):
            return returns, is_varret
        while True:
            if is_varret:
                raise stream.unexpected("')'", hint="'...' is the last of the returns")
            if stream.accept("..."):
                is_varret = True
            else:
                returns.append(self.result())
            if not stream.accept(","):
                break
        if not stream.accept(")"):
            raise stream.unexpected(
                "',' or ')'", hint="returns are separated by commas, and the last ends in ')'"
            )
        if len(returns) + is_varret == 1:
            inside = self.source.text[opening.end : stream.previous.start].strip()
            raise self.source.error(
                "one return stands without parentheses",
                opening.start,
                stream.previous.end,
                hint=f"write '-> {inside}'",
            )
        return returns, is_varret

    def result(self) -> Return:
        """A type, and perhaps a name."""
        stream = self.stream
        start = stream.current.start
        type, annotation = parse_type(stream)
        name: str | None = None
        if stream.current.kind is TokenKind.NAME:
            name = stream.name("a return's name").text
        result = Return(name, type, annotation, origin=self._place(start))
        self._spans[id(result)] = (start, stream.previous.end)
        return result
