"""From a specification to the texts of its C++ files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs

from dispatchless.cppast import HeaderFile, LineMap, SourceFile, print_file
from dispatchless.frozen import frozen
from dispatchless.lowering import DEFAULT_KEYS, Registration, TorchOptions, lower_torch
from dispatchless.model import (
    DispatchKey,
    ErrorCollector,
    OperatorTable,
    SpecError,
    Specification,
    check_namespace,
    did_you_mean,
)
from dispatchless.specifications import PathLike, load_spec, operator_table

RegistrationMode = Literal["static", "manual"]


@frozen
class GeneratedFile:
    """One generated file.

    Attributes:
        path: relative to the output folder, with forward slashes.
        text: the whole content; the same input gives the same bytes.
        line_map: from a line of the text to where it came from in the specification.
    """

    path: str
    text: str
    line_map: LineMap = attrs.field(repr=False, eq=False)


def generate(
    specification: Specification | PathLike | Sequence[PathLike],
    *,
    namespace: str = "dispatchless",
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    lib_name: str | None = None,
    registration: RegistrationMode = "static",
    native_functions: PathLike | OperatorTable | None = None,
) -> tuple[GeneratedFile, ...]:
    """The C++ for PyTorch of every operator of a specification; nothing is written.

    Args:
        specification: a loaded specification, or the path or paths of one.
        namespace: where operators live whose schema names no namespace.
        keys: backends that get dispatch-free instances (`CPU`, `CUDA`, `Meta`, ...).
        lib_name: names the register function; by default the namespace.
        registration: `"static"` initialisers, or `"manual"`: `register_<lib>_kernels()`.
        native_functions: where dependencies are looked up; by default the installed torch's file.

    Raises:
        SpecError: everything that is wrong with the input, all at once (``error.errors``).
    """
    table = operator_table(native_functions)
    specification, options = checked(
        specification,
        table,
        namespace=namespace,
        keys=keys,
        lib_name=lib_name,
        registration=registration,
    )
    return generate_checked(specification, options)


def generate_checked(
    specification: Specification, options: TorchOptions
) -> tuple[GeneratedFile, ...]:
    """`generate`, where the specification is loaded and the options are made.

    Raises:
        SpecError: what only lowering can find wrong.
    """
    return tuple(map(printed, lower_torch(specification, options)))


def printed(tree: HeaderFile | SourceFile) -> GeneratedFile:
    """A file of C++ nodes as it is written."""
    made = print_file(tree)
    return GeneratedFile(tree.path, made.text, made.line_map)


def checked(
    specification: Specification | PathLike | Sequence[PathLike],
    table: OperatorTable,
    *,
    namespace: str = "dispatchless",
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    lib_name: str | None = None,
    registration: RegistrationMode = "static",
) -> tuple[Specification, TorchOptions]:
    """A loaded specification and the options of the torch target.

    Raises:
        SpecError: everything that is wrong with either, all at once.
    """
    errors = ErrorCollector()
    with errors.collecting():
        options = torch_options(
            table, namespace=namespace, keys=keys, lib_name=lib_name, registration=registration
        )
    with errors.collecting():
        if not isinstance(specification, Specification):
            paths: Sequence[PathLike]
            paths = [specification] if isinstance(specification, PathLike) else specification
            specification = load_spec(*paths, native_functions=table, namespace=namespace)
    errors.raise_if_any()
    assert isinstance(specification, Specification), "else there was an error"
    return specification, options


def torch_options(
    table: OperatorTable,
    *,
    namespace: str = "dispatchless",
    keys: Sequence[str | DispatchKey] = DEFAULT_KEYS,
    lib_name: str | None = None,
    registration: RegistrationMode = "static",
) -> TorchOptions:
    """Checked options of the torch target.

    Raises:
        SpecError: a namespace or library name that is no C++ identifier, or an unknown backend;
            all at once.
    """
    errors = ErrorCollector()
    with errors.collecting():
        check_namespace(namespace, what="--namespace")
    with errors.collecting():
        if lib_name is not None:
            check_namespace(lib_name, what="--lib-name", noun="a name")
    with errors.collecting():
        parsed = parse_keys(keys)
    errors.raise_if_any()
    return TorchOptions(
        namespace=namespace,
        keys=parsed,
        lib_name=lib_name or namespace,
        registration=Registration(registration),
        native=table,
    )


def parse_keys(keys: Sequence[str | DispatchKey]) -> tuple[DispatchKey, ...]:
    """Backend dispatch keys by their names.

    Raises:
        SpecError: a name is no dispatch key, is not a backend's, or occurs twice.
    """
    parsed: list[DispatchKey] = []
    backends = {key.name: key for key in DispatchKey if key.is_backend and key.autograd_key}
    for given in keys:
        name = given.name if isinstance(given, DispatchKey) else given.strip()
        key = backends.get(name)
        if key is None:
            raise SpecError(
                f"--keys: {name!r} is not a backend's dispatch key",
                hint=did_you_mean(name, backends) or "for example CPU, CUDA or Meta",
            )
        if key in parsed:
            raise SpecError(f"--keys: {name} is named twice", hint="name each backend once")
        parsed.append(key)
    if not parsed:
        raise SpecError("--keys: no backend is named", hint="for example --keys CPU,Meta")
    return tuple(parsed)
