"""OUT objects: what a structured body calls as its last act, for each form of the operator.

The methods have the signatures of the functional forms. The functional object's return the result,
the out= object's write to the output that it refers to, the in-place object's to `self`; each
returns what the operator returns, so that a template passes it on and no method costs anything.
A void template cannot pass anything on: there the functional object keeps the result.

Where the author's code fixes the output first (`set_output`, as in ATen's structured kernels), the
functional object allocates it for in-place operators that are listed; what the others return has
its layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dispatchless.cppast import (
    Assign,
    Binary,
    Block,
    BoolLit,
    Builtin,
    Call,
    Conditional,
    Decl,
    DocComment,
    Expr,
    ExprStmt,
    Field,
    Function,
    If,
    LRef,
    Member,
    NamedType,
    NameExpr,
    Param,
    Qualified,
    Record,
    Return,
    Stmt,
    Type,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.composite_calls import local_header
from dispatchless.lowering.cpp_types import INT_ARRAY_REF, TENSOR_OPTIONS
from dispatchless.lowering.expressions import check, method, this_member, variable
from dispatchless.lowering.inner_forms import Backend, InnerForm, inner_forms
from dispatchless.lowering.inplace_result import CHECKED_RESULT, inplace_result_path
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.signature import CppSignature, kernel_signature
from dispatchless.lowering.torch_symbols import TENSOR
from dispatchless.lowering.translate import Binding, bindings
from dispatchless.model import (
    CompositeOperator,
    Operator,
    OperatorName,
    SchemaKind,
    Structured,
    StructuredComposite,
    Tail,
)

_TENSOR = NamedType(TENSOR)
_RESULT = "result_"
_SIZES, _OPTIONS = "sizes", "options"


def field_name(argument: str) -> str:
    """The member that refers to an output: `out_` for `out`."""
    return f"{argument}_"


def output_fields(operator: CompositeOperator) -> tuple[str, ...]:
    """The arguments that an OUT object of the operator refers to, in the order of its members."""
    schema = operator.schema
    if schema.kind is SchemaKind.INPLACE:
        return tuple(a.name for a in schema.arguments[:1])
    return tuple(a.name for a in schema.out_arguments)


def keeps_result(operator: CompositeOperator) -> bool:
    """Whether the functional OUT object has the result as a member."""
    design = operator.design
    return isinstance(design, StructuredComposite) and (design.returns_nothing or design.allocates)


def result_of(output: Expr) -> Expr:
    """The kept result of an OUT object."""
    return Member(output, _RESULT)


@frozen
class OutputStruct:
    """Builds the OUT class of one form of a structured operator for one backend."""

    operator: CompositeOperator
    design: Structured
    names: OperatorNames
    backend: Backend

    def record(self) -> Record:
        """The class."""
        members: list[Decl] = [
            Field(LRef(_TENSOR), field_name(argument)) for argument in output_fields(self.operator)
        ]
        if self._kind is SchemaKind.FUNCTIONAL and keeps_result(self.operator):
            members.append(Field(self._returns, _RESULT))
        if self._allocates:
            members.extend(self._allocation())
        for tail in self.design.tails:
            members.extend(self._methods(tail))
        return Record("struct", self.names.output_struct(self.backend.key), tuple(members))

    @property
    def _kind(self) -> SchemaKind:
        return self.operator.schema.kind

    @property
    def _returns(self) -> Type:
        return kernel_signature(self.operator.schema, symint=self.design.symint).returns

    @property
    def _void(self) -> bool:
        return isinstance(self.design, StructuredComposite) and self.design.returns_nothing

    @property
    def _allocates(self) -> bool:
        return isinstance(self.design, StructuredComposite) and self.design.allocates

    def _methods(self, tail: Tail) -> Iterator[Function]:
        own = tail.dependency.operator
        for form in inner_forms(tail.dependency, self.backend.options.native):
            if tail.forms.functional is None:
                yield self._filling(form)
            else:
                assert isinstance(own, Operator)
                yield self._method(form, tail)

    def _method(self, form: InnerForm, tail: Tail) -> Function:
        match self._kind:
            case SchemaKind.FUNCTIONAL:
                body = self._functional(form)
            case SchemaKind.INPLACE:
                body = self._inplace(form, tail)
            case _:
                body = self._deliver(self._written(form, tail, self._output_members()))
        return self._function(form.signature.name, form.signature.parameters(), body, form)

    def _function(
        self, function: str, parameters: Sequence[Param], body: Sequence[Stmt], form: InnerForm
    ) -> Function:
        returns = Builtin("void") if self._void else self._returns
        origin = form.dependency.origin
        return Function(function, parameters, returns, body=Block(tuple(body)), origin=origin)

    def _deliver(self, result: Expr) -> tuple[Stmt, ...]:
        return (ExprStmt(result),) if self._void else (Return(result),)

    # functional

    def _functional(self, form: InnerForm) -> tuple[Stmt, ...]:
        call = self.backend.call(form)
        if self._allocates:
            # Not its out= form: autograd has no formula for that, and results would differ in bits.
            call = Conditional(
                method(this_member(_RESULT), "defined"), method(call, "contiguous"), call
            )
        if not self._void:
            return (Return(call),)
        return (ExprStmt(Assign("=", this_member(_RESULT), call)),)

    # out=

    def _output_members(self) -> tuple[Expr, ...]:
        return tuple(this_member(field_name(argument)) for argument in output_fields(self.operator))

    def _written(self, form: InnerForm, tail: Tail, outputs: Sequence[Expr]) -> Expr:
        """The call of the out= operator that writes what FORM computes to OUTPUTS."""
        out = tail.forms.out
        assert out is not None, "a tail operator has an out= form"
        target = self._form_like(form.signature, out, tail)
        scope = [
            *bindings(form.signature),
            *(
                Binding(LRef(_TENSOR), output, (argument.name,))
                for argument, output in zip(out.schema.out_arguments, outputs, strict=True)
            ),
        ]
        return self.backend.call(target, scope)

    def _form_like(self, signature: CppSignature, operator: Operator, tail: Tail) -> InnerForm:
        """The form of another operator of the function that takes the same types, in the schema's
        order."""
        dependency = attrs.evolve(tail.dependency, name=operator.schema.name, operator=operator)
        forms = [
            form
            for form in inner_forms(dependency, self.backend.options.native)
            if form.signature.symint == signature.symint
        ]
        return forms[-1]

    # in-place

    def _inplace(self, form: InnerForm, tail: Tail) -> tuple[Stmt, ...]:
        """The operator's in-place form where it is applied to the very tensor that is written; else
        the result is computed, checked as in-place operators do, and copied."""
        own = this_member(field_name(output_fields(self.operator)[0]))
        inplace, write_back = tail.forms.inplace, self.design.write_back
        assert inplace is not None and write_back is not None
        first, *rest = bindings(form.signature)
        target = self._form_like(form.signature, inplace, tail)
        scope = (Binding(LRef(_TENSOR), own, first.argument_names), *rest)
        in_place = self._deliver(self.backend.call(target, scope))
        path = inplace_result_path(self.backend.options)
        check = name(
            f"::{self.backend.options.namespace}::{CHECKED_RESULT}", header=local_header(path)
        )
        computed = Call(NameExpr(check), (own, self.backend.call(form)))
        copy = next(inner_forms(write_back, self.backend.options.native))
        copied = self.backend.call(
            copy,
            (
                Binding(LRef(_TENSOR), own, ("self",)),
                Binding(LRef(Qualified(_TENSOR, const=True)), computed, ("src",)),
                Binding(Builtin("bool"), BoolLit(False), ("non_blocking",)),
            ),
        )
        same = method(first.expr, "is_same", own)
        if self._void:
            return (If(same, Block(in_place), otherwise=Block((ExprStmt(copied),))),)
        return (If(same, Block(in_place)), Return(copied))

    # outputs that are allocated first

    def _allocation(self) -> Iterator[Decl]:
        assert isinstance(self.design, StructuredComposite)
        if self._kind is SchemaKind.FUNCTIONAL:
            output = this_member(_RESULT)
            (allocate,) = self.design.allocation
            form = next(inner_forms(allocate, self.backend.options.native))
            size, options = form.signature.params[:2]
            scope = (
                Binding(size.type, variable(_SIZES), tuple(a.name for a in size.arguments)),
                Binding(options.type, variable(_OPTIONS), tuple(a.name for a in options.arguments)),
                *(
                    Binding(p.type, NameExpr(symbols.NULLOPT), tuple(a.name for a in p.arguments))
                    for p in form.signature.params[2:]
                ),
            )
            body: tuple[Stmt, ...] = (
                ExprStmt(Assign("=", output, self.backend.call(form, scope))),
            )
        elif self._kind is SchemaKind.INPLACE:
            output = self._output_members()[0]
            sizes = method(output, "sizes")
            body = (
                check(
                    method(sizes, "equals", variable(_SIZES)),
                    "output with shape ",
                    sizes,
                    " doesn't match the broadcast shape ",
                    variable(_SIZES),
                ),
            )
        else:
            output = self._output_members()[0]
            body = (
                self._same("dtype", output),
                self._same("device", output),
                ExprStmt(Call(NameExpr(symbols.RESIZE_OUTPUT), (output, variable(_SIZES)))),
            )
        yield DocComment("Fixes the sizes, dtype and device of the output before it is written.")
        yield Function(
            "set_output",
            (Param(INT_ARRAY_REF, _SIZES), Param(TENSOR_OPTIONS, _OPTIONS)),
            Builtin("void"),
            body=Block(body),
        )
        yield DocComment("The output as it is now; undefined where none has been made.")
        yield Function(
            "maybe_get_output",
            (),
            LRef(Qualified(_TENSOR, const=True)),
            body=Block((Return(output),)),
            const=True,
        )

    def _same(self, property_: str, output: Expr) -> Stmt:
        """The check of structured kernels that an out argument is what the result would be."""
        wanted = method(variable(_OPTIONS), property_)
        got = method(output, property_)
        return check(
            Binary("==", wanted, got),
            f"Expected out tensor to have {property_} ",
            wanted,
            ", but got ",
            got,
            " instead",
        )

    def _filling(self, form: InnerForm) -> Function:
        """The method of an in-place operator: it is applied to the output."""
        output = (
            this_member(_RESULT)
            if self._kind is SchemaKind.FUNCTIONAL
            else self._output_members()[0]
        )
        first, *rest = bindings(form.signature)
        scope = (Binding(LRef(_TENSOR), output, first.argument_names), *rest)
        call = self.backend.call(form, scope)
        body = (ExprStmt(call),) if self._void else (ExprStmt(call), Return(output))
        parameters = form.signature.parameters()[1:]
        return self._function(form.signature.name, parameters, body, form)


def output_struct(
    operator: CompositeOperator,
    names: Mapping[OperatorName, OperatorNames],
    backend: Backend,
) -> Record:
    """The OUT class of an operator for a backend."""
    design = operator.design
    assert isinstance(design, Structured)
    return OutputStruct(operator, design, names[operator.schema.name], backend).record()
