"""Reads the values of design keys: ``my::sub (add.Tensor, neg)``, ``My -> add.Tensor``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dispatchless.frozen import frozen
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.location import Location, ShiftedPositions
from dispatchless.model.schema import OperatorName
from dispatchless.model.schema_text import parse_operator_name
from dispatchless.model.yaml_source import YamlScalar


@frozen
class ListedName:
    """An operator named in a list, and where."""

    name: OperatorName
    origin: Location
    text: YamlScalar
    span: tuple[int, int]

    def error(self, message: str, *, hint: str | None = None) -> SpecError:
        """The error for this name."""
        return SpecError(
            message, location=self.origin, text=self.text.value, span=self.span, hint=hint
        )


# Stands for the list of operators where the header is to be searched for them.
_INFERRED = "*"


@frozen
class TemplateAndCalls:
    """What stands in the value of a design. ``inferred``: the list is ``(*)``, the operators are
    those that the header calls."""

    template: tuple[str, ...]
    rooted: bool
    calls: tuple[ListedName, ...]
    inferred: bool = False


def parse_template_and_calls(
    text: YamlScalar, errors: ErrorCollector, *, key: str = "composite"
) -> TemplateAndCalls | None:
    """The template's name and the listed operators; None after an error in their syntax."""
    value = text.value
    opening = value.find("(")
    example = f"write '{key}: name (operator, operator)'"
    if opening < 0:
        end = _behind_name(value)
        message = f"'{value.strip()}' lists no operators: '(' is missing"
        errors.add(_error(text, message, end, 1, hint=example))
        return None
    template = _template(text, 0, opening, errors, example)
    closing = value.find(")", opening)
    if closing < 0:
        errors.add(
            _error(
                text,
                "the list of operators has no end: ')' is missing",
                len(value.rstrip()),
                1,
                hint=example,
            )
        )
        return None
    rest = value[closing + 1 :]
    if rest.strip():
        start = closing + 1 + len(rest) - len(rest.lstrip())
        errors.add(
            _error(
                text,
                f"'{rest.strip()}' behind the list of operators",
                start,
                len(rest.strip()),
                hint="nothing follows the list: leave it out, or put operators inside '(...)'",
            )
        )
        return None
    inferred = value[opening + 1 : closing].strip() == _INFERRED
    calls = () if inferred else tuple(_listed(text, opening + 1, closing, errors))
    if template is None:
        return None
    return TemplateAndCalls(*template, calls, inferred)


def _behind_name(value: str) -> int:
    """Where something is missing between a template's name and what follows; at the end if nothing
    does."""
    name = re.match(r"\s*\S+\s*", value)
    return min(len(value.rstrip()), name.end() if name is not None else 0)


def parse_template(
    text: YamlScalar, errors: ErrorCollector, *, key: str
) -> TemplateAndCalls | None:
    """A template's name alone."""
    template = _template(text, 0, len(text.value), errors, f"write '{key}: name'")
    return None if template is None else TemplateAndCalls(*template, ())


def parse_adapter(text: YamlScalar, errors: ErrorCollector) -> TemplateAndCalls | None:
    """``Name -> operator``: the author's struct and the operator that it makes arguments for."""
    example = "write 'adapter: Name -> operator'"
    arrow = text.value.find("->")
    if arrow < 0:
        end = _behind_name(text.value)
        message = "the adapter names no operator: '->' is missing"
        errors.add(_error(text, message, end, 1, hint=example))
        return None
    comma = text.value.find(",", arrow)
    if comma >= 0:
        errors.add(
            _error(
                text,
                "an adapter makes the arguments of one operator",
                comma,
                1,
                hint="a 'structured_composite' calls several",
            )
        )
        return None
    template = _template(text, 0, arrow, errors, example, what="struct")
    target = _name_between(text, arrow + 2, len(text.value), errors, example)
    if template is None or target is None:
        return None
    return TemplateAndCalls(*template, (target,))


def parse_one_name(text: YamlScalar, errors: ErrorCollector, *, key: str) -> ListedName | None:
    """The name of one operator."""
    return _name_between(text, 0, len(text.value), errors, f"write '{key}: operator'")


