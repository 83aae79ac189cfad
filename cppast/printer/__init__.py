"""The printer: nodes to text."""

from dispatchless.cppast.printer import (
    declarators,
    decls,
    exprs,
    functions,
    names,
    preproc,
    stmts,
)
from dispatchless.cppast.printer.core import DOCS, LINES
from dispatchless.cppast.printer.driver import Printed, print_file, print_node

# Importing a module of handlers registers them.
HANDLER_MODULES = (declarators, decls, exprs, functions, names, preproc, stmts)

__all__ = ["DOCS", "HANDLER_MODULES", "LINES", "Printed", "print_file", "print_node"]
