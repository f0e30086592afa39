"""What one call does, one after the other: the lines that it comes to, and the functions that are called from it."""
import sys
import types

from .growing_list import GrowingList
from .names import function_name
from .tracing import Watcher, is_function, lines_of

MOST = 100000
MODULE = "<module>"
RESUMES = 0x20 | 0x80 | 0x200  # flags of generators, coroutines, and both in one


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

    def loads(self, frame):
        """Lines of the asked function are all that has to be counted; other code may have a part in them."""
        if self.function is None and self.main is None and is_main(frame):
            self.main = frame.f_code
        for code in codes_in(frame.f_code):
            if self.is_asked(code):
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
        name = function_name(code)
        hit = self.entry_hits[name] = self.entry_hits.get(name, 0) + 1
        if self.frame is not None:
            if self.caller_of(frame) is self.frame:
                self.add({"function": name, "hit": hit}, tracing)
        elif self.is_asked(code):
            self.left_over -= 1
            if self.left_over == 0:
                self.frame = frame

    def caller_of(self, frame):
        return next((each for each in self.own.frames(frame.f_back) if is_function(each.f_code)), None)

    def line(self, frame, tracing):
        place = (self.own.path(frame.f_code.co_filename), frame.f_lineno)
        hit = self.line_hits[place] = self.line_hits.get(place, 0) + 1
        if frame is self.frame:
            self.add({"file": place[0], "line": place[1], "hit": hit}, tracing)

    def add(self, moment, tracing):
        if self.list.length < self.most:
            self.list.append(moment)
        if self.list.length >= self.most:
            tracing.end()

    def left(self, frame, tracing):
        # A generator is left each time it gives a value, and comes back.
        if frame is self.frame and not frame.f_code.co_flags & RESUMES:
            tracing.end()


def is_main(frame):
    """Whether the program begins with this module. What `-c` gives is no file: then it is the first that this loads."""
    return frame.f_globals.get("__name__") == "__main__" or sys.argv[:1] == ["-c"]


def codes_in(code):
    """A piece of code and all that is defined in it."""
    waiting = [code]
    while waiting:
        code = waiting.pop()
        yield code
        waiting.extend(inner for inner in code.co_consts if type(inner) is types.CodeType)
