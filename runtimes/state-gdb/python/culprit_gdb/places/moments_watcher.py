"""What one call does: the lines of its own that it reaches and the own functions that it calls, in order."""

import json
from functools import partial

import gdb

from ..program.own_code import without_parameters
from .calls import function_name, stack_base
from .missed_place import absent_place

# A breakpoint costs as much as a million instructions of the program. So a place is no longer watched once it was hit too
# often, or too often in a row by other callers than the call; and watching ends after so many hits since the call began.
MAX_HITS_OF_PLACE = 1_000
MAX_HITS_BY_OTHERS = 200
MAX_HITS = 20_000
DEFAULT_MAX_MOMENTS = 5_000


class MomentsWatcher:
    """Each moment has the number of times that its place was reached in the whole run, as hits of a place are counted."""

    def __init__(self, wanted, places, code):
        self.function = wanted.get("function") or "main"
        self.wanted_hit = wanted["hit"]
        self.max_moments = wanted.get("most", DEFAULT_MAX_MOMENTS)
        self.places = places
        self.own_files = code.files
        self.calls = 0
        self.call = None
        self.has_returned = False
        self.hits = 0
        self.moments = []
        own_lines = sorted(set(self.lines_of_function(code)))
        # One line for each moment at first, so that they are there even if the program hangs and everything is killed.
        self.file = open(wanted["capture"], "w", encoding="utf-8", buffering=1)
        # At one address they arrive in this order: a function that is entered there is not the call yet, its lines are.
        names = sorted(code.function_names())
        functions = [CountedPlace(self, {"function": name}, partial(self.is_called, name)) for name in names]
        self.entry = places.watch({"function": self.function}, self.enter)
        lines = [CountedPlace(self, {"file": file, "line": line}, self.is_own_line) for file, line in own_lines]
        self.counted = [*functions, *lines]

    @property
    def is_reached(self):
        return self.call is not None

    def wants_more(self):
        """Called at each stop; places that were hit too often are no longer watched."""
        if self.is_reached and self.entry is not None:
            self.places.forget(self.entry)
            self.entry = None
        for each in self.counted:
            if each.is_done:
                self.places.forget(each.watched)
        self.counted = [each for each in self.counted if not each.is_done]
        return not self.has_enough()

    def has_enough(self):
        return self.has_returned or self.hits >= MAX_HITS or len(self.moments) >= self.max_moments

    def enter(self, frame):
        self.calls += 1
        if self.calls == self.wanted_hit:
            self.call = (gdb.selected_thread().ptid, stack_base(frame), function_name(frame))
        return self.calls == self.wanted_hit

    def add(self, moment):
        self.moments.append(moment)
        self.file.write(json.dumps(moment) + "\n")

    def is_called(self, name, frame):
        """Whether the call itself calls the function, be it through functions of libraries."""
        if self.call is None or self.call[0] != gdb.selected_thread().ptid:
            return False
        if self.is_of_call(frame) and name != without_parameters(self.call[2]):
            return True  # It is inlined: gdb has not gone into it yet.
        self.has_returned = stack_base(frame) >= self.call[1]
        caller = self.own_files.next_frame(frame.older())
        return not self.has_returned and caller is not None and self.is_of_call(caller)

    def is_own_line(self, frame):
        return self.call is not None and not self.has_returned and self.is_of_call(frame)

    def is_of_call(self, frame):
        return stack_base(frame) == self.call[1] and function_name(frame) == self.call[2]

    def lines_of_function(self, code):
        """(file, line) of the lines at which the function can be, without those that only set up a call."""
        try:
            found = gdb.decode_line(self.function)[1] or ()
        except gdb.error:
            raise absent_place({"function": self.function}, code) from None
        for place in found:
            flow = self.places.flows.at(place.pc)
            for file, line in flow.of_line.keys() - {None} if flow is not None else ():
                path = place.symtab.fullname()
                is_in_function = file == place.symtab.filename and line >= place.line
                if is_in_function and self.places.line_entries.of_statements(path, line):
                    yield path, line


class CountedPlace:
    """Adds a moment each time the call reaches the place."""

    def __init__(self, watcher, place, is_wanted):
        self.watcher = watcher
        self.place = place
        self.is_wanted = is_wanted
        self.hits = 0
        self.hits_by_others = 0  # in a row
        self.is_done = False
        self.watched = watcher.places.watch(place, self.arrive)

    def arrive(self, frame):
        self.hits += 1
        if self.is_wanted(frame):
            self.hits_by_others = 0
            self.watcher.add({**self.place, "hit": self.hits})
        elif self.watcher.is_reached:
            self.hits_by_others += 1
        self.watcher.hits += self.watcher.is_reached
        self.is_done = self.hits >= MAX_HITS_OF_PLACE or self.hits_by_others >= MAX_HITS_BY_OTHERS
        return self.is_done or self.watcher.has_enough()
