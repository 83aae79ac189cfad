"""Which calls in the template of a composite go to the dispatcher, as far as its header shows."""

from __future__ import annotations

from collections.abc import Iterator

from dispatchless.frozen import frozen
from dispatchless.model.composite import CompositeOperator
from dispatchless.model.cpp_calls import followers
from dispatchless.model.cpp_declarations import CppFunction, HeaderReader
from dispatchless.model.designs import Composite, Dispatchless, StructuredComposite
from dispatchless.model.dispatcher_calls import Scope, dispatcher_calls
from dispatchless.model.location import Location
from dispatchless.model.native_yaml import OperatorTable
from dispatchless.model.wrapper_calls import tensor_makers


@frozen
class TemplateDispatch:
    """A call at ``location``, of one of the operators of the C++ ``names``."""

    names: tuple[str, ...]
    location: Location


def template_dispatches(
    operator: CompositeOperator, headers: HeaderReader, native: OperatorTable
) -> tuple[TemplateDispatch, ...]:
    """The calls of the dispatcher in an author's template, and in those that it hands its struct of
    operators, or its device, on to."""
    design = operator.design
    if operator.header is None or not isinstance(
        design, Composite | StructuredComposite | Dispatchless
    ):
        return ()
    declared = headers.read(operator.header.path)
    function = declared.function(design.template)
    if function is None:
        return ()
    own = frozenset(each.name.text for each in declared.functions)
    makers = tensor_makers(design.calls)
    found: list[TemplateDispatch] = []
    for each, parameter in followers(function, 0, declared).functions:
        tensors = frozenset(_parameters(each, tensors=True))
        no_tensors = frozenset(_parameters(each, tensors=False))
        scope = Scope(own, tensors, no_tensors, makers, parameter)
        found.extend(
            TemplateDispatch(call.names, each.source.location(call.token))
            for call in dispatcher_calls(each.body, scope, native)
        )
    return tuple(found)


def _parameters(function: CppFunction, *, tensors: bool) -> Iterator[str]:
    """The parameters that are a tensor each; or those that are none and hold none."""
    for name, tokens in zip(function.parameters, function.declared, strict=True):
        words = [token.text for token in tokens]
        if tensors:
            if "Tensor" in words and "<" not in words:
                yield name
        elif not any(word in ("Tensor", "TensorList", "ITensorListRef") for word in words):
            yield name
