"""Function schemas: the name, arguments and returns of an operator.

The grammar is that of PyTorch's dispatcher (``parseSchema`` of libtorch) narrowed to what
ATen's C++ API can say; :mod:`dispatchless.model.schema_text` reads and prints it.
"""

from __future__ import annotations

import enum
import functools

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.defaults import Default
from dispatchless.model.location import Location
from dispatchless.model.schema_types import (
    SYMINT,
    BaseType,
    OptionalType,
    SchemaType,
    base_of,
    is_tensor_like,
)

# Python's in-place binary operators (PEP 203): __iadd__ writes to self, __and__ does not.
_AUGMENTED = frozenset(
    ["add", "sub", "mul", "div", "mod", "pow", "lshift", "rshift", "and", "xor", "or"]
)


class SchemaKind(enum.Enum):
    """How an operator delivers its results."""

    FUNCTIONAL = "functional"  # new tensors; writes to no argument
    INPLACE = "in-place"  # writes to self
    OUT = "out="  # writes to keyword-only arguments, which it returns
    MUTABLE = "mutable"  # writes to positional arguments besides self
    SCRATCH = "scratch"  # out= with ``_scratch_`` buffers, which it does not return


@attrs.frozen(order=True)
class OperatorName:
    """``namespace::base.overload``; no namespace was written if it is None."""

    namespace: str | None
    base: str
    overload: str = ""

    @property
    def local(self) -> str:
        """The name without namespace, as native_functions.yaml writes it: ``add.Tensor``."""
        return f"{self.base}.{self.overload}" if self.overload else self.base

    @property
    def unambiguous(self) -> str:
        """The name of the operator's struct in ``at::_ops``: ``add_Tensor``."""
        return f"{self.base}_{self.overload}" if self.overload else self.base

    @property
    def is_dunder(self) -> bool:
        """Whether the base name is a Python special method's, as ``__and__``.

        As in ATen, a name with an underscore between the two pairs is none.
        """
        if not (self.base.startswith("__") and self.base.endswith("__")):
            return False
        inner = self.base[2:-2]
        return bool(inner) and "_" not in inner

    @property
    def is_inplace(self) -> bool:
        """Whether the name is that of an in-place operator: ``add_`` or ``__iadd__``."""
        if not self.base.endswith("_"):
            return False  # nor is it a special method's
        if self.is_dunder:
            inner = self.base[2:-2]
            return inner[:1] == "i" and inner[1:] in _AUGMENTED
        return len(self.base) > 1

    @property
    def functional_base(self) -> str:
        """The base name without the mark of in-place operators: ``add`` for ``add_``."""
        if not self.is_inplace:
            return self.base
        return f"__{self.base[3:-2]}__" if self.is_dunder else self.base[:-1]

    @property
    def root(self) -> str:
        """The base name that all forms of a function share: ``add`` for ``add`` and ``add_``,
        ``f`` for a mutable ``f`` and its functional form ``f_functional``."""
        return self.functional_base.removesuffix("_functional")

    def __str__(self) -> str:
        return f"{self.namespace}::{self.local}" if self.namespace else self.local


@frozen
class Annotation:
    """What a tensor may alias: ``(a)``, ``(a!)``, ``(a|b)``, ``(*)``, ``(a! -> b|c)``.

    ``before`` are the alias sets it is in, ``is_write`` says that the operator writes to it,
    ``after`` are its sets after the call, empty if they do not change. ``*`` stands for any set.
    """

    before: tuple[str, ...]
    is_write: bool = False
    after: tuple[str, ...] = ()

    def __str__(self) -> str:
        before = "|".join(self.before) + ("!" if self.is_write else "")
        return f"{before} -> {'|'.join(self.after)}" if self.after else before


def _annotated(type: SchemaType, annotation: Annotation | None) -> str:
    """The type with the annotation where it is written: behind the innermost type."""
    text = str(type)
    if annotation is None:
        return text
    base = str(base_of(type))
    return f"{base}({annotation}){text[len(base) :]}"


@frozen
class Argument:
    """One parameter of an operator. ``is_out``: keyword-only and written to."""

    name: str
    type: SchemaType
    default: Default | None = None
    annotation: Annotation | None = None
    kwarg_only: bool = False
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def is_write(self) -> bool:
        """Whether the operator writes to the argument."""
        return self.annotation is not None and self.annotation.is_write

    @property
    def is_out(self) -> bool:
        """Whether this is an out argument."""
        return self.kwarg_only and self.is_write

    def __str__(self) -> str:
        default = "" if self.default is None else f"={self.default}"
        return f"{_annotated(self.type, self.annotation)} {self.name}{default}"


