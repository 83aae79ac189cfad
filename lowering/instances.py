"""Instances of designs whose call takes more than one expression, as inline functions.

One header per form and backend holds the OUT class, where there is one, and the function that the
kernels call: `sub_out_instance_cpu(self, other, alpha, out)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from dispatchless.cppast import Alias as TypeAlias
from dispatchless.cppast import (
    Block,
    BraceInit,
    Call,
    Construct,
    Decl,
    DeclStmt,
    DocComment,
    Expr,
    ExprStmt,
    Field,
    Function,
    Header,
    HeaderFile,
    LRef,
    Member,
    NameAllocator,
    NamedType,
    NameExpr,
    Namespace,
    Opaque,
    OperatorFunction,
    ParenInit,
    QualifiedName,
    Record,
    Return,
    Stmt,
    TemplateName,
    Var,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.banner import banner_of
from dispatchless.lowering.composite_calls import device_type, local_header, ops_struct_name
from dispatchless.lowering.expressions import variable
from dispatchless.lowering.inner_forms import Backend, InnerForm, inner_forms
from dispatchless.lowering.naming import OperatorNames, backend_word
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.outputs import (
    keeps_result,
    output_fields,
    output_struct,
    result_of,
)
from dispatchless.lowering.signature import (
    CppSignature,
    kernel_signature,
    schema_signatures,
    signatures,
)
from dispatchless.model import (
    Adapter,
    CompositeOperator,
    DispatchKey,
    FunctionSchema,
    Operator,
    OperatorName,
    SchemaKind,
    Structured,
    StructuredComposite,
    StructuredWrapper,
    passed_argument,
)


def instance_headers(
    operator: CompositeOperator,
    entry: CompositeOperator,
    keys: Iterable[DispatchKey | None],
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> tuple[HeaderFile, ...]:
    """The headers with the instances of a structured operator, one for each backend.

    Args:
        entry: the functional operator of the same entry, whose arguments the author's code takes.
        keys: the backends; None stands for the dispatcher.
    """
    design = operator.design
    assert isinstance(design, Structured)
    return tuple(
        _Instance(operator, design, entry.schema, names, Backend(key, names, options)).header()
        for key in keys
    )


@frozen
class _Instance:
    operator: CompositeOperator
    design: Structured
    functional: FunctionSchema
    all_names: Mapping[OperatorName, OperatorNames]
    backend: Backend

    @property
    def names(self) -> OperatorNames:
        return self.all_names[self.operator.schema.name]

    @property
    def signature(self) -> CppSignature:
        return kernel_signature(self.operator.schema, symint=self.design.symint)

    @property
    def is_functional(self) -> bool:
        return self.operator.schema.kind is SchemaKind.FUNCTIONAL

    @property
    def has_output(self) -> bool:
        """Whether the author's code is given an OUT object: not where all that it does is to pass
        a call on and return its value."""
        return isinstance(self.design, StructuredComposite) or not self.is_functional

    def header(self) -> HeaderFile:
        members: list[Decl] = []
        schema = self.operator.schema
        if self.has_output:
            members.append(DocComment(f"Where {schema.name} writes its result."))
            members.append(output_struct(self.operator, self.all_names, self.backend))
        taken = [argument.name for argument in schema.arguments]
        words = NameAllocator(taken)
        match self.design:
            case StructuredComposite():
                body = self._structured(self.design, words)
            case StructuredWrapper():
                calls = tuple(self._callables(self.design))
                members.extend(record for _, record in calls)
                body = self._wrapper(self.design, calls, words)
            case Adapter():
                body = self._adapter(self.design, words)
        members.append(
            Function(
                self.names.instance(self.backend.key),
                self.signature.parameters(defaults=False),
                self.signature.returns,
                body=Block(tuple(body)),
                inline=True,
                origin=self.operator.origin,
            )
        )
        return HeaderFile(
            self.names.instance_header(self.backend.key),
            (Namespace((self.names.namespace,), tuple(members)),),
            banner=banner_of(self.operator),
            origin=self.operator.origin,
            includes=() if self.operator.header is None else (self._user_header(),),
        )

    def _user_header(self) -> Header:
        assert self.operator.header is not None
        return local_header(self.operator.header.text)

    # what the author's code is given

    def _output(self, words: NameAllocator) -> tuple[Stmt, Expr]:
        """The OUT object: its declaration, and the object."""
        word = words.allocate("output")
        struct = NamedType(name(self.names.output_struct(self.backend.key)))
        fields = tuple(variable(argument) for argument in output_fields(self.operator))
        return DeclStmt(Var(struct, word, BraceInit(fields))), variable(word)

    def _ops(self) -> NamedType:
        return NamedType(ops_struct_name(self.names, self.backend.key))

    def _arguments(self) -> tuple[Expr, ...]:
        """The functional form's arguments: what the author's code takes, whatever the form."""
        return tuple(variable(argument.name) for argument in self.functional.arguments)

    def _author(self, *template_arguments: NamedType) -> QualifiedName:
        """The author's template or struct, from the global namespace."""
        assert not isinstance(self.design, StructuredWrapper)
        *scopes, last = self.design.template
        named = TemplateName(last, template_arguments) if template_arguments else last
        return QualifiedName((*scopes, named), rooted=True, headers=(self._user_header(),))

    # structured_composite

    def _structured(self, design: StructuredComposite, words: NameAllocator) -> Iterator[Stmt]:
        declared, output = self._output(words)
        yield declared
        callee = self._author(self._ops())
        call = Call(NameExpr(callee), (output, *self._arguments()))
        if not design.returns_nothing:
            yield Return(call)
            return
        yield ExprStmt(call)
        if self.is_functional:
            assert keeps_result(self.operator)
            yield Return(Call(NameExpr(symbols.MOVE), (result_of(output),)))
            return
        fields = tuple(variable(argument) for argument in output_fields(self.operator))
        if len(fields) == 1:
            yield Return(fields[0])
        else:
            yield Return(Construct(self.signature.returns, fields))

    # structured_wrapper

    def _callables(self, design: StructuredWrapper) -> Iterator[tuple[str, Record]]:
        """A class for each name that the statements call, with the operator's forms of that name
        as calls of its objects."""
        for called in design.names:
            to_output = self.has_output and called in design.tail_names
            word = f"{self.names.stem}_call_{called}_{backend_word(self.backend.key)}"
            members: list[Decl] = []
            if to_output:
                struct = NamedType(name(self.names.output_struct(self.backend.key)))
                members.append(Field(LRef(struct), "output"))
            for dependency in design.calls:
                for form in inner_forms(dependency, self.backend.options.native):
                    if form.signature.name == called:
                        members.append(self._call_operator(form, to_output=to_output))
            yield called, Record("struct", word, tuple(members))

    def _call_operator(self, form: InnerForm, *, to_output: bool) -> OperatorFunction:
        signature = form.signature
        arguments = tuple(variable(param.name) for param in signature.params)
        if to_output:
            callee: Expr = Member(variable("output"), signature.name)
        else:
            scope = ops_struct_name(self.names, self.backend.key)
            callee = NameExpr(attrs.evolve(scope, parts=(*scope.parts, signature.name)))
        return OperatorFunction(
            "()",
            signature.parameters(),
            self.signature.returns if to_output else signature.returns,
            body=Block((Return(Call(callee, arguments)),)),
            const=True,
            origin=form.dependency.origin,
        )

    def _wrapper(
        self,
        design: StructuredWrapper,
        calls: Iterable[tuple[str, Record]],
        words: NameAllocator,
    ) -> Iterator[Stmt]:
        output: Expr | None = None
        if self.has_output:
            declared, output = self._output(words)
            yield declared
        inside: list[Stmt] = []
        if "OPS" in design.words:
            inside.append(DeclStmt(TypeAlias("OPS", self._ops())))
        if "DEV" in design.words:
            device = Var(
                NamedType(symbols.DEVICE_TYPE),
                "DEV",
                device_type(self.backend.key),
                constexpr=True,
                static=True,
            )
            inside.append(DeclStmt(device))
        for called, record in calls:
            assert isinstance(record.name, str)
            struct = NamedType(name(record.name))
            if output is not None and called in design.tail_names:
                inside.append(DeclStmt(Var(struct, called, BraceInit((output,)))))
            else:
                inside.append(
                    DeclStmt(Var(struct, called, BraceInit(()), static=True, constexpr=True))
                )
        # The statements may declare the names again: they have a block of their own.
        yield Block((*inside, Block(tuple(_statements(design)))))

    # adapter

    def _adapter(self, design: Adapter, words: NameAllocator) -> Iterator[Stmt]:
        (dependency,) = design.calls
        target = dependency.operator
        schema = target.schema
        adapter: Expr | None = None
        if design.holds_arguments:
            word = words.allocate("adapter")
            yield DeclStmt(Var(NamedType(self._author()), word, ParenInit(self._arguments())))
            adapter = variable(word)
        arguments: list[Expr] = []
        for argument in schema.arguments:
            if argument.name not in design.provided:
                own = passed_argument(argument, self.functional, schema)
                assert own is not None, "checked when the adapter was read"
                arguments.append(variable(own.name))
            elif adapter is not None:
                arguments.append(Call(Member(adapter, argument.name)))
            else:
                scope = self._author()
                callee = attrs.evolve(scope, parts=(*scope.parts, argument.name))
                arguments.append(Call(NameExpr(callee), self._arguments()))
        function = _faithful_name(dependency.operator, symint=design.symint)
        if self.has_output:
            declared, output = self._output(words)
            yield declared
            yield Return(Call(Member(output, function), tuple(arguments)))
        else:
            ops = ops_struct_name(self.names, self.backend.key)
            callee = attrs.evolve(ops, parts=(*ops.parts, function))
            yield Return(Call(NameExpr(callee), tuple(arguments)))


def _faithful_name(operator: Operator | CompositeOperator, *, symint: bool) -> str:
    """The C++ name of the form of an operator that takes its arguments in the schema's order."""
    all_forms = (
        signatures(operator)
        if isinstance(operator, Operator)
        else schema_signatures(operator.schema)
    )
    forms = [form for form in all_forms if form.symint == symint]
    return (forms or list(all_forms))[-1].name


def _statements(design: StructuredWrapper) -> Iterator[Opaque]:
    """The author's lines: each by itself, so that the compiler's messages find it, unless a literal
    or a comment may run over several."""
    text = "\n".join(line.text for line in design.lines)
    if any(mark in text for mark in ('R"', "/*", "\\\n")):
        yield Opaque(text, origin=design.lines[0].origin)
        return
    for line in design.lines:
        yield Opaque(line.text, origin=line.origin)
