"""What a specification says: schemas, operators, composites; yaml with located errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dispatchless.model.on_first_use import import_on_first_use

if TYPE_CHECKING:
    from dispatchless.model.adapter_structs import passed_argument
    from dispatchless.model.backend_yaml import BackendEntry, ExternalBackend, load_backend
    from dispatchless.model.composite import CompositeOperator, HeaderFile, Specification
    from dispatchless.model.composite_yaml import load_spec, load_specs
    from dispatchless.model.cpp_api_names import api_name, api_names
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
    from dispatchless.model.designs import (
        Adapter,
        Alias,
        Composite,
        Dependency,
        Design,
        Dispatchless,
        KernelAccess,
        StatementLine,
        Structured,
        StructuredComposite,
        StructuredWrapper,
        Tail,
        design_title,
    )
    from dispatchless.model.dispatch_keys import STRUCTURED_KEYS, DispatchKey
    from dispatchless.model.dispatch_stubs import DispatchStub, stub_of
    from dispatchless.model.errors import ErrorCollector, SpecError, SpecErrors, did_you_mean
    from dispatchless.model.header_roots import (
        header_root,
        no_such_header,
        operators_of_header,
    )
    from dispatchless.model.location import Location
    from dispatchless.model.namespaces import check_namespace
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
    from dispatchless.model.schema_forms import (
        functional_signature,
        functional_variant,
        out_variant,
    )
    from dispatchless.model.schema_text import parse_operator_name, parse_schema
    from dispatchless.model.schema_types import (
        BaseType,
        CustomClassType,
        ListType,
        OptionalType,
        SchemaType,
        base_of,
        is_list_like,
        is_tensor_like,
    )
    from dispatchless.model.tail_forms import TailForms
    from dispatchless.model.variant_families import Family, families

__all__ = [
    "DTYPE_WORDS",
    "STRUCTURED_KEYS",
    "Adapter",
    "Alias",
    "Annotation",
    "Argument",
    "BackendEntry",
    "BaseType",
    "BoolDefault",
    "Composite",
    "CompositeOperator",
    "CustomClassType",
    "Default",
    "Dependency",
    "Design",
    "DeviceCheck",
    "DispatchKey",
    "DispatchStub",
    "Dispatchless",
    "ErrorCollector",
    "ExternalBackend",
    "Family",
    "FloatDefault",
    "FunctionSchema",
    "HeaderFile",
    "IntDefault",
    "Kernel",
    "KernelAccess",
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
    "Specification",
    "StatementLine",
    "StringDefault",
    "Structured",
    "StructuredComposite",
    "StructuredWrapper",
    "Tail",
    "TailForms",
    "TensorOptions",
    "Variant",
    "WordDefault",
    "api_name",
    "api_names",
    "base_of",
    "check_namespace",
    "design_title",
    "did_you_mean",
    "families",
    "functional_signature",
    "functional_variant",
    "header_root",
    "is_list_like",
    "is_tensor_like",
    "load_backend",
    "load_native_functions",
    "load_spec",
    "load_specs",
    "no_such_header",
    "operators_of_header",
    "out_variant",
    "parse_operator_name",
    "parse_schema",
    "passed_argument",
    "stub_of",
]

import_on_first_use(
    globals(),
    {
        "cpp_api_names": "api_name api_names",
        "backend_yaml": "BackendEntry ExternalBackend load_backend",
        "composite": "CompositeOperator HeaderFile Specification",
        "composite_yaml": "load_spec load_specs",
        "defaults": "DTYPE_WORDS BoolDefault Default FloatDefault IntDefault ListDefault "
        "NoneDefault StringDefault WordDefault",
        "adapter_structs": "passed_argument",
        "designs": "Adapter Alias Composite Dependency Design Dispatchless KernelAccess "
        "StatementLine Structured StructuredComposite StructuredWrapper Tail design_title",
        "dispatch_keys": "STRUCTURED_KEYS DispatchKey",
        "dispatch_stubs": "DispatchStub stub_of",
        "errors": "ErrorCollector SpecError SpecErrors did_you_mean",
        "header_roots": "header_root no_such_header operators_of_header",
        "schema_forms": "functional_signature functional_variant out_variant",
        "variant_families": "Family families",
        "location": "Location",
        "namespaces": "check_namespace",
        "native_yaml": "OperatorTable load_native_functions",
        "operator": "DeviceCheck Kernel Operator Precomputed Variant",
        "schema": "Annotation Argument FunctionSchema OperatorName Return SchemaKind TensorOptions",
        "schema_text": "parse_operator_name parse_schema",
        "schema_types": "BaseType CustomClassType ListType OptionalType SchemaType base_of "
        "is_list_like is_tensor_like",
        "tail_forms": "TailForms",
    },
)
