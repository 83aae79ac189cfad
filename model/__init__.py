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
from dispatchless.model.location import Location
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
    "parse_operator_name",
    "parse_schema",
]
