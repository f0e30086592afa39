"""What one call does: the lines of its own that it comes to, and the own functions that it calls, in their order."""

import json

import gdb

from own import is_own
from places import base_of, own_functions, reached_at

# Each time at a breakpoint costs as much as a million steps of the program. What is reached more often is watched no more,
# so that the rest can be; and all together has an end.
OFTEN = 1_000
IN_ALL = 20_000


class Moments:
    """Each with the number of times that it was reached in the whole run, counted as a place there counts."""

    def __init__(self, wanted):
        self.function = wanted.get("function") or "main"
        self.left = wanted["hit"]
        self.most = wanted.get("most", 5_000)
        self.hits = 0
        self.seen = []
        # A line each at first, so that it is there even if the program hangs and all is killed.
        self.file = open(wanted["capture"], "w", encoding="utf-8", buffering=1)
        self.call = None
        self.has_returned = False
        self.counted = []
        # In this order they are told of one address: what is entered there is not yet the call, then it is.
        for name in sorted(own_functions()):
            self.counted.append(Counted(self, {"function": name}, self.is_called))
        self.entry = reached_at(self.enter, {"function": self.function})
        for file, line in sorted(set(lines_of(self.function))):
            self.counted.append(Counted(self, {"file": file, "line": line}, self.is_line))

    def goes_on(self):
        """Whether there is more to see; what is reached too often is watched no more."""
        if self.call is not None and self.entry is not None:
            self.entry.forget()
            self.entry = None
        self.counted = [each for each in self.counted if each.goes_on()]
        return not self.has_enough()

    def enter(self, frame, _sal):
        self.left -= 1
        if self.left == 0:
            self.call = (gdb.selected_thread().ptid, base_of(frame), function_name(frame))
        return self.left == 0

    def tell(self, moment):
        self.seen.append(moment)
        self.file.write(json.dumps(moment) + "\n")

    def has_enough(self):
        return self.has_returned or self.hits >= IN_ALL or len(self.seen) >= self.most

    def is_called(self, frame):
        """Whether the nearest own frame below is that of the call; others, of libraries, may lie between."""
        if self.call is None or self.call[0] != gdb.selected_thread().ptid:
            return False
        self.has_returned = base_of(frame) >= self.call[1]
        caller = next_own(frame.older())
        return not self.has_returned and caller is not None and self.is_of_call(caller)

    def is_line(self, frame):
        return self.call is not None and not self.has_returned and self.is_of_call(frame)

    def is_of_call(self, frame):
        return base_of(frame) == self.call[1] and function_name(frame) == self.call[2]


class Counted:
    """A place that tells each time it is reached, unless that is too often."""

    def __init__(self, moments, where, is_wanted):
        self.moments = moments
        self.where = where
        self.is_wanted = is_wanted
        self.count = 0
        self.is_done = False
        self.breakpoint = reached_at(self.arrive, where)

    def arrive(self, frame, sal):
        # A line without code of its own, or of the prologue only, is where the next one is: it counts there only.
        if self.where.get("line", sal.line) != sal.line:
            self.is_done = True
            return True
        self.count += 1
        self.is_done = self.count >= OFTEN
        self.moments.hits += 1
        if self.is_wanted(frame):
            self.moments.tell({**self.where, "hit": self.count})
        return self.is_done or self.moments.has_enough()

    def goes_on(self):
        if self.is_done:
            self.breakpoint.forget()
        return not self.is_done


def next_own(frame):
    while frame is not None and not is_own_frame(frame):
        frame = frame.older()
    return frame


def is_own_frame(frame):
    symtab = frame.find_sal().symtab
    return frame.function() is not None and symtab is not None and is_own(symtab)


def function_name(frame):
    function = frame.function()
    return function and function.name


def lines_of(function):
    for place in gdb.decode_line(function)[1] or ():
        block = gdb.block_for_pc(place.pc)
        while block is not None and block.function is None:
            block = block.superblock
        for each in place.symtab.linetable() if block is not None else ():
            if block.start <= each.pc < block.end and each.line > 0 and each.line >= block.function.line:
                yield place.symtab.fullname(), each.line
