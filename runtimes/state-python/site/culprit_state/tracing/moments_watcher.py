import sys

from .code_objects import all_code_in, function_name, is_function, is_generator, lines_of
from .moment_list import MomentList
from .outer_moments_watcher import OuterMomentsWatcher, caller_of, is_main_foreign
from .tracer import Watcher

AWAITS = 0x80 | 0x200  # the flags of coroutines and of asynchronous generators


class MomentsWatcher(Watcher):
    """
    Writes down the moments of one call: the lines that it reaches and the functions that it calls. Their hits are
    counted in the whole program, as they are for a place. The call of a generator ends with its first value: what a
    generator does when it is asked for more belongs to the call that asks.
    """

    def __init__(self, own_files, wanted, answer):
        self.own_files = own_files
        self.function = wanted.get("function")
        self.hit = wanted.get("hit", 1) if self.function else 1
        self.moments = MomentList(wanted)
        self.answer = answer
        self.main_code = None
        self.counted_lines = set()
        self.line_hits = {}
        self.entry_hits = {}
        self.frame = None  # of the call
        self.resumed_generators = set()  # the addresses of frames that have given a value

    @property
    def is_reached(self):
        return self.frame is not None

    def at_beginning(self):
        has_other_main = self.function is None and is_main_foreign(self.own_files)
        return OuterMomentsWatcher(self.own_files, self.moments, self.answer) if has_other_main else self

    def on_module(self, frame):
        """Only lines of the wanted function and of generators have to be counted, but other code may share such a line."""
        if self.function is None and self.main_code is None and is_main(frame):
            self.main_code = frame.f_code
        for code in all_code_in(frame.f_code):
            if self.is_wanted(code) or is_generator(code):
                self.counted_lines.update((self.own_files.path(code.co_filename), line) for line in lines_of(code))

    def is_wanted(self, code):
        if self.function is None:
            return code is self.main_code
        return is_function(code) and function_name(code) == self.function

    def follows(self, code):
        path = self.own_files.path(code.co_filename)
        return self.is_wanted(code) or any((path, line) in self.counted_lines for line in lines_of(code))

    def on_entry(self, frame, tracer):
        code = frame.f_code
        if not is_function(code):
            return
        self.resumed_generators.discard(id(frame))
        name = function_name(code)
        hit = self.entry_hits[name] = self.entry_hits.get(name, 0) + 1
        if self.frame is not None:
            if self.belongs_to_call(caller_of(frame, self.own_files)):
                self.moments.add({"function": name, "hit": hit}, tracer)
        elif self.is_wanted(code):
            self.hits += 1
            if self.hits == self.hit:
                self.frame = frame
                self.answer.reached()
            else:
                self.answer.count_hit(self.hits)

    def belongs_to_call(self, frame):
        """Whether a frame is that of the call, or of a generator that the call asks for more."""
        while frame is not None and frame is not self.frame and id(frame) in self.resumed_generators:
            frame = caller_of(frame, self.own_files)
        return frame is not None and frame is self.frame

    def on_line(self, frame, tracer):
        place = (self.own_files.path(frame.f_code.co_filename), frame.f_lineno)
        hit = self.line_hits[place] = self.line_hits.get(place, 0) + 1
        if self.belongs_to_call(frame):
            self.moments.add({"file": place[0], "line": place[1], "hit": hit}, tracer)

    def on_return(self, frame, tracer):
        # A coroutine returns each time it waits, and is resumed later.
        if frame is self.frame and not frame.f_code.co_flags & AWAITS:
            tracer.end()
        elif is_generator(frame.f_code):
            self.resumed_generators.add(id(frame))


def is_main(frame):
    """Whether the program begins with this module. Code given to `-c` is no file: then the first module that it imports is."""
    return frame.f_globals.get("__name__") == "__main__" or sys.argv[:1] == ["-c"]
