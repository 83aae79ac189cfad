"""Calls of structured kernels themselves, past the function that ATen has for each backend.

What a function such as `at::cpu::add` does is to derive from the class of the kernel, which says
what its outputs are, and to call its two methods: `meta` and `impl`. One header per operator and
backend does the same for a library of composites, on a class of its own (*inheritance*), or runs
the table of vectorised kernels where `impl` would do no more (*stub*). Only for CPU and Meta: on
other backends ATen's functions set the device and compare the devices of arguments as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dispatchless.cppast import (
    Auto,
    Binary,
    Block,
    Call,
    Comment,
    Construct,
    Decl,
    DeclStmt,
    Define,
    Defined,
    ErrorDirective,
    Expr,
    ExprStmt,
    Function,
    Header,
    HeaderFile,
    IfGroup,
    IfSection,
    InitList,
    IntLit,
    MacroStmt,
    Member,
    NameAllocator,
    NameExpr,
    Namespace,
    ParenInit,
    Prefix,
    QualifiedName,
    Return,
    Stmt,
    Type,
    Var,
    name,
)
from dispatchless.frozen import frozen
from dispatchless.lowering import dispatcher_symbols as symbols
from dispatchless.lowering.composite_calls import device_type
from dispatchless.lowering.cpp_types import (
    OPTIONAL_SCALAR_REF,
    OPTIONAL_TENSOR_REF,
    TENSOR,
    TypeConventions,
    argument_type,
    const_ref,
)
from dispatchless.lowering.expressions import method, variable
from dispatchless.lowering.inner_links import KERNEL_KEYS, calls_kernel
from dispatchless.lowering.kernel_outputs import (
    FINISH,
    KERNELS,
    OUTPUTS,
    outputs_class,
    outputs_header,
)
from dispatchless.lowering.naming import backend_word
from dispatchless.lowering.options import TorchOptions
from dispatchless.lowering.resolution import Link, LinkKind, Step
from dispatchless.lowering.signature import CppParam, CppSignature, signatures
from dispatchless.lowering.translate import Binding, bindings, translate
from dispatchless.model import (
    Argument,
    CompositeOperator,
    Dependency,
    DispatchKey,
    KernelAccess,
    Operator,
    OperatorTable,
    SchemaKind,
    header_root,
    stub_of,
)

_STUB_MACROS = ("HAVE_AVX2_CPU_DEFINITION", "HAVE_AVX512_CPU_DEFINITION")
_STUB_HEADER_MACRO = "DECLARE_DISPATCH"
_STUB_MACROS_HEADER = Header(f"{KERNELS}/dispatch_stub_macros.h", system=False)
# What kernels take otherwise than ATen's functions.
_KERNEL_TYPES = {
    "Tensor": const_ref(TENSOR),
    "Tensor?": const_ref(OPTIONAL_TENSOR_REF),
    "Scalar?": OPTIONAL_SCALAR_REF,
}
_STRUCTURED = TypeConventions(tensor_list_ref=True)


def kernel_link(
    dependency: Dependency, key: DispatchKey, options: TorchOptions, function: Link
) -> Link:
    """The link of an operator that has a structured kernel at KEY to that, in place of FUNCTION."""
    operator = dependency.operator
    assert isinstance(operator, Operator)
    return _Kernel(dependency, operator, key, options).link(function)


def kernel_headers(
    operators: Iterable[CompositeOperator], options: TorchOptions, *, banner: str
) -> Iterator[HeaderFile]:
    """The headers of all kernels that operators of a library call themselves."""
    used: dict[str, _Kernel] = {}  # by path: at Meta, both ways are the same
    for operator in operators:
        for call in operator.inner_calls:
            if not calls_kernel(call):
                continue
            assert isinstance(call.operator, Operator)
            for key in (key for key in KERNEL_KEYS if key in options.keys):
                kernel = _Kernel(call, call.operator, key, options)
                used.setdefault(kernel.path, kernel)
    stubs = any(kernel.is_stub for kernel in used.values())
    first = (_STUB_MACROS_HEADER,) if stubs else ()
    if stubs:
        yield stub_macros_header(banner=banner)
    for key in dict.fromkeys(kernel.key for kernel in used.values()):
        yield outputs_header(key, options, banner=banner, includes=first)
    for kernel in used.values():
        yield kernel.header(banner)


@frozen
class _Kernel:
    """The functions of one operator for one backend, over its kernel."""

    dependency: Dependency
    operator: Operator
    key: DispatchKey
    options: TorchOptions

    @property
    def is_stub(self) -> bool:
        return self.dependency.access is KernelAccess.STUB and self.key is not DispatchKey.Meta

    @property
    def table(self) -> OperatorTable:
        return self.options.native

    @property
    def stem(self) -> str:
        way = "_stub" if self.is_stub else ""
        return f"{self.operator.name.unambiguous}{way}_{backend_word(self.key)}"

    @property
    def path(self) -> str:
        return f"{KERNELS}/{self.stem}.h"

    @property
    def parent(self) -> Operator:
        """The out= operator that owns the kernel."""
        parent = self.table.structured_parent(self.operator)
        assert parent is not None, "checked when the specification was read"
        return parent

    def link(self, function: Link) -> Link:
        """The link to what the header has, in place of ATen's function."""
        kind = LinkKind.KERNEL_STUB if self.is_stub else LinkKind.KERNEL_CLASS
        *before, _ = function.steps
        what = self._stub_name if self.is_stub else self._class_name
        return attrs.evolve(
            function,
            kind=kind,
            scope=(self.options.namespace, KERNELS, self.stem),
            rooted=True,
            header=Header(self.path, system=False),
            steps=(
                *before,
                Step(self.key, True, f"{kind.value} {'::'.join(map(str, what.parts))}"),
            ),
        )

    # the kernel

    @property
    def _meta_class(self) -> QualifiedName:
        """The class that only says what the outputs are; it is named as the functional form."""
        parent = self.parent
        group = (each for each in self.table.overloads(parent.name.base))
        functional = next(
            each
            for each in group
            if each.schema.kind is SchemaKind.FUNCTIONAL and each.structured_delegate == parent.name
        )
        return self._native(f"at::meta::structured_{functional.name.unambiguous}", "meta")

    @property
    def _class_name(self) -> QualifiedName:
        if self.is_stub or self.key is DispatchKey.Meta:
            return self._meta_class
        kernel = self.parent.kernel(self.key)
        assert kernel is not None, "else the operator has no structured kernel at the key"
        return self._native(f"{kernel.namespace}::structured_{kernel.name}", "native")

    @property
    def _stub_name(self) -> QualifiedName:
        stub = stub_of(self.parent)
        assert stub is not None, "checked when the specification was read"
        return name(f"at::native::{stub.name}", header=stub.header)

    def _native(self, qualified: str, what: str) -> QualifiedName:
        return name(qualified, header=f"ATen/ops/{header_root(self.parent.name)}_{what}.h")

    # the header

    def header(self, banner: str) -> HeaderFile:
        functions: list[Decl] = [self._function(each) for each in signatures(self.operator)]
        by = f"the stub {self._stub_name.parts[-1]}" if self.is_stub else "its kernel class"
        comment = Comment(f"{self.operator.name} on {self.key.name}, by {by}.")
        scopes = (self.options.namespace, KERNELS, self.stem)
        members = (Namespace(scopes, (comment, *functions)),)
        includes = (_STUB_MACROS_HEADER,) if self.is_stub else ()
        return HeaderFile(self.path, members, banner=banner, includes=includes)

    def _function(self, signature: CppSignature) -> Function:
        word = NameAllocator([param.name for param in signature.params])
        body = Block(tuple(self._body(signature, word)))
        return Function(
            signature.name, signature.parameters(), signature.returns, body, inline=True
        )

    def _body(self, signature: CppSignature, words: NameAllocator) -> Iterator[Stmt]:
        schema = self.operator.schema
        word = words.allocate("kernel")
        kernel, scope = variable(word), bindings(signature)
        count = len(self.parent.schema.out_arguments)
        type_ = outputs_class(schema.kind, self.key, self._class_name, count, self.options)
        yield DeclStmt(self._declared(type_, word))
        inputs = tuple(a for a in self.parent.schema.arguments if not a.is_out)
        meta = method(kernel, "meta", *translate(scope, map(_parameter, inputs)))
        precomputed = self.parent.precomputed
        if precomputed is None or self.key is DispatchKey.Meta:
            yield ExprStmt(meta)
        else:
            computed = words.allocate("precomputed")
            yield DeclStmt(Var(Auto(), computed, meta))
            inputs, made = self._implemented(variable(computed))
            scope = (*made, *scope)
        outputs = tuple(method(kernel, "maybe_get_output", IntLit(i)) for i in range(count))
        if self.is_stub:
            yield from self._run_stub(kernel, scope, outputs)
        elif self.key is not DispatchKey.Meta:
            passed = translate(scope, map(_parameter, inputs))
            yield ExprStmt(method(kernel, "impl", *passed, *outputs))
        yield from self._returned(signature, kernel, count)

    def _declared(self, type_: Type, word: str) -> Var:
        schema = self.operator.schema
        if schema.kind is SchemaKind.FUNCTIONAL:
            return Var(type_, word)
        written = schema.out_arguments or schema.arguments[:1]
        references = tuple(Call(NameExpr(symbols.REFERENCE), (variable(a.name),)) for a in written)
        return Var(type_, word, ParenInit((InitList(references),)))

    def _implemented(self, computed: Expr) -> tuple[tuple[Argument, ...], tuple[Binding, ...]]:
        """What `impl` takes where `meta` has computed some of it, and what of that is new."""
        precomputed = self.parent.precomputed
        assert precomputed is not None
        taken: list[Argument] = []
        made: list[Argument] = []
        for argument in self.parent.schema.arguments:
            if argument.is_out:
                continue
            replacing = precomputed.replace.get(argument.name)
            taken.extend((argument,) if replacing is None else replacing)
            made.extend(replacing or ())
        taken.extend(precomputed.add)
        made.extend(precomputed.add)
        return tuple(taken), tuple(
            Binding(argument_type(each, _STRUCTURED), Member(computed, each.name), (each.name,))
            for each in made
        )

    def _run_stub(
        self, kernel: Expr, scope: Iterable[Binding], outputs: tuple[Expr, ...]
    ) -> Iterator[Stmt]:
        stub = stub_of(self.parent)
        assert stub is not None
        by_name = {argument.name: argument for argument in self.parent.schema.arguments}
        taken = (_parameter(by_name[each]) for each in stub.arguments)
        passed = translate(scope, taken)
        arguments = (device_type(self.key), kernel, *passed)
        yield ExprStmt(Call(NameExpr(self._stub_name), arguments))
        # A stub casts to the common dtype and back; that it did is all that can be seen.
        same = Binary(
            "==",
            method(outputs[0], "scalar_type"),
            method(method(kernel, "output"), "scalar_type"),
        )
        yield MacroStmt(symbols.TORCH_INTERNAL_ASSERT, (same,), symbols.TORCH_CHECK_HEADER)

    def _returned(self, signature: CppSignature, kernel: Expr, count: int) -> Iterator[Stmt]:
        schema = self.operator.schema
        if schema.kind is SchemaKind.FUNCTIONAL:
            moved = tuple(
                Call(NameExpr(symbols.MOVE), (method(Member(kernel, OUTPUTS), "at", IntLit(i)),))
                for i in range(count)
            )
            yield Return(moved[0] if count == 1 else Call(NameExpr(symbols.MAKE_TUPLE), moved))
            return
        yield ExprStmt(method(kernel, FINISH))
        written = tuple(variable(a.name) for a in (schema.out_arguments or schema.arguments[:1]))
        yield Return(written[0] if len(written) == 1 else Construct(signature.returns, written))


