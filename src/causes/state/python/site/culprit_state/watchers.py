"""What a plan may ask to follow: the way to a place, all calls, or the lines of one call."""
from .growing_list import GrowingList
from .names import function_name
from .tracing import Watcher, is_function


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
        if self.is_entry(frame.f_code) and self.is_asked(frame.f_code):
            self.count(frame, tracing)

    def line(self, frame, tracing):
        if frame.f_lineno == self.number:
            self.count(frame, tracing)

    def count(self, frame, tracing):
        self.left_over -= 1
        if self.left_over == 0:
            tracing.end()
            self.reached(frame)


class AllCalls(Watcher):
    """Writes down every entry to a function."""

    def __init__(self, own, path, most):
        super().__init__(own)
        self.list = GrowingList(path)
        self.most = most

    def entered(self, frame, tracing):
        code = frame.f_code
        if not is_function(code):
            return
        if self.list.length >= self.most:
            tracing.end()
            return
        depth = sum(1 for each in self.own.frames(frame.f_back) if is_function(each.f_code))
        place = {"function": function_name(code), "file": self.own.path(code.co_filename), "line": code.co_firstlineno}
        self.list.append({**place, "depth": depth})


class LinesOfCall(Watcher):
    """Writes down the lines of one call. Lines are counted in all of the program, as they are on the way to a place."""

    def __init__(self, own, asked):
        super().__init__(own)
        self.function = asked["function"]
        self.left_over = asked["hit"]
        self.list = GrowingList(asked["capture"])
        self.hits = {}
        self.frame = None

    def follows(self, code):
        return True

    def entered(self, frame, tracing):
        if function_name(frame.f_code) == self.function and self.frame is None:
            self.left_over -= 1
            if self.left_over == 0:
                self.frame = frame

    def line(self, frame, tracing):
        place = (self.own.path(frame.f_code.co_filename), frame.f_lineno)
        self.hits[place] = self.hits.get(place, 0) + 1
        if frame is self.frame:
            self.list.append({"file": place[0], "line": place[1], "hit": self.hits[place]})

    def left(self, frame, tracing):
        # A generator is left each time it gives a value, and comes back.
        if frame is self.frame and not frame.f_code.co_flags & RESUMES:
            tracing.end()


RESUMES = 0x20 | 0x80 | 0x200  # flags of generators, coroutines, and both in one


def lines_of(code):
    if hasattr(code, "co_lines"):
        return (line for _, _, line in code.co_lines())
    import dis

    return (line for _, line in dis.findlinestarts(code))
