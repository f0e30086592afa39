"""The way of the program to the place of a plan."""
from .names import function_name
from .tracing import Watcher, is_function, lines_of


class ToPlace(Watcher):
    """Waits until the program has come often enough to a function or to a line."""

    def __init__(self, own, place, reached):
        super().__init__(own)
        self.function = place.get("function")
        self.file = place.get("file")
        self.number = place.get("line")
        self.left_over = place.get("hit", 1)
        self.reached = reached

    def follows(self, code):
        if self.number is None or not self.is_asked(code) or self.is_entry(code):
            return False
        return any(line == self.number for line in lines_of(code))

    def is_asked(self, code):
        named = self.function is None or function_name(code) == self.function
        return named and (self.file is None or self.own.names(self.own.path(code.co_filename), self.file))

    def is_entry(self, code):
        """A function with the line of its definition means the same as without."""
        return self.function is not None and self.number in (None, code.co_firstlineno)

    def entered(self, frame, tracing):
        code = frame.f_code
        if self.is_entry(code) and is_function(code) and self.is_asked(code):
            self.count(frame, tracing)

    def line(self, frame, tracing):
        if frame.f_lineno == self.number:
            self.count(frame, tracing)

    def count(self, frame, tracing):
        self.left_over -= 1
        if self.left_over == 0:
            tracing.end()
            self.reached(frame)
