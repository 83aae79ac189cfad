"""Files: what is printed as a whole, with computed includes."""

from __future__ import annotations

import attrs

from dispatchless.cppast.decls import decl_tuple
from dispatchless.cppast.names import Header, check_identifier, header_tuple
from dispatchless.cppast.node import Decl, Node, NodeError, rules
from dispatchless.cppast.stmts import check_comment
from dispatchless.frozen import frozen

PRAGMA_ONCE = "pragma once"


@frozen(eq=False, repr=False)
class File(Node):
    """A file of declarations. Its `#include` lines are computed from the names it uses.

    `path` is where the file lives, for messages and so that it never includes itself; `banner` is a
    comment at the top; `includes` are headers wanted for other reasons than a name.
    """

    path: str
    members: tuple[Decl, ...] = attrs.field(converter=decl_tuple, default=())
    banner: str | None = attrs.field(default=None, kw_only=True)
    includes: tuple[Header, ...] = attrs.field(converter=header_tuple, default=(), kw_only=True)

    def _check_file(self) -> None:
        from dispatchless.cppast.specializations import check_order

        if not self.path or "\n" in self.path:
            raise NodeError(f"a file has a path: {self.path!r}")
        if self.banner is not None:
            check_comment(self.banner)
        rules().check_scope(self.members, "a file")
        check_order(self.members)


@frozen(eq=False, repr=False)
class HeaderFile(File):
    """A header. `guard` is `pragma once` or the macro of an include guard."""

    guard: str = attrs.field(default=PRAGMA_ONCE, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.guard != PRAGMA_ONCE:
            check_identifier(self.guard, "an include guard")
        self._check_file()


@frozen(eq=False, repr=False)
class SourceFile(File):
    """A source file."""

    def __attrs_post_init__(self) -> None:
        self._check_file()
