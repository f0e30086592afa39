import sys

from ..names import module_variables
from .code_objects import function_name, is_function, lines_of
from .tracer import Watcher


class OuterMomentsWatcher(Watcher):
    """
    Writes down the moments of a program whose main file is not its own: a test runner, or a command that was installed.
    These are the lines of all calls that come from code of others, such as tests and fixtures, and the functions that
    these calls call, in the order of time.
    """

    def __init__(self, own_files, moments, answer):
        self.own_files = own_files
        self.moments = moments
        self.answer = answer
        self.counted_lines = set()
        self.line_hits = {}
        self.entry_hits = {}
        self.inner_code = {}  # by address: code that own code has called, so that some of its lines were not counted
        self.is_reached = False

    def follows(self, code):
        path = self.own_files.path(code.co_filename)
        return any((path, line) in self.counted_lines for line in lines_of(code))

    def on_entry(self, frame, tracer):
        code = frame.f_code
        if not is_function(code):
            return
        if not self.is_reached:
            self.is_reached = True
            self.answer.reached()
        name = function_name(code)
        hit = self.entry_hits[name] = self.entry_hits.get(name, 0) + 1
        caller = caller_of(frame, self.own_files)
        if caller is None:
            self.follow_outer(code, tracer)
        else:
            self.inner_code[id(code)] = code
        if caller is None or self.is_outer(caller):
            self.moments.add({"function": name, "hit": hit}, tracer)

    def follow_outer(self, code, tracer):
        if id(code) in self.inner_code:
            return
        path = self.own_files.path(code.co_filename)
        self.counted_lines.update((path, line) for line in lines_of(code))
        tracer.follow(code)

    def on_line(self, frame, tracer):
        place = (self.own_files.path(frame.f_code.co_filename), frame.f_lineno)
        hit = self.line_hits[place] = self.line_hits.get(place, 0) + 1
        if is_function(frame.f_code) and self.is_outer(frame):
            self.moments.add({"file": place[0], "line": place[1], "hit": hit}, tracer)

    def is_outer(self, frame):
        return caller_of(frame, self.own_files) is None


def caller_of(frame, own_files):
    """The nearest of the program's own functions that are below a frame."""
    return next((each for each in own_files.frames(frame.f_back) if is_function(each.f_code)), None)


def is_main_foreign(own_files):
    """Whether Python was started with a file that is not the program's own. Code given to `-c` is no file."""
    main = sys.modules.get("__main__")
    file = module_variables(main).get("__file__") if main else None
    return isinstance(file, str) and own_files.path(file) is None
