"""What the functions of ATen's C++ API are called: one name for each form of an operator."""

from __future__ import annotations

from dispatchless.model.schema import FunctionSchema

_SUFFIXES = ("_outf", "_out", "_symint")


def api_name(schema: FunctionSchema, *, faithful: bool, symint: bool) -> str:
    """The unqualified name of one form: ``add``, ``add_out``, ``add_outf``, ``ones_symint``.

    ``faithful``: the parameters follow the schema; ``symint``: SymInt arguments are c10::SymInt.
    """
    suffix = "_symint" if symint else ""
    if schema.out_arguments:
        suffix += "_outf" if faithful else "_out"
    return schema.name.base + suffix


def api_names(schema: FunctionSchema) -> frozenset[str]:
    """The names of all forms of an operator."""
    flavours = (False, True) if schema.has_symint else (False,)
    return frozenset(
        api_name(schema, faithful=faithful, symint=symint)
        for faithful in (False, True)
        for symint in flavours
    )


def base_names(name: str) -> frozenset[str]:
    """The base names that an operator may have of which this is the name of a form."""
    bases = {name}
    for suffix in _SUFFIXES:
        bases |= {base.removesuffix(suffix) for base in bases}
    return frozenset(bases)
