"""Reads types: ``Tensor(a!)?``, ``int[2]``, ``__torch__.torch.classes.x.Y[]``."""

from __future__ import annotations

from dispatchless.model.errors import SpecError, did_you_mean
from dispatchless.model.schema import Annotation
from dispatchless.model.schema_lexer import Token, TokenKind
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

_COMMON_TYPES = ("Tensor", "int", "float", "bool", "Scalar")
_MAX_DEPTH = 8  # ATen's deepest types, as Tensor?[], have two levels

_PLAIN_TYPES: dict[str, SchemaType] = {name: BaseType(name) for name in BASE_TYPE_NAMES}


def parse_type(
    stream: TokenStream, *, allow_dim_vector: bool = False
) -> tuple[SchemaType, Annotation | None]:
    """The type at the stream's position, and the alias annotation behind its ``Tensor``.

    ``DimVector`` is a type only where ``precomputed:`` arguments are listed.
    """
    plain = _PLAIN_TYPES.get(stream.current.text)
    if (
        plain is not None
        and stream.following.kind is TokenKind.NAME
        and stream.current.text != "DimVector"
    ):
        stream.advance()  # a word and the argument's name, as most are
        return plain, None
    return _TypeParser(stream, allow_dim_vector).type()


class _TypeParser:
    def __init__(self, stream: TokenStream, allow_dim_vector: bool) -> None:
        self._stream = stream
        self._allow_dim_vector = allow_dim_vector

    def type(self) -> tuple[SchemaType, Annotation | None]:
        stream = self._stream
        token = stream.current
        annotation: Annotation | None = None
        type: SchemaType
        if token.text == "__torch__":
            type = self._custom_class()
        else:
            type = self._base_type()
            if token.text == "Tensor":
                annotation = self._annotation()
        depth = 0
        while True:
            depth += 1
            if depth > _MAX_DEPTH and (stream.at("?") or stream.at("[")):
                raise self._stream.source.error(
                    f"the type is nested deeper than {_MAX_DEPTH} levels",
                    token.start,
                    stream.current.end,
                    hint="no operator of ATen takes more than a list of lists: use fewer '[]'",
                )
            if stream.at("?"):
                question = stream.advance()
                if isinstance(type, OptionalType):
                    raise self._stream.source.error(
                        "'??' is no type: None has no two meanings",
                        question.start,
                        question.end,
                        hint=f"write '{type}'",
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
        token = self._stream.current
        closing = self._stream.source.text.find(")", token.start)
        end = token.end if closing < 0 else closing + 1
        shown = self._stream.source.text[token.start : end]
        if not is_tensor_like(type):
            return self._stream.source.error(
                f"only tensors have alias annotations, {type} has none",
                token.start,
                end,
                hint=f"leave '{shown}' out",
            )
        return self._stream.source.error(
            f"the alias annotation '{shown}' does not stand behind 'Tensor'",
            token.start,
            end,
            hint=f"write '{str(type).replace('Tensor', 'Tensor' + shown, 1)}'",
        )

    def _sized_list(self, elem: SchemaType, opening: Token) -> SchemaType:
        stream = self._stream
        token = stream.current
        if token.kind is not TokenKind.NUMBER:
            raise stream.unexpected(
                "']' or the list's size",
                hint="a list is written 'int[]' or, with its size, 'int[2]'",
            )
        stream.advance()
        if not token.text.isdigit() or int(token.text) < 1 or str(int(token.text)) != token.text:
            raise self._stream.source.error(
                f"a list's size is a whole number from 1, not '{token.text}'",
                token.start,
                token.end,
                hint="a list of any size is written with '[]'",
            )
        if int(token.text) > 2**31 - 1:
            raise self._stream.source.error(
                "the list's size is too large",
                token.start,
                token.end,
                hint="a list of any size is written with '[]'",
            )
        if not stream.accept("]"):
            raise stream.unexpected("']'", hint="a list's size is one number, as 'int[2]'")
        sized = ListType(elem, int(token.text))
        return OptionalType(sized) if stream.accept("?") else sized

    def _base_type(self) -> SchemaType:
        stream = self._stream
        token = stream.current
        plain = _PLAIN_TYPES.get(token.text)
        if plain is not None and (token.text != "DimVector" or self._allow_dim_vector):
            return_type = plain
            stream.advance()
            return return_type
        if token.kind is not TokenKind.NAME:
            hint = f"a type is a word, as {', '.join(_COMMON_TYPES)}"
            if stream.previous.text == "->" and token.kind is TokenKind.END:
                hint = "an operator without result ends in '-> ()'"
            elif token.text == "(":
                hint = "a tuple can be returned, but it is no type of an argument"
            elif token.text == ")" and stream.previous.text == ",":
                hint = "a comma is missing its argument"
            raise stream.unexpected("a type", hint=hint)
        if token.text in _DISPATCHER_ONLY:
            raise self._stream.source.error(
                f"'{token.text}' ({_DISPATCHER_ONLY[token.text]}) is a type of TorchScript that "
                "ATen's C++ interface cannot say",
                token.start,
                token.end,
                hint=f"types are {', '.join(sorted(BASE_TYPE_NAMES - {'DimVector'}))}",
            )
        near = did_you_mean(token.text, BASE_TYPE_NAMES - {"DimVector"})
        raise self._stream.source.error(
            f"unknown type '{token.text}'",
            token.start,
            token.end,
            hint=near or f"types are {', '.join(sorted(BASE_TYPE_NAMES - {'DimVector'}))}",
        )

    def _custom_class(self) -> SchemaType:
        stream = self._stream
        start = stream.advance().start
        parts: list[str] = []
        while stream.accept("."):
            parts.append(self._stream.name("a part of a class name").text)
        if len(parts) != 4 or parts[:2] != ["torch", "classes"]:
            raise self._stream.source.error(
                "not the name of a custom class",
                start,
                stream.previous.end,
                hint="it is written '__torch__.torch.classes.<namespace>.<Class>'",
            )
        return CustomClassType(".".join(parts[2:]))

    def _annotation(self) -> Annotation | None:
        stream = self._stream
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
            raise stream.unexpected(
                "')' behind the alias annotation",
                hint="an annotation is written '(a)' or, where the tensor is written to, '(a!)'",
            )
        return Annotation(before, is_write, after)

    def _alias_sets(self) -> tuple[str, ...]:
        stream = self._stream
        sets: list[str] = []
        while True:
            token = stream.current
            if stream.accept("*"):
                sets.append("*")
            else:
                sets.append(self._stream.name("an alias set").text)
            if sets[-1] in sets[:-1]:
                raise self._stream.source.error(
                    f"the alias set '{token.text}' is named twice",
                    token.start,
                    token.end,
                    hint="name it once",
                )
            if not stream.accept("|"):
                break
        if "*" in sets and len(sets) > 1:
            raise self._stream.source.error(
                "'*' already means every alias set",
                stream.previous.start,
                stream.previous.end,
                hint="write '*' alone",
            )
        return tuple(sets)
