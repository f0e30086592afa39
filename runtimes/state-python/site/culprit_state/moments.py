"""What one call does, one after the other: the lines that it comes to, and the functions that are called from it.

What a generator does when it is asked for more belongs to the one who asks: its own call is over with the first value that it
gives.
"""
import sys

from .growing_list import GrowingList
from .names import function_name
from .tracing import Watcher, codes_in, is_function, lines_of

MOST = 100000
MODULE = "<module>"
GENERATOR = 0x20
AWAITS = 0x80 | 0x200  # flags of coroutines, and of what is a generator as well


class MomentsOfCall(Watcher):
    """Lines and entries are counted in all of the program, as they are on the way to a place."""

    def __init__(self, own, asked):
        super().__init__(own)
        self.function = asked.get("function")
        self.left_over = asked.get("hit", 1) if self.function else 1
        self.most = asked.get("most", MOST)
        self.list = GrowingList(asked["capture"])
        self.main = None
        self.lines = set()
        self.line_hits = {}
        self.entry_hits = {}
        self.frame = None
        self.resumed = set()

    def loads(self, frame):
        """Lines of the asked function, and of generators, are all that has to be counted; other code may have a part in them."""
        if self.function is None and self.main is None and is_main(frame):
            self.main = frame.f_code
        for code in codes_in(frame.f_code):
            if self.is_asked(code) or is_generator(code):
                self.lines.update((self.own.path(code.co_filename), line) for line in lines_of(code))

    def is_asked(self, code):
        if self.function is None:
            return code is self.main
        return is_function(code) and function_name(code) == self.function

    def follows(self, code):
        path = self.own.path(code.co_filename)
        return self.is_asked(code) or any((path, line) in self.lines for line in lines_of(code))

    def entered(self, frame, tracing):
        code = frame.f_code
        if not is_function(code):
            return
        self.resumed.discard(id(frame))
        name = function_name(code)
        hit = self.entry_hits[name] = self.entry_hits.get(name, 0) + 1
        if self.frame is not None:
            if self.is_part(self.caller_of(frame)):
                self.add({"function": name, "hit": hit}, tracing)
        elif self.is_asked(code):
            self.left_over -= 1
            if self.left_over == 0:
                self.frame = frame

    def caller_of(self, frame):
        return next((each for each in self.own.frames(frame.f_back) if is_function(each.f_code)), None)

    def is_part(self, frame):
        """Whether a frame is the one that is asked for, or of a generator that gives it more."""
        while frame is not None and frame is not self.frame and id(frame) in self.resumed:
            frame = self.caller_of(frame)
        return frame is not None and frame is self.frame

    def line(self, frame, tracing):
        place = (self.own.path(frame.f_code.co_filename), frame.f_lineno)
        hit = self.line_hits[place] = self.line_hits.get(place, 0) + 1
        if self.is_part(frame):
            self.add({"file": place[0], "line": place[1], "hit": hit}, tracing)

    def add(self, moment, tracing):
        if self.list.length < self.most:
            self.list.append(moment)
        if self.list.length >= self.most:
            tracing.end()

    def left(self, frame, tracing):
        # What waits is left each time it does, and comes back.
        if frame is self.frame and not frame.f_code.co_flags & AWAITS:
            tracing.end()
        elif is_generator(frame.f_code):
            self.resumed.add(id(frame))


def is_generator(code):
    return is_function(code) and code.co_flags & GENERATOR


def is_main(frame):
    """Whether the program begins with this module. What `-c` gives is no file: then it is the first that this loads."""
    return frame.f_globals.get("__name__") == "__main__" or sys.argv[:1] == ["-c"]