def _parameter(argument: Argument) -> CppParam:
    """The parameter of a kernel's `meta` or `impl`."""
    type_ = _KERNEL_TYPES.get(str(argument.type)) or argument_type(argument, _STRUCTURED)
    return CppParam(argument.name, type_, None, (argument,))


def stub_macros_header(*, banner: str) -> HeaderFile:
    """What libtorch was compiled with, which its headers of stubs must see as well."""
    comment = Comment(
        "DispatchStub.h declares its functions by what PyTorch was compiled for. Official builds\n"
        "for x86-64 have both; for other processors it is not known. An interpreter of C++ has\n"
        "read that header before."
    )
    missing = tuple(Prefix("!", Defined(macro)) for macro in _STUB_MACROS)
    late = IfGroup(
        Binary("&&", Defined(_STUB_HEADER_MACRO), Binary("||", *missing)),
        (ErrorDirective(f"define {' and '.join(_STUB_MACROS)} before ATen's headers"),),
    )
    defined = (
        IfSection((IfGroup(each, (Define(macro),)),))
        for each, macro in zip(missing, _STUB_MACROS, strict=True)
    )
    refused = ErrorDirective("'kernels: stub' is for x86-64; write 'kernels: inheritance'")
    section = IfSection(
        (IfGroup(Defined("__x86_64__"), (IfSection((late,)), *defined)),), (refused,)
    )
    compiled = IfSection((IfGroup(Prefix("!", Defined("__CLING__")), (section,)),))
    return HeaderFile(_STUB_MACROS_HEADER.path, (comment, compiled), banner=banner)
