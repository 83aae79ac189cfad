"""Nodes made from the events of PyYAML's parser (the C one where it is there)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import yaml

from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.yaml_source import (
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    YamlText,
)

_MAX_DEPTH = 32  # the deepest specification has four levels
_KEY_HINT = "a key is one word, as 'func'; a text with brackets or braces stands in quotes"
_PLAIN_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


def document(source: YamlText, errors: ErrorCollector) -> YamlNode | None:
    """The one document in the text, or None if the text is empty; errors are as of `load_yaml`."""
    return _Builder(source, errors).document()


def _span(event: yaml.Event) -> tuple[int, int]:
    """Where the event begins and ends in the text."""
    start, end = event.start_mark, event.end_mark
    assert start is not None and end is not None, "parsers mark their events"
    return start.index, end.index


def _events(source: YamlText) -> Iterator[yaml.Event]:
    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        loader = loader_class(source.text)
        while True:
            event = loader.get_event()
            yield event
            if isinstance(event, yaml.StreamEndEvent):
                return
    except yaml.reader.ReaderError as error:
        # The error's own position counts characters or bytes, depending on the parser.
        index = max(0, source.text.find(chr(error.character)))
        raise source.error(
            f"not yaml: the character U+{error.character:04X} is not allowed",
            index,
            hint="remove it: the file may hold printable characters and line breaks",
        ) from None
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(source, error) from None


def _syntax_error(source: YamlText, error: yaml.MarkedYAMLError) -> SpecError:
    mark = error.problem_mark or error.context_mark
    index = 0 if mark is None else min(mark.index, len(source.text))
    if index == len(source.text) and index > 0:
        index -= 1  # the end of the file: show its last line
    line, column = source.line(index)
    problem = error.problem or "cannot be read"
    context = f" {error.context}" if error.context else ""
    hint = "look at the indentation, and at brackets and quotes that do not close"
    if "\t" in line[: column + 1]:
        hint = "yaml is indented with blanks, never with tabs"
    elif "mapping values are not allowed" in problem:
        hint = "a plain value cannot hold ': ', and a list item takes no indented keys below it"
    return source.error(f"not yaml: {problem}{context}", index, hint=hint)


@attrs.define
class _Open:
    """A collection whose end has not come yet."""

    start: int
    is_mapping: bool
    anchor: str | None
    items: list[YamlNode] = attrs.Factory(list)


class _Builder:
    def __init__(self, source: YamlText, errors: ErrorCollector) -> None:
        self._source = source
        self._errors = errors
        self._anchors: dict[str, YamlNode] = {}
        self._open: list[_Open] = []
        self._root: YamlNode | None = None
        self._documents = 0

    def document(self) -> YamlNode | None:
        for event in _events(self._source):
            self._take(event)
        return self._root

    def _take(self, event: yaml.Event) -> None:
        source = self._source
        start, end = _span(event)
        if isinstance(event, yaml.ScalarEvent):
            self._check_tag(event)
            style = event.style or None
            node = YamlScalar(source, self._skip_properties(start, end), end, event.value, style)
            self._add(node, event.anchor)
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            self._check_tag(event)
            if len(self._open) >= _MAX_DEPTH:
                raise source.error(
                    f"lists and mappings are nested deeper than {_MAX_DEPTH}",
                    start,
                    hint="a specification is a list of mappings, whose values are texts and lists",
                )
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            self._open.append(_Open(start, is_mapping, event.anchor))
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            opened = self._open.pop()
            if opened.is_mapping:
                self._add(self._mapping(opened, end), opened.anchor)
            else:
                items = tuple(opened.items)
                self._add(YamlSequence(source, opened.start, end, items), opened.anchor)
        elif isinstance(event, yaml.AliasEvent):
            known = self._anchors.get(event.anchor or "")
            if known is None:
                raise source.error(
                    f"the alias '*{event.anchor}' has no anchor before it",
                    start,
                    end - start,
                    hint=f"it repeats a whole value marked '&{event.anchor}' above it; a text that "
                    "begins with '*' stands in quotes",
                )
            self._add(known, None)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise source.error(
                    "a second yaml document begins here",
                    start,
                    end - start,
                    hint="a specification is one document: leave '---' out",
                )

    def _skip_properties(self, start: int, end: int) -> int:
        """The index of the value itself, behind an anchor or a tag."""
        match = _PROPERTIES.match(self._source.text, start, end)
        return start if match is None else match.end()

    def _add(self, node: YamlNode, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if self._open:
            self._open[-1].items.append(node)
        else:
            self._root = node

    def _check_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag not in _PLAIN_TAGS:
            start, _ = _span(event)
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._errors.add(
                self._source.error(
                    f"the yaml tag '{shown}' is not allowed in a specification",
                    start,
                    hint="leave it out; a text that begins with '!' stands in quotes",
                )
            )

    def _mapping(self, opened: _Open, end: int) -> YamlMapping:
        pairs: list[tuple[YamlScalar, YamlNode]] = []
        first: dict[str, YamlScalar] = {}
        items = iter(opened.items)
        for key, value in zip(items, items, strict=True):
            if not isinstance(key, YamlScalar):
                self._errors.add(key.error(f"{key.described} cannot be a key", hint=_KEY_HINT))
                continue
            if key.value == "<<" and key.style is None:
                self._errors.add(
                    key.error(
                        "merge keys ('<<') are not allowed in a specification",
                        hint="write the keys out",
                    )
                )
                continue
            known = first.setdefault(key.value, key)
            if known is not key:
                self._errors.add(
                    key.error(
                        f"the key '{key.value}' stands twice",
                        hint=f"it stands before in line {known.location.line}",
                    )
                )
                continue
            pairs.append((key, value))
        return YamlMapping(self._source, opened.start, end, tuple(pairs))


_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")
