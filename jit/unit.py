"""A compiled unit: its functions, classes and variables as Python objects."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import attrs

from dispatchless.jit.capture import captured_output
from dispatchless.jit.children import run_in_child
from dispatchless.jit.diagnostics import Diagnostic, LineMap

if TYPE_CHECKING:
    from dispatchless.jit.session import Session

_PATH = re.compile(r"^[^\W\d]\w*(::[^\W\d]\w*)*$")
_OVERLOADS = "CPPOverload"
_TEMPLATE = "TemplateProxy"
# Enough to compile an instance; a call that runs longer is not waited for.
_REHEARSAL = 10.0


class Function:
    """A C++ function (all overloads of a name) callable from Python.

    What the compiler says while a call is made ready is raised and never lost: CompileError for a
    template that does not compile with these arguments, LinkError for a missing symbol.
    """

    def __init__(self, unit: Unit, proxy: Any, name: str) -> None:
        self.proxy = proxy
        self.name = name
        self._unit = unit
        self._session = unit.session
        self._seen: set[tuple[type, ...]] = set()

    def __call__(self, *args: Any) -> Any:
        kinds = tuple(map(type, args))
        if kinds in self._seen:
            return self.proxy(*args)
        if self._session.preflight and type(self.proxy).__name__ == _TEMPLATE:
            self._rehearse(args)
        # The first call of an overload compiles; the errors of that are only printed.
        result: Any = None
        raised: BaseException | None = None
        with captured_output() as captured:
            try:
                result = self.proxy(*args)
            except BaseException as error:
                raised = error
        if failure := self._session.error_in(captured.stderr):
            raise failure from raised
        captured.replay()
        if isinstance(raised, TypeError) and type(self.proxy).__name__ == _TEMPLATE:
            self._explain(args)
        if raised is not None:
            raise raised
        self._seen.add(kinds)
        return result

    def _rehearse(self, args: tuple[Any, ...]) -> None:
        """Call a template in a forked child: only a call instantiates it, and one that does not
        link would spoil the session."""

        def call() -> None:
            # What the call itself raises is for the real call to raise.
            with contextlib.suppress(Exception):
                self.proxy(*args)

        outcome = run_in_child(call, timeout=_REHEARSAL)
        if failure := self._session.error_in(outcome.text):
            raise failure

    def _explain(self, args: tuple[Any, ...]) -> None:
        """Raise what the compiler says to a call of a template; cppyy keeps it to itself."""
        types = [_cpp_type(arg) for arg in args]
        if None in types:
            return
        parameters = ", ".join(f"{type_} a{number}" for number, type_ in enumerate(types))
        arguments = ", ".join(f"a{number}" for number in range(len(types)))
        caller = self._session.unique_name("caller")
        self._unit.extend(
            f"#include <string>\nvoid {caller}({parameters}) {{ (void) {self.name}({arguments}); }}"
        )

    def __getitem__(self, arguments: Any) -> Function:
        """The instance of a function template for explicit template arguments."""
        return Function(self._unit, self.proxy[arguments], f"{self.name}<{arguments}>")

    def __repr__(self) -> str:
        return f"<C++ function {self.name}>"


@attrs.frozen(eq=False)
class Unit:
    """Text that was compiled and linked.

    `namespace` is the C++ namespace that holds it (empty for global scope), `sources` the names of
    its files, `warnings` what the compiler had to say.
    """

    session: Session = attrs.field(repr=False)
    namespace: str
    sources: tuple[str, ...]
    warnings: tuple[Diagnostic, ...] = attrs.field(repr=False)

    def get(self, name: str) -> Any:
        """The function, class or variable `name` (`a::b::c`, from the unit's own scope).

        Functions are ready to be called and linked when this returns.

        Raises:
            AttributeError: there is no such name.
            CompileError, LinkError: the function cannot be called (checked for every overload that
            is no template; templates are checked when they are called).
        """
        if not _PATH.match(name):
            raise ValueError(f"not a C++ name: {name!r}; use evaluate() for expressions")
        *scopes, last = name.split("::")
        owner = self.session.cppyy.gbl
        path = [*([self.namespace] if self.namespace else []), *scopes]
        for scope in path:
            owner = _attribute(owner, scope, name)
        found = _attribute(owner, last, name)
        kind = type(found).__name__
        if kind not in (_OVERLOADS, _TEMPLATE):
            return found
        if kind == _OVERLOADS:
            self.session.make_callable("::".join(path), last)
        return Function(self, found, name)

    def call(self, name: str, *args: Any) -> Any:
        """Call a function; without arguments, `name` may be the rest of a C++ expression as well
        (`pack().weigh`)."""
        if _PATH.match(name):
            return self.get(name)(*args)
        if args:
            raise ValueError(f"not a C++ name: {name!r}")
        return self.evaluate(f"{name}()")

    def evaluate(self, expression: str) -> Any:
        """The value of a C++ expression in the unit's scope.

        The expression is compiled as a function of its own, so one that fails now (a template
        without the specialisation that it needs) may succeed later.
        """
        function = self.session.unique_name("value")
        return self.extend(f"inline auto {function}() {{ return {expression}; }}").get(function)()

    def extend(
        self, text: str, *, name: str = "extension", line_map: LineMap | None = None
    ) -> Unit:
        """Compile more text in the unit's own scope (specialisations of its templates, say).

        Errors are as of `Session.define`.
        """
        return self.session.define_in(self.namespace, text, name=name, line_map=line_map)


def _attribute(owner: Any, name: str, path: str) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError:
        raise AttributeError(f"the unit declares no {path!r}") from None


def _cpp_type(value: Any) -> str | None:
    """The C++ type that cppyy passes a Python value as; None for one that has no certain type."""
    plain = {bool: "bool", int: "int", float: "double", str: "std::string"}.get(type(value))
    if plain == "int" and not -(2**31) <= value < 2**31:
        return "long"
    return plain or getattr(type(value), "__cpp_name__", None)
