"""Breakpoints, and the calls in which they are met."""

import gdb


class Reached(gdb.Breakpoint):
    """Calls `arrive` with the frame each time; the program stops there if that says so."""

    all = []

    def __init__(self, arrive, **where):
        super().__init__(internal=True, **where)
        self.silent = True
        self.arrive = arrive
        self.all.append(self)

    def stop(self):
        return bool(self.arrive(gdb.newest_frame()))

    def forget(self):
        self.all.remove(self)
        self.delete()


def base_of(frame):
    """Where the caller's part of the stack ends: the same all through one call."""
    older = frame.older()
    return 1 << 64 if older is None else int(older.read_register("sp")) & (1 << 64) - 1


def call_of(frame):
    """What was inlined into a function is a part of the call."""
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return gdb.selected_thread().ptid, base_of(frame)
