"""Which namespaces a library may put its operators in."""

from __future__ import annotations

from dispatchless.model.errors import SpecError
from dispatchless.model.identifiers import why_not_cpp_name
from dispatchless.model.location import Positions

_TAKEN = {
    "aten": "it is ATen's own: write 'func: aten::name(...)' to give an ATen operator new kernels",
    "prim": "it is TorchScript's own",
    "at": "it is a C++ namespace of PyTorch",
    "c10": "it is a C++ namespace of PyTorch",
    "torch": "it is a C++ namespace of PyTorch",
    "std": "C++ forbids to add to it",
    "posix": "C++ forbids to add to it",
}


def check_namespace(
    namespace: str,
    *,
    what: str = "the namespace",
    noun: str = "a namespace",
    location: Positions | None = None,
) -> None:
    """Raise :class:`SpecError` unless generated code can live in the namespace.

    It is both a namespace of operators and one of C++; ``what`` names its source in messages,
    an option for example, and ``noun`` says what it names.
    """
    place = None if location is None else location.at(0)
    reason = why_not_cpp_name(namespace)
    if reason is not None:
        raise SpecError(
            f"{what}: '{namespace}' {reason}",
            location=place,
            text=namespace or None,
            hint=f"{noun} is one C++ name, as 'mylib'",
        )
    if namespace in _TAKEN:
        raise SpecError(
            f"{what}: '{namespace}' cannot be a library's {noun.partition(' ')[2]}",
            location=place,
            text=namespace,
            hint=_TAKEN[namespace],
        )
    if "__" in namespace or (namespace[0] == "_" and namespace[1:2].isupper()):
        raise SpecError(
            f"{what}: '{namespace}' is reserved for the C++ implementation",
            location=place,
            text=namespace,
            hint="choose a name without '__' that does not begin with '_' and a capital",
        )
