"""Reads schemas from text.

What is accepted is what PyTorch's dispatcher and ATen's code generator both accept; what
only one of them does is refused with its reason. Every schema that is read is printed and
compared with what was read: the tree keeps everything that the text says.
"""

from __future__ import annotations

from dispatchless.model.default_text import parse_default
from dispatchless.model.defaults import Default
from dispatchless.model.errors import SpecError, did_you_mean
from dispatchless.model.identifiers import CPP_KEYWORDS, SCHEMA_RESERVED
from dispatchless.model.location import Location, Positions
from dispatchless.model.schema import (
    Annotation,
    Argument,
    FunctionSchema,
    OperatorName,
    Return,
)
from dispatchless.model.schema_lexer import SchemaText, Token, TokenKind, tokenize
from dispatchless.model.schema_rules import violations
from dispatchless.model.schema_types import (
    BASE_TYPE_NAMES,
    BaseType,
    CustomClassType,
    ListType,
    OptionalType,
    SchemaType,
    is_tensor_like,
)
from dispatchless.model.token_stream import TokenStream

# Types that only the dispatcher knows, with the reason why no kernel can be made for them.
_DISPATCHER_ONLY = {
    "Any": "any value",
    "AnyEnumType": "any value",
    "Capsule": "an opaque pointer",
    "complex": "a complex number",
    "ConstQuantizerPtr": "a quantizer",
    "Dict": "a dictionary",
    "Future": "a future",
    "None": "nothing",
    "NoneType": "nothing",
    "Quantizer": "a quantizer",
    "RRef": "a remote reference",
}

_PLAIN_TYPES: dict[str, SchemaType] = {name: BaseType(name) for name in BASE_TYPE_NAMES}


def parse_schema(text: str, *, location: Positions | None = None) -> FunctionSchema:
    """The schema that ``text`` writes, e.g. ``add.Tensor(Tensor self, Tensor other) -> Tensor``.

    ``location`` is the place of the text in its file; arguments get their own place from it.
    Raises :class:`~dispatchless.model.errors.SpecError` with the place, the text and a hint.
    """
    parser = _SchemaParser(SchemaText(text, location))
    schema = parser.schema()
    _check_printed(schema, parser.stream)
    for violation in violations(schema):
        start, end = parser.span_of(violation.subject)
        raise parser.source.error(violation.message, start, end, hint=violation.hint)
    return schema


def parse_operator_name(text: str, *, location: Positions | None = None) -> OperatorName:
    """The operator name that ``text`` writes, e.g. ``aten::add.Tensor``."""
    parser = _SchemaParser(SchemaText(text, location))
    name = parser.operator_name()
    parser.stream.expect_end("the operator's name")
    return name


def parse_argument(text: str, *, location: Positions | None = None) -> Argument:
    """One argument as it stands in a schema, e.g. ``int[2] dim=0``."""
    parser = _SchemaParser(SchemaText(text, location), allow_dim_vector=True)
    argument = parser.argument(kwarg_only=False)
    parser.stream.expect_end("the argument")
    return argument


def _check_printed(schema: FunctionSchema, stream: TokenStream) -> None:
    """Assert that printing gives back the text, but for white space between tokens."""
    printed = str(schema)
    if printed == stream.source.text:
        return
    written = [(t.kind, t.text) for t in stream.tokens]
    again = [(t.kind, t.text) for t in tokenize(SchemaText(printed, None))]
    assert again == written, f"printed {printed!r} for {stream.source.text!r}"


