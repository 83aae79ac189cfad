"""Names of what is generated for an operator: file stems, structs, functions.

The stem of `sub.Tensor` is `sub`, of `sub_.Tensor` `sub_inplace`, of `sub.out` `sub_out`; so the
struct of the functional variant on CPU is `sub_ops_cpu`. Where two operators of one library would
share a stem, each of them takes its overload name in: `sub_Tensor`, `sub_Scalar`; where they still
do, the namespace: `aten_sub_Tensor`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dispatchless.frozen import frozen
from dispatchless.lowering.options import TorchOptions
from dispatchless.model import (
    CompositeOperator,
    DispatchKey,
    FunctionSchema,
    OperatorName,
    SchemaKind,
    SpecError,
)

GENERIC = "generic"

_KIND_SUFFIX = {
    SchemaKind.FUNCTIONAL: "",
    SchemaKind.MUTABLE: "",
    SchemaKind.INPLACE: "_inplace",
    SchemaKind.OUT: "_out",
    SchemaKind.SCRATCH: "_out",
}


def backend_word(key: DispatchKey | None) -> str:
    """`cpu` for CPU, `generic` for the instance over the dispatcher."""
    return GENERIC if key is None else key.name.lower()


@frozen
class OperatorNames:
    """The generated names of one operator.

    Attributes:
        namespace: the C++ namespace, which is the operator's own.
        stem: unique in the library; all other names are made from it.
        qualified: `namespace::base`, as the dispatcher knows the operator without its overload.
        local: `base.overload`, as a `torch::Library` of the namespace takes it.
        overload: the overload name, empty for the default one.
        ops_stem: the stem of the structs of inner operators, which all forms of one entry share.
    """

    namespace: str
    stem: str
    qualified: str
    local: str
    overload: str
    ops_stem: str

    def ops_struct(self, key: DispatchKey | None) -> str:
        """The struct of inner operators: `sub_ops_cpu`."""
        return f"{self.ops_stem}_ops_{backend_word(key)}"

    def ops_header(self, key: DispatchKey | None) -> str:
        """The file of that struct."""
        return f"{self.ops_struct(key)}.h"

    def output_struct(self, key: DispatchKey | None) -> str:
        """The class of the OUT object: `sub_out_output_cpu`."""
        return f"{self.stem}_output_{backend_word(key)}"

    def instance(self, key: DispatchKey | None) -> str:
        """The function that is the instance of a structured body: `sub_out_instance_cpu`."""
        return f"{self.stem}_instance_{backend_word(key)}"

    def instance_header(self, key: DispatchKey | None) -> str:
        """The file of that function."""
        return f"{self.instance(key)}.h"

    def kernel(self, key: DispatchKey | None) -> str:
        """The instance of the template for a backend: `sub_cpu`."""
        return f"{self.stem}_{backend_word(key)}"

    def grad_aware(self, key: DispatchKey) -> str:
        """The kernel at the backend's autograd key: `sub_autograd_cpu`."""
        return f"{self.stem}_autograd_{backend_word(key)}"

    @property
    def inplace_or_view(self) -> str:
        """The kernel at ADInplaceOrView."""
        return f"{self.stem}_inplace_or_view"

    @property
    def below(self) -> str:
        """The variable that holds the operator's handle, for redispatch below ADInplaceOrView."""
        return f"{self.stem}_below"

    def source(self, key: DispatchKey | None) -> str:
        """The file of the kernels and their registration: `sub_cpu.cpp`."""
        return f"{self.kernel(key)}.cpp"

    def register_function(self, key: DispatchKey | None) -> str:
        """Registers the kernels of that file on demand: `register_sub_cpu`."""
        return f"register_{self.kernel(key)}"


def operator_names(
    operators: Sequence[CompositeOperator], options: TorchOptions
) -> Mapping[OperatorName, OperatorNames]:
    """Names of every operator of a library, by its schema's name.

    Raises:
        SpecError: two operators would still get the same file names, or names that differ only
            in case, which many file systems do not tell apart.
    """
    stems = _stems([operator.schema for operator in operators], options)
    stem_of = dict(zip((operator.schema.name for operator in operators), stems, strict=True))
    names: dict[OperatorName, OperatorNames] = {}
    taken: dict[str, CompositeOperator] = {}
    for operator, stem in zip(operators, stems, strict=True):
        schema = operator.schema
        other = taken.setdefault(stem.lower(), operator)
        if other is not operator:
            same = names[other.schema.name].stem == stem
            ways = f"both be generated as '{stem}'"
            if not same:
                ways = "be generated into files whose names differ only in case"
            raise SpecError(
                f"{schema.name} and {other.schema.name} would {ways}",
                location=operator.origin,
                text=str(schema),
                span=(0, len(str(schema.name))),
                hint="generate them into different libraries, or rename an overload",
            )
        namespace = _namespace(schema, options)
        names[schema.name] = OperatorNames(
            namespace=namespace,
            stem=stem,
            qualified=f"{namespace}::{schema.name.base}",
            local=schema.name.local,
            overload=schema.name.overload,
            ops_stem=stem_of[operator.entry],
        )
    return names


def _stems(schemas: Sequence[FunctionSchema], options: TorchOptions) -> list[str]:
    """The stem of each schema: the shortest that it does not share."""
    stems = [_stem(schema) for schema in schemas]
    longer = [f"{_stem(schema)}_{schema.name.overload or 'default'}" for schema in schemas]
    longest = [
        f"{_namespace(schema, options)}_{stem}"
        for schema, stem in zip(schemas, longer, strict=True)
    ]
    for candidates in (longer, longest):
        shared = Counter(stems)
        stems = [
            candidate if shared[stem] > 1 else stem
            for stem, candidate in zip(stems, candidates, strict=True)
        ]
    return stems


def _namespace(schema: FunctionSchema, options: TorchOptions) -> str:
    return schema.name.namespace or options.namespace


def _stem(schema: FunctionSchema) -> str:
    """The functional base name, without the underscores of a dunder name, and the variant."""
    return schema.name.root.strip("_") + _KIND_SUFFIX[schema.kind]
