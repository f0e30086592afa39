"""What one call does: the lines of its own that it comes to, and the own functions that it calls, in their order."""

import json
from functools import partial

import gdb

from flow import flow_at
from lines import entries_of
from own import is_own
from places import own_functions, reached_at, without_parameters
from reached import base_of

# Each time at a breakpoint costs as much as a million steps of the program. What is reached more often is watched no more,
# so that the rest can be; so is a function that others call again and again, and the call itself does not; and all together has
# an end, once the call has begun.
OFTEN = 1_000
BY_OTHERS = 200
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
            self.counted.append(Counted(self, {"function": name}, partial(self.is_called, name)))
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

    def enter(self, frame):
        self.left -= 1
        if self.left == 0:
            self.call = (gdb.selected_thread().ptid, base_of(frame), function_name(frame))
        return self.left == 0

    def tell(self, moment):
        self.seen.append(moment)
        self.file.write(json.dumps(moment) + "\n")

    def has_enough(self):
        return self.has_returned or self.hits >= IN_ALL or len(self.seen) >= self.most

    def is_called(self, name, frame):
        """Whether the nearest own frame below is that of the call; others, of libraries, may lie between."""
        if self.call is None or self.call[0] != gdb.selected_thread().ptid:
            return False
        if self.is_of_call(frame) and name != without_parameters(self.call[2]):
            return True  # It is inlined: gdb has not gone into it yet.
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
        self.in_vain = 0
        self.is_done = False
        self.breakpoint = reached_at(self.arrive, where)

    def arrive(self, frame):
        self.count += 1
        if self.is_wanted(frame):
            self.in_vain = 0
            self.moments.tell({**self.where, "hit": self.count})
        elif self.moments.call is not None:
            self.in_vain += 1
        self.moments.hits += self.moments.call is not None
        self.is_done = self.count >= OFTEN or self.in_vain >= BY_OTHERS
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
    """Those at which the function can be: not what only begins it."""
    for place in gdb.decode_line(function)[1] or ():
        flow = flow_at(place.pc)
        for file, line in flow.steps.keys() - {None} if flow is not None else ():
            name = place.symtab.fullname()
            if file == place.symtab.filename and line >= place.line and entries_of(name, line):
                yield name, line