class _SchemaParser:
    def __init__(self, source: SchemaText, *, allow_dim_vector: bool = False) -> None:
        self.source = source
        self.stream = TokenStream(source)
        self._allow_dim_vector = allow_dim_vector
        self._spans: dict[int, tuple[int, int]] = {}  # id of an argument or return -> its text

    def span_of(self, subject: object) -> tuple[int, int]:
        """Where the argument, return or (for anything else) name stands in the text."""
        return self._spans.get(id(subject), self._name_span)

    def schema(self) -> FunctionSchema:
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

    def _place(self, offset: int) -> Location | None:
        positions = self.source.positions
        return None if positions is None else positions.at(offset)

    # names

    def operator_name(self) -> OperatorName:
        stream = self.stream
        first = self._name("an operator's name", cpp=True)
        namespace: str | None = None
        if stream.accept("::"):
            namespace = first.text
            first = self._name("an operator's name", cpp=True)
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
            token = self._name("an overload name")
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

    def _name(self, what: str, *, cpp: bool = False) -> Token:
        token = self.stream.current
        if token.kind is not TokenKind.NAME:
            raise self.stream.unexpected(what)
        if token.text in SCHEMA_RESERVED:
            raise self.source.error(
                f"'{token.text}' cannot be {what}: it is a reserved word of the schema language",
                token.start,
                token.end,
                hint=f"call it '{token.text}_'" if what == "an argument's name" else None,
            )
        if cpp and token.text in CPP_KEYWORDS:
            raise self.source.error(
                f"'{token.text}' cannot be {what}: it is a keyword of C++",
                token.start,
                token.end,
                hint=f"call it '{token.text}_'" if what == "an argument's name" else None,
            )
        return self.stream.advance()

    # arguments and returns

    def _arguments(self) -> tuple[list[Argument], bool]:
        stream = self.stream
        if not stream.accept("("):
            raise stream.unexpected("'(' and the arguments")
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
            raise stream.unexpected("',' or ')'")
        if star is not None and not (arguments and arguments[-1].kwarg_only):
            raise self.source.error(
                "no keyword-only argument follows '*'", star.start, star.end, hint="leave '*' out"
            )
        return arguments, is_vararg

    def argument(self, *, kwarg_only: bool) -> Argument:
        stream = self.stream
        start = stream.current.start
        type, annotation = self._type()
        if stream.current.kind is not TokenKind.NAME:
            raise self._missing_argument_name(start)
        name = self._name("an argument's name", cpp=True)
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
        return stream.unexpected("the argument's name")

    def _returns(self) -> tuple[list[Return], bool]:
        stream = self.stream
        if stream.accept("..."):
            return [], True
        if not stream.at("("):
            return [self._return()], False
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
                returns.append(self._return())
            if not stream.accept(","):
                break
        if not stream.accept(")"):
            raise stream.unexpected("',' or ')'")
        if len(returns) + is_varret == 1:
            inside = self.source.text[opening.end : stream.previous.start].strip()
            raise self.source.error(
                "one return stands without parentheses",
                opening.start,
                stream.previous.end,
                hint=f"write '-> {inside}'",
            )
        return returns, is_varret

    def _return(self) -> Return:
        stream = self.stream
        start = stream.current.start
        type, annotation = self._type()
        name: str | None = None
        if stream.current.kind is TokenKind.NAME:
            name = self._name("a return's name").text
        result = Return(name, type, annotation, origin=self._place(start))
        self._spans[id(result)] = (start, stream.previous.end)
        return result

    # types

    def _type(self) -> tuple[SchemaType, Annotation | None]:
        stream = self.stream
        token = stream.current
        annotation: Annotation | None = None
        type: SchemaType
        if token.text == "__torch__":
            type = self._custom_class()
        else:
            type = self._base_type()
            if token.text == "Tensor":
                annotation = self._annotation()
        while True:
            if stream.at("?"):
                question = stream.advance()
                if isinstance(type, OptionalType):
                    raise self.source.error(
                        "'??' is no type: None has no two meanings", question.start, question.end
                    )
                type = OptionalType(type)
            elif stream.at("["):
                opening = stream.advance()
                if stream.accept("]"):
                    type = ListType(type)
                else:
                    return self._sized_list(type, opening), annotation
            elif stream.at("("):
                raise self._misplaced_annotation(type)
            else:
                return type, annotation

    def _misplaced_annotation(self, type: SchemaType) -> SpecError:
        token = self.stream.current
        closing = self.source.text.find(")", token.start)
        end = token.end if closing < 0 else closing + 1
        shown = self.source.text[token.start : end]
        if not is_tensor_like(type):
            return self.source.error(
                f"only tensors have alias annotations, {type} has none", token.start, end
            )
        return self.source.error(
            f"the alias annotation '{shown}' does not stand behind 'Tensor'",
            token.start,
            end,
            hint=f"write '{str(type).replace('Tensor', 'Tensor' + shown, 1)}'",
        )

    def _sized_list(self, elem: SchemaType, opening: Token) -> SchemaType:
        stream = self.stream
        token = stream.current
        if token.kind is not TokenKind.NUMBER:
            raise stream.unexpected("']' or the list's size")
        stream.advance()
        if not token.text.isdigit() or int(token.text) < 1 or str(int(token.text)) != token.text:
            raise self.source.error(
                f"a list's size is a whole number from 1, not '{token.text}'",
                token.start,
                token.end,
                hint="a list of any size is written with '[]'",
            )
        if int(token.text) > 2**31 - 1:
            raise self.source.error("the list's size is too large", token.start, token.end)
        if not stream.accept("]"):
            raise stream.unexpected("']'")
        sized = ListType(elem, int(token.text))
        return OptionalType(sized) if stream.accept("?") else sized

    def _base_type(self) -> SchemaType:
        stream = self.stream
        token = stream.current
        plain = _PLAIN_TYPES.get(token.text)
        if plain is not None and (token.text != "DimVector" or self._allow_dim_vector):
            return_type = plain
            stream.advance()
            return return_type
        if token.kind is not TokenKind.NAME:
            hint = None
            if token.text == "(":
                hint = "a tuple can be returned, but it is no type of an argument"
            elif token.text == ")" and stream.previous.text == ",":
                hint = "a comma is missing its argument"
            raise stream.unexpected("a type", hint=hint)
        if token.text in _DISPATCHER_ONLY:
            raise self.source.error(
                f"'{token.text}' ({_DISPATCHER_ONLY[token.text]}) is a type of TorchScript that "
                "ATen's C++ interface cannot say",
                token.start,
                token.end,
                hint=f"types are {', '.join(sorted(BASE_TYPE_NAMES - {'DimVector'}))}",
            )
        hint = did_you_mean(token.text, BASE_TYPE_NAMES - {"DimVector"})
        raise self.source.error(
            f"unknown type '{token.text}'",
            token.start,
            token.end,
            hint=hint or f"types are {', '.join(sorted(BASE_TYPE_NAMES - {'DimVector'}))}",
        )

    def _custom_class(self) -> SchemaType:
        stream = self.stream
        start = stream.advance().start
        parts: list[str] = []
        while stream.accept("."):
            parts.append(self._name("a part of a class name").text)
        if len(parts) != 4 or parts[:2] != ["torch", "classes"]:
            raise self.source.error(
                "not the name of a custom class",
                start,
                stream.previous.end,
                hint="it is written '__torch__.torch.classes.<namespace>.<Class>'",
            )
        return CustomClassType(".".join(parts[2:]))

    def _annotation(self) -> Annotation | None:
        stream = self.stream
        if stream.at("!"):
            raise stream.unexpected(
                "a name", hint="write 'Tensor(a!)': the alias set of a written tensor has a name"
            )
        if not stream.accept("("):
            return None
        before = self._alias_sets()
        is_write = stream.accept("!")
        after: tuple[str, ...] = ()
        if stream.accept("->"):
            after = self._alias_sets()
        if not stream.accept(")"):
            raise stream.unexpected("')' behind the alias annotation")
        return Annotation(before, is_write, after)

    def _alias_sets(self) -> tuple[str, ...]:
        stream = self.stream
        sets: list[str] = []
        while True:
            token = stream.current
            if stream.accept("*"):
                sets.append("*")
            else:
                sets.append(self._name("an alias set").text)
            if sets[-1] in sets[:-1]:
                raise self.source.error(
                    f"the alias set '{token.text}' is named twice", token.start, token.end
                )
            if not stream.accept("|"):
                break
        if "*" in sets and len(sets) > 1:
            raise self.source.error(
                "'*' already means every alias set",
                stream.previous.start,
                stream.previous.end,
                hint="write '*' alone",
            )
        return tuple(sets)
