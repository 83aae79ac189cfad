"""Reads the keys of one yaml mapping, with the type that each must have."""

from __future__ import annotations

from collections.abc import Sequence

from dispatchless.model.errors import ErrorCollector, SpecError, did_you_mean
from dispatchless.model.yaml_source import YamlMapping, YamlNode, YamlScalar, YamlSequence


def wrong_kind(node: YamlNode, what: str, wanted: str, *, hint: str | None = None) -> SpecError:
    """The error for a value that is no ``wanted``."""
    return node.error(
        f"{what} is {wanted}, not {node.described}", hint=hint or f"write {wanted} here"
    )


def _write(key: str, value: str) -> str:
    return f"write '{key}: {value}'"


class Fields:
    """The keys of one entry. Each is taken once; :meth:`finish` refuses those left over.

    Wrong values are added to the collector, and the key counts as not given.
    """

    def __init__(self, mapping: YamlMapping, errors: ErrorCollector) -> None:
        self.mapping = mapping
        self.errors = errors
        self._left = {key.value: (key, value) for key, value in mapping.pairs}

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def key_node(self, key: str) -> YamlScalar:
        """The key itself, for errors about its presence; it must not be taken yet."""
        return self._left[key][0]

    def node(self, key: str) -> YamlNode | None:
        """The value as it is, or None if the key is absent."""
        return self._left.pop(key, (None, None))[1]

    def text(self, key: str, *, example: str = "...") -> YamlScalar | None:
        """A text that is not empty; ``example`` is one, for hints."""
        if key not in self._left:
            return None
        key_node, value = self._left.pop(key)
        if not isinstance(value, YamlScalar):
            items = value.items if isinstance(value, YamlSequence) else ()
            texts = [each.value for each in items if isinstance(each, YamlScalar) and each.value]
            if example.startswith("(") and texts:
                example = f"({', '.join(texts)})"
            elif len(items) == len(texts) == 1:
                example = texts[0]
            self.errors.add(wrong_kind(value, f"'{key}'", "a text", hint=_write(key, example)))
            return None
        if value.is_null or not value.value.strip():
            self.errors.add(key_node.error(f"'{key}' has no value", hint=_write(key, example)))
            return None
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """True or False."""
        value = self.node(key)
        if value is None:
            return default
        truth = value.as_bool if isinstance(value, YamlScalar) else None
        if truth is None:
            self.errors.add(
                wrong_kind(value, f"'{key}'", "True or False", hint=_write(key, str(not default)))
            )
            return default
        return truth

    def names(self, key: str, *, one_is_a_list: bool = False) -> tuple[YamlScalar, ...]:
        """A list of texts; nothing is the empty list. ``one_is_a_list`` also allows a text."""
        value = self.node(key)
        if value is None or (isinstance(value, YamlScalar) and value.is_null):
            return ()
        if one_is_a_list and isinstance(value, YamlScalar):
            return (value,)
        if not isinstance(value, YamlSequence):
            shown = value.value if isinstance(value, YamlScalar) else None
            self.errors.add(
                wrong_kind(
                    value,
                    f"'{key}'",
                    "a list",
                    hint=_write(key, f"[{shown or 'name, name'}]"),
                )
            )
            return ()
        texts: list[YamlScalar] = []
        for item in value.items:
            if isinstance(item, YamlScalar) and not item.is_null:
                texts.append(item)
            else:
                hint = f"each item is a name alone, as in '{key}: [name, name]'"
                self.errors.add(wrong_kind(item, f"an item of '{key}'", "a name", hint=hint))
        return tuple(texts)

    def finish(self, known: Sequence[str], *, what: str) -> None:
        """Add an error for each key that was not taken."""
        for key, _ in self._left.values():
            self.errors.add(
                key.error(
                    f"unknown key '{key.value}' in {what}",
                    hint=did_you_mean(key.value, known) or f"known keys are {', '.join(known)}",
                )
            )
        self._left.clear()
