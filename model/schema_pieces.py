"""Schemas put together of pieces that were read before.

Most arguments and returns are written like many others: the 12,000 of ATen's file are of 1,200
texts. So each text is parsed once. No token reaches from one piece into the next, and a piece that
the parser takes whole ends for it at a comma or a parenthesis, too; so what is put together is what
the parser reads. Each piece prints as it is written, hence so does the whole. Any other text is
left to the parser, and so is every mistake.
"""

from __future__ import annotations

import functools
import re

from dispatchless.model.errors import SpecError
from dispatchless.model.location import Positions
from dispatchless.model.schema import Argument, FunctionSchema, Return
from dispatchless.model.schema_lexer import SchemaText
from dispatchless.model.schema_parser import SchemaParser
from dispatchless.model.schema_rules import violations

_SCHEMA = re.compile(r"([\w.:]+)\((.*)\) -> (.*)", re.ASCII)
_SEPARATOR = ", "
_MANY = 4096  # more texts than ATen's file has; keeps the memory in bounds


def schema_of_pieces(text: str, positions: Positions | None) -> FunctionSchema | None:
    """The schema, or None if it is written in another way than it is printed or has a mistake."""
    match = _SCHEMA.fullmatch(text)
    if match is None:
        return None
    try:
        name = SchemaParser(SchemaText(match[1], None)).whole_operator_name()
        arguments = _arguments(match[2], match.start(2), positions)
        returns = _returns(match[3], match.start(3), positions)
    except (_OtherwiseWritten, SpecError):
        return None
    origin = None if positions is None else positions.at(0)
    schema = FunctionSchema(name, arguments, returns, origin=origin)
    return schema if next(violations(schema), None) is None else None


class _OtherwiseWritten(Exception):
    """The text is not the print of its tree."""


def _arguments(text: str, offset: int, positions: Positions | None) -> tuple[Argument, ...]:
    arguments: list[Argument] = []
    kwarg_only = False
    for piece in text.split(_SEPARATOR) if text else ():
        if piece == "*" and not kwarg_only:
            kwarg_only = True
        else:
            known = _argument(piece)
            origin = None if positions is None else positions.at(offset)
            arguments.append(
                Argument(
                    known.name,
                    known.type,
                    known.default,
                    known.annotation,
                    kwarg_only,
                    origin=origin,
                )
            )
        offset += len(piece) + len(_SEPARATOR)
    if kwarg_only and not (arguments and arguments[-1].kwarg_only):
        raise _OtherwiseWritten
    return tuple(arguments)


def _returns(text: str, offset: int, positions: Positions | None) -> tuple[Return, ...]:
    pieces = [text]
    if text.startswith("(") and text.endswith(")"):
        pieces = text[1:-1].split(_SEPARATOR) if text != "()" else []
        if len(pieces) == 1:
            raise _OtherwiseWritten
        offset += 1
    returns: list[Return] = []
    for piece in pieces:
        known = _return(piece)
        origin = None if positions is None else positions.at(offset)
        returns.append(Return(known.name, known.type, known.annotation, origin=origin))
        offset += len(piece) + len(_SEPARATOR)
    return tuple(returns)


@functools.lru_cache(_MANY)
def _argument(text: str) -> Argument:
    """The argument without its place. Raises :class:`_OtherwiseWritten` or :class:`SpecError`."""
    argument = SchemaParser(SchemaText(text, None)).whole_argument()
    if str(argument) != text:
        raise _OtherwiseWritten
    return argument


@functools.lru_cache(_MANY)
def _return(text: str) -> Return:
    """The return without its place. Raises :class:`_OtherwiseWritten` or :class:`SpecError`."""
    result = SchemaParser(SchemaText(text, None)).whole_result()
    if str(result) != text:
        raise _OtherwiseWritten
    return result
