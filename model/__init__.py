"""What a specification says: schemas, operators, composites; yaml with located errors."""

from dispatchless.model.defaults import (
    DTYPE_WORDS,
    BoolDefault,
    Default,
    FloatDefault,
    IntDefault,
    ListDefault,
    NoneDefault,
    StringDefault,
    WordDefault,
)
from dispatchless.model.dispatch_keys import STRUCTURED_KEYS, DispatchKey
from dispatchless.model.errors import ErrorCollector, SpecError, SpecErrors
from dispatchless.model.families import (
    Family,
    families,
    functional_signature,
    functional_variant,
    out_variant,
)
from dispatchless.model.location import Location
from dispatchless.model.native_yaml import OperatorTable, load_native_functions
from dispatchless.model.operator import DeviceCheck, Kernel, Operator, Precomputed, Variant
from dispatchless.model.schema import (
    Annotation,
    Argument,
    FunctionSchema,
    OperatorName,
    Return,
    SchemaKind,
    TensorOptions,
)
from dispatchless.model.schema_text import parse_operator_name, parse_schema
from dispatchless.model.schema_types import (
    BaseType,
    CustomClassType,
    ListType,
    OptionalType,
    SchemaType,
)

__all__ = [
    "DTYPE_WORDS",
    "STRUCTURED_KEYS",
    "Annotation",
    "Argument",
    "BaseType",
    "BoolDefault",
    "CustomClassType",
    "Default",
    "DeviceCheck",
    "DispatchKey",
    "ErrorCollector",
    "Family",
    "FloatDefault",
    "FunctionSchema",
    "IntDefault",
    "Kernel",
    "ListDefault",
    "ListType",
    "Location",
    "NoneDefault",
    "Operator",
    "OperatorName",
    "OperatorTable",
    "OptionalType",
    "Precomputed",
    "Return",
    "SchemaKind",
    "SchemaType",
    "SpecError",
    "SpecErrors",
    "StringDefault",
    "TensorOptions",
    "Variant",
    "WordDefault",
    "families",
    "functional_signature",
    "functional_variant",
    "load_native_functions",
    "out_variant",
    "parse_operator_name",
    "parse_schema",
]
