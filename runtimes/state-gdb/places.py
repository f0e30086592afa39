"""Where the program is stopped, and the ways it takes."""

from own import is_own, own_symbols
from reached import Reached
from visits import Visits


class Place:
    """Stops at the hit-th time."""

    def __init__(self, at):
        self.left = at["hit"]
        self.breakpoint = reached_at(self.arrive, at)

    def arrive(self, _frame):
        self.left -= 1
        return self.left == 0


def reached_at(arrive, at):
    """Calls `arrive` with the frame each time the place is reached in own files; the program stops there if that says so."""
    if at.get("line") is not None:
        return Visits(arrive, at.get("file"), at["line"])

    def arrive_in_own(frame):
        # A library without debug information may have a function of the same name.
        symtab = frame.find_sal().symtab
        return symtab is not None and is_own(symtab) and arrive(frame)

    # Otherwise every function of that name within a class would be counted too.
    made = Reached(arrive_in_own, function=at["function"], qualified=True)
    if not made.pending:
        return made
    # A short name of something within a class or namespace, or a function of a library that is loaded later.
    short = Reached(arrive_in_own, function=at["function"])
    kept, other = (made, short) if short.pending else (short, made)
    other.forget()
    return kept


def own_functions():
    """By the names that frames have: gdb does not always find what it writes itself with types of parameters."""
    return {without_parameters(each.name) for each in own_symbols() if each.is_function}


def without_parameters(name):
    end = name.rfind(")")
    open_brackets = 0
    for at in range(end, -1, -1):
        open_brackets += {")": 1, "(": -1}.get(name[at], 0)
        if open_brackets == 0:
            return name[:at] or name
    return name