def parse_name_list(text: YamlScalar, errors: ErrorCollector) -> tuple[ListedName, ...] | None:
    """The operators of a list in parentheses: ``(add.Tensor, neg)``. None: it is none."""
    value = text.value
    start = len(value) - len(value.lstrip())
    if not (value.startswith("(", start) and value.rstrip().endswith(")")):
        errors.add(
            _error(
                text,
                "a list of operators stands in parentheses",
                start,
                1,
                hint=f"write '({value.strip().strip('()')})'",
            )
        )
        return None
    return tuple(_listed(text, start + 1, len(value.rstrip()) - 1, errors))


@frozen
class WayAndNames:
    """A word, and operators in parentheses behind it; ``names`` is None without any."""

    way: str
    names: tuple[ListedName, ...] | None


def parse_way_and_names(text: YamlScalar, errors: ErrorCollector, *, key: str) -> WayAndNames:
    """``inheritance`` or ``inheritance (add.Tensor)``."""
    value = text.value
    opening = value.find("(")
    if opening < 0:
        return WayAndNames(value.strip(), None)
    end = len(value.rstrip())
    if not value.rstrip().endswith(")"):
        hint = f"write '{key}: word (operator, operator)'"
        errors.add(_error(text, "the list of operators has no end", opening, 1, hint=hint))
        return WayAndNames(value[:opening].strip(), ())
    names = tuple(_listed(text, opening + 1, end - 1, errors))
    return WayAndNames(value[:opening].strip(), names)


_SEPARATED = "one comma stands between two operators, and none behind the last"


def _listed(text: YamlScalar, start: int, end: int, errors: ErrorCollector) -> Iterator[ListedName]:
    """The operators between two offsets."""
    value = text.value
    if not value[start:end].strip():
        errors.add(
            _error(
                text,
                "the list of operators is empty",
                start - 1,
                end - start + 2,
                hint="a kernel that calls no operator has no dispatch to save: register it "
                "as it is",
            )
        )
        return
    offset = start
    for written in value[start:end].split(","):
        offset += len(written) + 1
        found = _name_between(text, offset - len(written) - 1, offset - 1, errors, _SEPARATED)
        if found is not None:
            yield found


def _name_between(
    text: YamlScalar, start: int, end: int, errors: ErrorCollector, example: str
) -> ListedName | None:
    """The operator's name between two offsets."""
    written = text.value[start:end]
    name = written.strip()
    shift = start + len(written) - len(written.lstrip())
    if not name:
        errors.add(_error(text, "an operator's name is missing", min(shift, end), 1, hint=example))
        return None
    place = ShiftedPositions(text, shift)
    try:
        parsed = parse_operator_name(name, location=place)
    except SpecError as error:
        errors.add(_in_whole(error, text, shift))
        return None
    return ListedName(parsed, place.at(0), text, (shift, len(name)))


def _in_whole(error: SpecError, text: YamlScalar, shift: int) -> SpecError:
    """The error of a part, shown in the whole value."""
    start, length = error.span or (0, 1)
    return SpecError(
        error.message,
        location=error.location,
        text=text.value,
        span=(start + shift, length),
        hint=error.hint,
    )


_NAMES = {"template": "'sub' or 'my::sub'", "struct": "'Sub' or 'my::Sub'"}


def _template(
    text: YamlScalar,
    start: int,
    end: int,
    errors: ErrorCollector,
    example: str,
    *,
    what: str = "template",
) -> tuple[tuple[str, ...], bool] | None:
    """The C++ name between two offsets, and whether it is written from the global namespace."""
    written = text.value[start:end]
    name = written.strip()
    start += len(written) - len(written.lstrip())
    if not name:
        errors.add(_error(text, f"the {what}'s name is missing", start, 1, hint=example))
        return None
    rooted = name.startswith("::")
    parts = name[2:].split("::") if rooted else name.split("::")
    offset = start + (2 if rooted else 0)
    for part in parts:
        reason = why_not_cpp_name(part)
        if reason is not None:
            errors.add(
                _error(
                    text,
                    f"'{name}' cannot be a {what}'s name: '{part}' {reason}",
                    offset,
                    max(1, len(part)),
                    hint=f"it is a C++ name such as {_NAMES[what]}, without arguments",
                )
            )
            return None
        offset += len(part) + 2
    return tuple(parts), rooted


def _error(text: YamlScalar, message: str, offset: int, length: int, *, hint: str) -> SpecError:
    return SpecError(
        message,
        location=text.at(offset),
        text=text.value,
        span=(offset, max(1, length)),
        hint=hint,
    )
