"""Names of kernel libraries, from which the names of C++ functions and headers are made."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from dispatchless.model.errors import SpecError
from dispatchless.model.identifiers import why_not_cpp_name


class Naming(enum.Enum):
    """The two ways to name what registers a library's kernels."""

    LIBRARY_INSIDE = "register_LIB_kernels"
    LIBRARY_LAST = "register_kernels_LIB"

    def function(self, library: str) -> str:
        """The name of the function, and of its header without ``.h``."""
        return self.value.replace("LIB", library)


DEFAULT_LIBRARY = "all"  # register_all_kernels(), for a library without a name


def check_library_name(name: str, *, others: Iterable[str] = (), what: str = "--lib-name") -> str:
    """The name, if a library can have it.

    ``others`` are the libraries of the same build. Raises :class:`SpecError` for what is no C++
    identifier, is a keyword, would make an identifier that C++ reserves ([lex.name]), is
    ``all``, or is another library's. Headers are files, so names that differ only in case collide.
    """
    if not name:
        raise SpecError(f"{what} is empty", hint="a name is made of letters, digits and _")
    reason = why_not_cpp_name(name)
    if reason is not None:
        raise SpecError(
            f"{what}: '{name}' {reason}", text=name, hint="a name is made of letters, digits and _"
        )
    if name.startswith("_") or name.endswith("_") or "__" in name:
        raise SpecError(
            f"{what}: '{name}' would make a reserved identifier with two underscores",
            text=name,
            hint="no underscore at its ends, and no two in a row",
        )
    if name.lower() == DEFAULT_LIBRARY:
        raise SpecError(
            f"{what}: '{name}' is taken: register_all_kernels() is for libraries without a name",
            text=name,
            hint="choose another name",
        )
    for other in others:
        if other.lower() == name.lower():
            raise SpecError(
                f"{what}: another library of this build is called '{other}'",
                text=name,
                hint="their functions or headers would have one name",
            )
    return name
