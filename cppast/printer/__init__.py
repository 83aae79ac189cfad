"""The printer: nodes to text. `prints` and `prints_lines` register handlers of new nodes."""

from dispatchless.cppast.printer import (
    declarators,
    decls,
    exprs,
    functions,
    names,
    preproc,
    stmts,
)
from dispatchless.cppast.printer.core import (
    DOCS,
    IN,
    LINES,
    OUT,
    Item,
    Printer,
    prints,
    prints_lines,
)
from dispatchless.cppast.printer.driver import Printed, print_file, print_node

# Importing a module of handlers registers them.
HANDLER_MODULES = (declarators, decls, exprs, functions, names, preproc, stmts)

__all__ = [
    "DOCS",
    "HANDLER_MODULES",
    "IN",
    "LINES",
    "OUT",
    "Item",
    "Printed",
    "Printer",
    "print_file",
    "print_node",
    "prints",
    "prints_lines",
]
