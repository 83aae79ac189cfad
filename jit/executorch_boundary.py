"""The C functions of `executorch_support/*.h`, called through ctypes.

The compiler in the process would make a wrapper for every C++ function that Python calls, which
takes longer than all the calls of a test.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_int64, c_ubyte, c_void_p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dispatchless.jit.session import Session

_PREFIX = "dispatchless_et_"
_V = c_void_p
# Function -> its result and parameters.
_CALLS: dict[str, tuple[Any, ...]] = {
    "set_up": (c_int,),
    "log": (c_char_p,),
    "clear_log": (None,),
    "new_values": (_V,),
    "delete_values": (None, _V),
    "size": (c_int, _V),
    "add_none": (c_int, _V),
    "add_bool": (c_int, _V, c_int),
    "add_int": (c_int, _V, c_int64),
    "add_double": (c_int, _V, c_double),
    "add_string": (c_int, _V, c_char_p, c_int),
    "add_bools": (c_int, _V, POINTER(c_bool), c_int),
    "add_doubles": (c_int, _V, POINTER(c_double), c_int),
    "make_ints": (c_int, _V, c_int),
    "make_tensors": (c_int, _V, c_int),
    "make_optional_tensors": (c_int, _V, c_int),
    "add_tensor": (c_int, _V, c_int, c_int, POINTER(c_int), POINTER(c_ubyte), c_void_p),
    "add_again": (c_int, _V, c_int),
    "kind": (c_int, _V, c_int),
    "int": (c_int64, _V, c_int),
    "bool": (c_int, _V, c_int),
    "double": (c_double, _V, c_int),
    "shape": (c_int, _V, c_int, POINTER(c_int), POINTER(c_int)),
    "dtype": (c_int, _V, c_int),
    "data": (c_void_p, _V, c_int),
    "nbytes": (c_int64, _V, c_int),
    "registered": (c_int,),
    "registered_name": (c_char_p, c_int),
    "registered_key": (c_char_p, c_int),
    "hide": (None, c_int),
    "find": (c_int, c_char_p, _V),
    "call": (c_int, c_char_p, _V, c_void_p),
    "register_table": (c_int, c_void_p),
    "new_program": (_V, c_char_p),
    "delete_program": (None, _V),
    "load_method": (c_int, _V, c_char_p, c_void_p),
    "execute": (c_int, _V, c_char_p, _V, _V),
}


class Boundary:
    """The functions as attributes without their prefix, each looked up when it is first used."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        if name not in _CALLS:
            raise AttributeError(name)
        function = function_at(self._session, _PREFIX + name, *_CALLS[name])
        setattr(self, name, function)
        return function


def function_at(session: Session, symbol: str, result: Any, *parameters: Any) -> Any:
    """A C function that was compiled in the session.

    Raises:
        LookupError: there is none.
    """
    address = session.address(symbol)
    if not address:
        raise LookupError(f"{symbol} was not compiled")
    return ctypes.CFUNCTYPE(result, *parameters)(address)
