"""A breakpoint at the entry of a function."""


class FunctionCalls:
    """Calls `arrive` with the frame at each call; the program stops there if that returns true."""

    def __init__(self, arrive, name, breakpoints):
        self.arrive = arrive
        self.breakpoints = breakpoints
        self.breakpoint = self._set_breakpoint(name)

    @property
    def pending(self):
        return self.breakpoint.pending

    def delete(self):
        self.breakpoints.delete(self.breakpoint)

    def _set_breakpoint(self, name):
        # Without `qualified`, every function of that name within a class would be counted too.
        full = self.breakpoints.add(self.arrive, function=name, qualified=True)
        if not full.pending:
            return full
        # A short name of something within a class or namespace, or a function of a library that is loaded later.
        short = self.breakpoints.add(self.arrive, function=name)
        kept, other = (full, short) if short.pending else (short, full)
        self.breakpoints.delete(other)
        return kept
