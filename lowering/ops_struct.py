"""The struct of exactly the inner operators that a composite lists, one per backend.

Its static members have the signatures of the corresponding `at::cpu::` (`at::cuda::`, `at::`, ...)
functions, in every form that ATen declares, and pass all arguments on. An operator that the
composite uses but does not list is no member, and so a compile error in the user's template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dispatchless.cppast import (
    Block,
    DocComment,
    Expr,
    Function,
    HeaderFile,
    Namespace,
    Record,
    Return,
)
from dispatchless.lowering.banner import banner_of
from dispatchless.lowering.inner_forms import Backend, InnerForm, inner_forms
from dispatchless.lowering.naming import OperatorNames
from dispatchless.lowering.options import TorchOptions
from dispatchless.model import CompositeOperator, DispatchKey, OperatorName, SpecError


def ops_headers(
    operator: CompositeOperator,
    keys: Iterable[DispatchKey | None],
    names: Mapping[OperatorName, OperatorNames],
    options: TorchOptions,
) -> tuple[HeaderFile, ...]:
    """The headers with the structs of OPERATOR's dependencies, one for each backend.

    Args:
        keys: the backends; None stands for the dispatcher.

    Raises:
        SpecError: two dependencies give members of the same name and parameters.
    """
    own = names[operator.schema.name]
    forms = _forms(operator, options)
    listed = ", ".join(str(dependency.name) for dependency in operator.design.calls)
    top = banner_of(operator)
    headers = []
    for key in keys:
        backend = Backend(key, names, options)
        members = tuple(_member(form, backend.call(form)) for form in forms)
        struct = Record("struct", own.ops_struct(key), members)
        target = "the dispatcher" if key is None else key.name
        comment = DocComment(f"What {operator.schema.name} calls, for {target}: {listed}.")
        namespace = Namespace((own.namespace,), (comment, struct), origin=operator.origin)
        headers.append(
            HeaderFile(own.ops_header(key), (namespace,), banner=top, origin=operator.origin)
        )
    return tuple(headers)


def _forms(operator: CompositeOperator, options: TorchOptions) -> tuple[InnerForm, ...]:
    forms: dict[tuple[object, ...], InnerForm] = {}
    for dependency in operator.design.calls:
        for form in inner_forms(dependency, options.native):
            declaration = (form.signature.name, *(param.type for param in form.signature.params))
            earlier = forms.setdefault(declaration, form)
            if earlier is not form:
                raise SpecError(
                    f"{earlier.dependency.name} and {dependency.name} are the same C++ function",
                    location=dependency.origin,
                    hint="list one of them; a template can't tell them apart",
                )
    return tuple(forms.values())


def _member(form: InnerForm, call: Expr) -> Function:
    return Function(
        form.signature.name,
        form.signature.parameters(),
        form.signature.returns,
        body=Block((Return(call),)),
        static=True,
        origin=form.dependency.origin,
    )
