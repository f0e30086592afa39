"""Where the program is stopped, and the ways it takes."""

import gdb

from own import is_own, own_symbols


class Reached(gdb.Breakpoint):
    """A breakpoint in own files that calls `arrive` each time; the program stops there if that says so."""

    all = []

    def __init__(self, arrive, qualified=True, **where):
        # Otherwise every function of that name within a class would be counted too.
        super().__init__(internal=True, qualified=qualified and "function" in where, **where)
        self.silent = True
        self.arrive = arrive
        self.all.append(self)

    def stop(self):
        frame = gdb.newest_frame()
        sal = frame.find_sal()
        # A library without debug information may have a function of the same name.
        if sal.symtab is None or not is_own(sal.symtab):
            return False
        return bool(self.arrive(frame, sal))

    def forget(self):
        self.all.remove(self)
        self.delete()


class Place:
    """Stops at the hit-th time."""

    def __init__(self, at):
        self.left = at["hit"]
        self.breakpoint = reached_at(self.arrive, at)

    def arrive(self, _frame, _sal):
        self.left -= 1
        return self.left == 0


def reached_at(arrive, at):
    made = Reached(arrive, **location(at))
    if not made.pending or at.get("line") is not None:
        return made
    # A short name of something within a class or namespace, or a function of a library that is loaded later.
    short = Reached(arrive, **location(at), qualified=False)
    kept, other = (made, short) if short.pending else (short, made)
    other.forget()
    return kept


def location(at):
    where = {}
    if at.get("file"):
        where["source"] = at["file"]
    if at.get("line") is not None:
        where["line"] = at["line"]
    elif at.get("function"):
        where["function"] = at["function"]
    return where


def base_of(frame):
    """Where the caller's part of the stack ends: the same all through one call."""
    older = frame.older()
    return 1 << 64 if older is None else int(older.read_register("sp")) & (1 << 64) - 1


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
