"""Makes the design of an entry whose operators are found, with what its C++ says about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from dispatchless.frozen import frozen
from dispatchless.model.adapter_structs import check_struct, check_target, provided_arguments
from dispatchless.model.composite_entry import ReadEntry
from dispatchless.model.cpp_api_names import api_names
from dispatchless.model.cpp_calls import Use, first_uses, followers, is_called, unscoped_names
from dispatchless.model.cpp_declarations import CppFunction, Declarations, HeaderReader
from dispatchless.model.cpp_tokens import read_cpp
from dispatchless.model.designs import (
    Adapter,
    Alias,
    Composite,
    Dependency,
    Design,
    Dispatchless,
    StructuredComposite,
    StructuredWrapper,
    Tail,
)
from dispatchless.model.device_includes import forgotten_includes
from dispatchless.model.entry_forms import structured_forms
from dispatchless.model.errors import ErrorCollector, SpecError
from dispatchless.model.header_calls import check_listed, operators_of
from dispatchless.model.header_roots import DEVICE_NAMESPACE
from dispatchless.model.missing_template import missing_template
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.operator import Operator
from dispatchless.model.output_calls import OutputCalls, output_calls
from dispatchless.model.output_heads import has_output, wrong_result
from dispatchless.model.output_operators import unseen_calls, wrong_operators
from dispatchless.model.return_types import check_result
from dispatchless.model.schema import OperatorName, SchemaKind
from dispatchless.model.statement_text import malformed
from dispatchless.model.tail_calls import returned_calls
from dispatchless.model.tail_forms import tail_forms
from dispatchless.model.template_heads import check_head
from dispatchless.model.wrapper_calls import (
    called_names,
    dispatching_calls,
    filling_calls,
    statement_lines,
)

# What the statements of a wrapper call the struct of listed operators.
OPS = "OPS"
_ALLOCATE = "empty.memory_format"
_WRITE_BACK = "copy_"


@frozen
class DesignLinker:
    """Turns written designs into linked ones. Adds all errors."""

    native: OperatorTable
    headers: HeaderReader
    errors: ErrorCollector

    def link(self, entry: ReadEntry, calls: tuple[Dependency, ...]) -> Design | None:
        """The design of an entry; None after an error."""
        assert entry.design is not None
        written = entry.design.template
        if not self._check_template(entry):
            return None
        match entry.design.key:
            case "composite":
                if written.inferred:
                    calls = self._inferred(entry)
                else:
                    self._check(entry, calls)
                return Composite(written.template, calls, rooted=written.rooted)
            case "structured_composite":
                return self._structured(entry, calls)
            case "structured_wrapper":
                return self._wrapper(entry, calls)
            case "adapter":
                return self._adapter(entry, calls)
            case "alias":
                return Alias((calls[0],))
            case _:
                return self._dispatchless(entry)

    def _declared(self, entry: ReadEntry) -> Declarations | None:
        return None if entry.header is None else self.headers.read(entry.header.path)

    def device_headers(self, entry: ReadEntry) -> tuple[str, ...]:
        """The roots of the generated headers that an entry's header includes."""
        declared = self._declared(entry)
        return () if declared is None else declared.dispatchless_roots

    def template(self, entry: ReadEntry) -> CppFunction | None:
        """The template that an entry names, where its header shows it."""
        declared = self._declared(entry)
        if declared is None or entry.design is None or not entry.design.template.template:
            return None
        return declared.function(entry.design.template.template)

    def _check_template(self, entry: ReadEntry) -> bool:
        """Whether the header may have what the entry names. Adds what is wrong with its head."""
        declared, function = self._declared(entry), self.template(entry)
        assert entry.design is not None
        if declared is not None and (missing := missing_template(entry, declared)) is not None:
            self.errors.add(missing)
            return False
        if function is not None:
            assert declared is not None
            overloads = [f for f in declared.functions if f.qualified == function.qualified]
            for error in check_head(entry.design.key, function, entry.schema, overloads):
                self.errors.add(error)
            if entry.design.key != "structured_composite":
                for error in check_result(function, entry.schema):
                    self.errors.add(error)
        return True

    def _check(
        self,
        entry: ReadEntry,
        calls: Sequence[Dependency],
        further: frozenset[str] | None = frozenset(),
    ) -> None:
        """Compare what is listed with what the template calls; ``further`` are names that it calls
        in another way, None if those are not known."""
        declared, function = self._declared(entry), self.template(entry)
        if declared is None or function is None:
            return
        assert entry.design is not None
        for error in check_listed(entry.design, calls, function, declared, self.native, further):
            self.errors.add(error)

    def _inferred(
        self, entry: ReadEntry, further: Mapping[str, Use] = MappingProxyType({})
    ) -> tuple[Dependency, ...]:
        """The operators that the template is seen to call, where the list is left to its header;
        ``further`` are those that it calls in another way."""
        assert entry.design is not None
        declared, function = self._declared(entry), self.template(entry)
        if declared is None or function is None:
            self.errors.add(
                entry.design.value.error(
                    f"the template '{'::'.join(entry.design.template.template)}' is not "
                    "found in the header, so what it calls is not known",
                    hint="list the operators",
                )
            )
            return ()
        uses = first_uses(followers(function, 0, declared))
        for name, use in further.items():
            uses.setdefault(name, use)
        calls, wrong = operators_of(uses, self.native)
        for error in wrong:
            self.errors.add(error)
        return calls

    # structured_composite

    def _structured(
        self, entry: ReadEntry, calls: tuple[Dependency, ...]
    ) -> StructuredComposite | None:
        assert entry.design is not None
        if not self._is_structurable(entry):
            return None
        declared, function = self._declared(entry), self.template(entry)
        found = OutputCalls(None, False)
        if declared is not None and function is not None and has_output(function):
            found, wrong = output_calls(function, declared)
            for error in wrong:
                self.errors.add(error)
            if found.names is None and found.unseen is None:
                return None
        if entry.design.template.inferred:
            calls = self._inferred(
                entry, {use.name.text: Use(use.name, use.function) for use in found.uses}
            )
            if found.unseen is not None:
                self.errors.add(unseen_calls(found.unseen))
        else:
            self._check(entry, calls, found.names)
        tails = tuple(self._tails(entry, calls, found.names))
        if found.names is not None:
            for error in wrong_operators(found, tails, calls):
                self.errors.add(error)
        allocates = found.allocates or any(tail.forms.functional is None for tail in tails)
        written = entry.design.template
        design = StructuredComposite(
            written.template,
            calls,
            tails,
            rooted=written.rooted,
            returns_nothing=found.returns_nothing,
            allocation=(self._aten(_ALLOCATE),) if allocates else (),
            write_back=self._write_back(tails),
        )
        if function is not None and has_output(function):
            self._check_results(entry, design, (function, *found.helpers))
        return design

    def _check_results(
        self, entry: ReadEntry, design: StructuredComposite, functions: Sequence[CppFunction]
    ) -> None:
        """Add an error for each function that does not return what OUT does in all forms."""
        forms = structured_forms(entry, design, self.native, ErrorCollector())
        is_only_functional = all(form.kind is SchemaKind.FUNCTIONAL for form in forms)
        is_value = is_only_functional and not design.returns_nothing
        for function in functions:
            wrong = [*wrong_result(function, is_only_functional=is_value)]
            for error in wrong or (check_result(function, entry.schema) if is_value else ()):
                self.errors.add(error)

    def _is_structurable(self, entry: ReadEntry) -> bool:
        """Whether the entry's schema is one that other forms can be made of."""
        schema = entry.schema
        problem = None
        if schema.kind is not SchemaKind.FUNCTIONAL:
            problem = f"it is the {schema.kind.value} form"
        elif not schema.returns or any(str(r.type) != "Tensor" for r in schema.returns):
            problem = "it does not return tensors alone"
        elif schema.is_view:
            problem = "it returns a view"
        if problem is None:
            return True
        assert entry.design is not None
        self.errors.add(
            entry.name_error(
                f"'{schema.name}' cannot be made by '{entry.design.key}': {problem}",
                hint="the functional form is written, the others follow from it",
            )
        )
        return False

    def _tails(
        self, entry: ReadEntry, calls: Sequence[Dependency], names: frozenset[str] | None
    ) -> Iterator[Tail]:
        """The listed operators that can write the results; ``names`` are those asked to."""
        results = [r.type for r in entry.schema.returns]
        for call in calls:
            operator = call.operator
            if not isinstance(operator, Operator):
                continue
            if names is not None and not (api_names(operator.schema) & names):
                continue
            forms = tail_forms(operator, self.native)
            if [r.type for r in operator.schema.returns] != results:
                continue
            if operator.schema.tensor_options is None and (forms.out or forms.functional is None):
                if forms.functional is None and forms.inplace is None:
                    continue
                yield Tail(call, forms)

    def _aten(self, name: str) -> Dependency:
        return Dependency(OperatorName(None, *name.partition(".")[::2]), self.native.get(name))

    def _write_back(self, tails: Sequence[Tail]) -> Dependency | None:
        inplace = any(tail.forms.inplace and tail.forms.functional for tail in tails)
        return self._aten(_WRITE_BACK) if inplace else None

    # structured_wrapper

    def _wrapper(self, entry: ReadEntry, calls: tuple[Dependency, ...]) -> StructuredWrapper | None:
        assert entry.design is not None
        if not self._is_structurable(entry):
            return None
        value = entry.design.value
        text = read_cpp(value.value, value)
        if error := malformed(text):
            self.errors.add(error)
            return None
        listed = frozenset(n for call in calls for n in api_names(call.operator.schema))
        names = called_names(text, listed)
        for error in dispatching_calls(text, calls, entry, self.native):
            self.errors.add(error)
        returned = returned_calls(text.tokens, listed)
        hands_on = any(token.text == OPS for token in text.tokens)
        for call in calls:
            if not hands_on and not api_names(call.operator.schema) & set(names):
                self.errors.add(
                    SpecError(
                        f"the statements do not call '{call.name}'",
                        location=call.origin,
                        hint="leave it out of 'calls'",
                    )
                )
        tails: tuple[Tail, ...] = ()
        only_functional = entry.design.forms is not None and {
            form.kind for form in entry.design.forms
        } == {SchemaKind.FUNCTIONAL}
        inside = next(
            (
                index
                for index in unscoped_names(text.tokens, returned.tails & set(names))
                if text.tokens[index].offset not in returned.places
            ),
            None,
        )
        if only_functional:
            pass
        elif returned.other is not None or inside is not None:
            problem = returned.other or text.tokens[inside or 0]
            called = inside is not None and is_called(text.tokens, inside)
            self.errors.add(
                text.error(
                    "what is returned here is no call of a listed operator alone"
                    if problem is returned.other
                    else f"'{problem.text}' is {'called' if called else 'named'} inside and "
                    f"{'' if called else 'called '}to return its result",
                    problem,
                    hint="in-place and out= forms write what the returned call computes; without "
                    "them, write 'forms: [functional]'",
                )
            )
        else:
            tails = tuple(self._tails(entry, calls, returned.tails))
            for error in filling_calls(text, tails):
                self.errors.add(error)
        lines = tuple(statement_lines(entry))
        return StructuredWrapper(
            lines,
            calls,
            tails,
            names,
            returned.tails if tails else frozenset(),
            words=frozenset(token.text for token in text.tokens if token.is_name),
            write_back=self._write_back(tails),
        )

    # adapter

    def _adapter(self, entry: ReadEntry, calls: tuple[Dependency, ...]) -> Adapter | None:
        assert entry.design is not None
        if not self._is_structurable(entry):
            return None
        written = entry.design.template
        target = calls[0].operator.schema
        declared = self._declared(entry)
        provided, holds = provided_arguments(entry, target, declared)
        for error in check_target(entry, target, provided):
            self.errors.add(error)
        struct = None if declared is None else declared.class_(written.template)
        if declared is not None and struct is not None:
            for error in check_struct(entry.schema, struct, declared, holds_arguments=holds):
                self.errors.add(error)
        adapter = Adapter(
            written.template,
            calls,
            tuple(self._tails(entry, calls, None)),
            provided,
            holds,
            rooted=written.rooted,
        )
        return attrs.evolve(adapter, write_back=self._write_back(adapter.tails))

    # dispatchless

    def _dispatchless(self, entry: ReadEntry) -> Dispatchless:
        assert entry.design is not None
        written = entry.design.template
        declared, function = self._declared(entry), self.template(entry)
        calls: tuple[Dependency, ...] = ()
        if declared is not None and function is not None:
            found = followers(function, 0, declared)
            uses = first_uses(found, DEVICE_NAMESPACE)
            calls, wrong = operators_of(uses, self.native)
            for error in (*wrong, *forgotten_includes(uses, declared, self.native)):
                self.errors.add(error)
        return Dispatchless(written.template, calls, rooted=written.rooted)
