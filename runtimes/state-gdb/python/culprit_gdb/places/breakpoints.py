"""Breakpoints that call a function each time they are hit."""

import gdb


class Breakpoints:
    """All that are set, so that they can be deleted together."""

    def __init__(self):
        self.all = []

    def add(self, arrive, **location):
        """Calls `arrive` with the frame at each hit; the program stops there if that returns true."""
        added = ArrivalBreakpoint(arrive, location)
        self.all.append(added)
        return added

    def delete(self, breakpoint):
        self.all.remove(breakpoint)
        breakpoint.delete()

    def delete_all(self):
        for each in self.all:
            each.delete()
        self.all.clear()


class ArrivalBreakpoint(gdb.Breakpoint):
    def __init__(self, arrive, location):
        super().__init__(internal=True, **location)
        self.silent = True
        self.arrive = arrive

    def stop(self):
        return bool(self.arrive(gdb.newest_frame()))