@frozen
class Return:
    """One result of an operator."""

    name: str | None
    type: SchemaType
    annotation: Annotation | None = None
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @property
    def is_write(self) -> bool:
        """Whether the result is an argument that the operator wrote to."""
        return self.annotation is not None and self.annotation.is_write

    def __str__(self) -> str:
        type = _annotated(self.type, self.annotation)
        return type if self.name is None else f"{type} {self.name}"


@frozen
class TensorOptions:
    """The four keyword arguments that ATen's C++ API gathers in one ``at::TensorOptions``."""

    dtype: Argument
    layout: Argument
    device: Argument
    pin_memory: Argument

    @property
    def arguments(self) -> tuple[Argument, Argument, Argument, Argument]:
        """The four in schema order."""
        return (self.dtype, self.layout, self.device, self.pin_memory)


_OPTION_TYPES = (
    ("dtype", BaseType("ScalarType")),
    ("layout", BaseType("Layout")),
    ("device", BaseType("Device")),
    ("pin_memory", BaseType("bool")),
)


@attrs.frozen
class FunctionSchema:
    """A whole schema. ``arguments`` are in schema order; a ``*`` stands before the first
    keyword-only one. ``is_vararg`` / ``is_varret`` stand for a final ``...``."""

    name: OperatorName
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]
    is_vararg: bool = attrs.field(default=False, kw_only=True)
    is_varret: bool = attrs.field(default=False, kw_only=True)
    origin: Location | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @functools.cached_property
    def positional(self) -> tuple[Argument, ...]:
        """The arguments before ``*``."""
        return tuple(a for a in self.arguments if not a.kwarg_only)

    @functools.cached_property
    def keyword_only(self) -> tuple[Argument, ...]:
        """The arguments after ``*`` that are no out arguments."""
        return tuple(a for a in self.arguments if a.kwarg_only and not a.is_out)

    @functools.cached_property
    def out_arguments(self) -> tuple[Argument, ...]:
        """The arguments after ``*`` that are written to."""
        return tuple(a for a in self.arguments if a.is_out)

    @functools.cached_property
    def self_argument(self) -> Argument | None:
        """The positional argument named ``self``: the object of the method form."""
        return next((a for a in self.positional if a.name == "self"), None)

    @functools.cached_property
    def mutated_arguments(self) -> tuple[Argument, ...]:
        """All arguments that the operator writes to, in schema order."""
        return tuple(a for a in self.arguments if a.is_write)

    @functools.cached_property
    def tensor_options(self) -> TensorOptions | None:
        """The first four consecutive keyword-only arguments ``ScalarType dtype, Layout layout,
        Device device, bool pin_memory`` (each may be optional), or None."""
        candidates = self.keyword_only
        for start in range(len(candidates) - len(_OPTION_TYPES) + 1):
            window = candidates[start : start + len(_OPTION_TYPES)]
            if all(
                a.name == name and a.type in (type, OptionalType(type))
                for a, (name, type) in zip(window, _OPTION_TYPES, strict=True)
            ):
                return TensorOptions(*window)
        return None

    @functools.cached_property
    def kind(self) -> SchemaKind:
        """How the operator delivers its results."""
        if self.name.is_inplace:
            return SchemaKind.INPLACE
        if any(a.name.startswith("_scratch_") for a in self.out_arguments):
            return SchemaKind.SCRATCH
        if self.out_arguments:
            return SchemaKind.OUT
        if any(a.is_write for a in self.positional if a is not self.self_argument):
            return SchemaKind.MUTABLE
        return SchemaKind.FUNCTIONAL

    @functools.cached_property
    def has_symint(self) -> bool:
        """Whether an argument (out arguments aside) is a SymInt or is made of them."""
        return any(base_of(a.type) == SYMINT for a in self.arguments if not a.is_out)

    @functools.cached_property
    def is_view(self) -> bool:
        """Whether a result aliases an argument that is not written to."""
        return any(r.annotation is not None and not r.annotation.is_write for r in self.returns)

    @functools.cached_property
    def has_tensor_argument(self) -> bool:
        """Whether an argument is a tensor or is made of tensors, out arguments included: only
        then has the dispatcher a backend to choose."""
        return any(is_tensor_like(a.type) for a in self.arguments)

    def __str__(self) -> str:
        parts = [str(a) for a in self.positional]
        if len(self.positional) < len(self.arguments):
            parts.append("*")
            parts += [str(a) for a in self.arguments if a.kwarg_only]
        if self.is_vararg:
            parts.append("...")
        return f"{self.name}({', '.join(parts)}) -> {self.results}"

    @property
    def results(self) -> str:
        """What stands behind the arrow."""
        returns = [str(r) for r in self.returns]
        if self.is_varret:
            returns.append("...")
        return returns[0] if len(returns) == 1 else f"({', '.join(returns)})"
