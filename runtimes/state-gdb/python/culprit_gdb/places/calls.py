"""Which call a frame belongs to."""

import gdb

END_OF_MEMORY = 1 << 64


def stack_base(frame):
    """The stack pointer of the caller: the same all through one call."""
    older = frame.older()
    return END_OF_MEMORY if older is None else int(older.read_register("sp")) % END_OF_MEMORY


def call_of(frame):
    """Identifies the call, to which inlined functions belong."""
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return gdb.selected_thread().ptid, stack_base(frame)


def function_name(frame):
    function = frame.function()
    return function and function.name
