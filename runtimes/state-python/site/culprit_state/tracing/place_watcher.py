from .code_objects import function_name, is_function, lines_of
from .tracer import Watcher


class PlaceWatcher(Watcher):
    """Waits until the program has reached the place of a plan often enough."""

    def __init__(self, own_files, place, answer, on_reached):
        self.own_files = own_files
        self.function = place.get("function")
        self.file = place.get("file")
        self.line = place.get("line")
        self.hit = place.get("hit", 1)
        self.hits = 0
        self.answer = answer
        self.on_reached = on_reached

    def follows(self, code):
        if self.line is None or not self.may_contain_place(code) or self.is_entry(code):
            return False
        return any(line == self.line for line in lines_of(code))

    def may_contain_place(self, code):
        if self.function is not None and function_name(code) != self.function:
            return False
        return self.file is None or self.own_files.is_named(self.own_files.path(code.co_filename), self.file)

    def is_entry(self, code):
        """Whether the place is the entry of a function, with or without the line of its definition."""
        return self.function is not None and self.line in (None, code.co_firstlineno)

    def on_entry(self, frame, tracer):
        code = frame.f_code
        if self.is_entry(code) and is_function(code) and self.may_contain_place(code):
            self.count(frame, tracer)

    def on_line(self, frame, tracer):
        if frame.f_lineno == self.line:
            self.count(frame, tracer)

    def count(self, frame, tracer):
        self.hits += 1
        if self.hits == self.hit:
            tracer.end()
            self.on_reached(frame)
        else:
            self.answer.count_hit(self.hits)
