"""Default values of schema arguments: data, with what is needed to print the same text back."""

from __future__ import annotations

import attrs

from dispatchless.frozen import frozen


@frozen
class NoneDefault:
    """``None``."""

    def __str__(self) -> str:
        return "None"


@frozen
class BoolDefault:
    """``True`` or ``False``."""

    value: bool

    def __str__(self) -> str:
        return str(self.value)


@frozen
class IntDefault:
    """A 64-bit integer; ``text`` is its spelling (``007`` is 7)."""

    text: str

    @property
    def value(self) -> int:
        """The number."""
        return int(self.text)

    def __str__(self) -> str:
        return self.text


@frozen
class FloatDefault:
    """A finite double; ``text`` is its spelling (``1e-05``, ``.5``, ``1.``)."""

    text: str

    @property
    def value(self) -> float:
        """The number."""
        return float(self.text)

    def __str__(self) -> str:
        return self.text


@frozen
class StringDefault:
    """A string; ``text`` is its spelling with quotes and escapes, ``value`` what it denotes."""

    text: str
    value: str

    def __str__(self) -> str:
        return self.text


@frozen
class WordDefault:
    """A symbolic constant: ``Mean``, ``contiguous_format``, ``strided``, a dtype as ``long``."""

    word: str

    def __str__(self) -> str:
        return self.word


@frozen
class ListDefault:
    """A list in brackets; ``separator`` is the text between its elements, ``,`` or ``, ``."""

    elements: tuple[ElementDefault, ...]
    separator: str = attrs.field(default=", ", eq=False)

    def __str__(self) -> str:
        return f"[{self.separator.join(str(e) for e in self.elements)}]"


ElementDefault = BoolDefault | IntDefault | FloatDefault | WordDefault
Default = ElementDefault | NoneDefault | StringDefault | ListDefault

# The words for dtypes (``getStringToDtypeMap`` of c10 and three older ones), with the
# enumerator of ``at::ScalarType`` that each means.
DTYPE_WORDS: dict[str, str] = {
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "short": "Short",
    "int32": "Int",
    "int": "Int",
    "int64": "Long",
    "long": "Long",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "float16": "Half",
    "half": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float": "Float",
    "float64": "Double",
    "double": "Double",
    "complex": "ComplexFloat",
    "complex32": "ComplexHalf",
    "chalf": "ComplexHalf",
    "complex64": "ComplexFloat",
    "cfloat": "ComplexFloat",
    "complex128": "ComplexDouble",
    "cdouble": "ComplexDouble",
    "bool": "Bool",
    "qint8": "QInt8",
    "quint8": "QUInt8",
    "qint32": "QInt32",
    "float8_e5m2": "Float8_e5m2",
    "float8_e4m3fn": "Float8_e4m3fn",
    "float8_e5m2fnuz": "Float8_e5m2fnuz",
    "float8_e4m3fnuz": "Float8_e4m3fnuz",
    "float8_e8m0fnu": "Float8_e8m0fnu",
}
