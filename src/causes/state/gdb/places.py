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


class Place:
    """Stops at the hit-th time."""

    def __init__(self, at):
        self.left = at["hit"]
        self.breakpoint = Reached(self.arrive, **location(at))
        if self.breakpoint.pending and at.get("function"):
            # A short name of something within a class or namespace.
            self.breakpoint = Reached(self.arrive, **location(at), qualified=False)

    def arrive(self, _frame, _sal):
        self.left -= 1
        return self.left == 0


class Trace:
    """All entries of own functions, in their order, until there are enough."""

    def __init__(self, limit):
        self.limit = limit
        self.calls = []
        self.stack = {}
        for name, file in sorted(own_functions()):
            Reached(self.arrive, function=name, source=file)

    def arrive(self, frame, sal):
        if len(self.calls) < self.limit:
            where = {"function": frame.name(), "file": sal.symtab.fullname(), "line": sal.line}
            self.calls.append({**where, "depth": self.depth(frame)})
        return len(self.calls) >= self.limit

    def depth(self, frame):
        """Callers lie above on the stack of their thread: those at or below this frame have returned."""
        stack = self.stack.setdefault(gdb.selected_thread().ptid, [])
        base = base_of(frame)
        while stack and stack[-1] <= base:
            stack.pop()
        stack.append(base)
        return len(stack) - 1


class Lines:
    """The lines of one call, each with the number of times it was reached, counted as a place at that line counts."""

    def __init__(self, function, hit):
        self.left = hit
        self.base = None
        self.lines = []
        self.counts = {}
        self.is_over = False
        Reached(self.enter, function=function)
        for file, line in sorted(lines_of(function)):
            Reached(self.counter(line), source=file, line=line)

    def enter(self, frame, _sal):
        self.left -= 1
        if self.left == 0:
            self.base = base_of(frame)
        elif self.base is not None and base_of(frame) >= self.base:
            self.is_over = True
        return self.is_over

    def counter(self, line):
        # A line without code of its own is where the next one is: it counts there only.
        return lambda frame, sal: sal.line == line and self.pass_line(frame, sal)

    def pass_line(self, frame, sal):
        where = (sal.symtab.fullname(), sal.line)
        self.counts[where] = self.counts.get(where, 0) + 1
        if self.base is not None and not self.is_over and base_of(frame) == self.base:
            self.lines.append({"file": where[0], "line": where[1], "hit": self.counts[where]})
        return False


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
    functions = (each for each in own_symbols() if each.is_function)
    return {(without_parameters(each.name), each.symtab.fullname()) for each in functions}


def without_parameters(name):
    end = name.rfind(")")
    open_brackets = 0
    for at in range(end, -1, -1):
        open_brackets += {")": 1, "(": -1}.get(name[at], 0)
        if open_brackets == 0:
            return name[:at] or name
    return name


def lines_of(function):
    for place in gdb.decode_line(function)[1] or ():
        block = gdb.block_for_pc(place.pc)
        while block is not None and block.function is None:
            block = block.superblock
        for each in place.symtab.linetable() if block is not None else ():
            if block.start <= each.pc < block.end and each.line > 0 and each.line >= block.function.line:
                yield place.symtab.fullname(), each.line

