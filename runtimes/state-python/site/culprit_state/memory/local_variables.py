"""Sets and deletes variables of a frame."""
import sys

from ..impossible_change import ImpossibleChange
from ..tracing.code_objects import OPTIMIZED, function_name

WRITES_THROUGH = sys.version_info >= (3, 13)  # `f_locals` is the variables themselves, not a copy


def set_local(frame, name, value):
    code = frame.f_code
    variables = frame.f_locals
    if code.co_flags & OPTIMIZED and name not in code.co_varnames + code.co_cellvars + code.co_freevars:
        raise ImpossibleChange(f"{function_name(code)} has no variable {name}")
    variables[name] = value
    write_back(frame, 0)


def delete_local(frame, name):
    try:
        del frame.f_locals[name]
    except (KeyError, TypeError, ValueError) as error:
        raise ImpossibleChange(f"the variable {name} cannot be deleted here") from error
    write_back(frame, 1)


def write_back(frame, delete_missing):
    if frame.f_code.co_flags & OPTIMIZED and not WRITES_THROUGH:
        import ctypes  # takes a while, and most changes are not of variables

        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(delete_missing))
