"""Follows the program by its calls and lines until what a plan asks for has come, and then no more."""
import os
import sys
import threading
import types

from .names import learn_names

# Comprehensions are functions in some versions of Python and not in others.
INNER = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
OPTIMIZED = 1


class Tracing:
    """
    Calls `entered(frame)` on each entry to a function of the program's own, and `line(frame)` before each line of those
    for which `follows(code)` holds.
    """

    def __init__(self, own, watcher):
        self.own = own
        self.watcher = watcher
        self.known = {}
        self.starts = {}
        self.begun = False
        self.is_replaced = False
        self.missed = None

    def begin(self):
        os.register_at_fork(after_in_child=self.end)
        threading.settrace(self.call)
        sys.settrace(self.call)

    def end(self):
        if self.watcher is None:
            return  # from now on tracing is the program's own affair
        self.missed, self.watcher = self.watcher, None
        self.is_replaced = sys.gettrace() != self.call
        if not self.is_replaced:
            sys.settrace(None)
        threading.settrace(None)

    def call(self, frame, event, argument):
        watcher = self.watcher
        if watcher is None:
            return None
        code = frame.f_code
        known = self.known.get(id(code))
        if known is None:
            known = self.known[id(code)] = self.look(frame)
        is_own, follows, _ = known
        if not is_own:
            return None
        if not self.begun:
            self.begun = True
            watcher.begun()
        # A generator is called again each time it goes on; its first call is where it begins.
        if self.starts.setdefault(id(code), frame.f_lasti) == frame.f_lasti:
            watcher.entered(frame, self)
        return self.line if follows and self.watcher is not None else None

    def look(self, frame):
        code = frame.f_code
        is_own = bool(self.own.path(code.co_filename))
        if is_own and code.co_name == "<module>":
            learn_names(code)
            self.watcher.loads(frame)
        return is_own, is_own and self.watcher.follows(code), code

    def line(self, frame, event, argument):
        if self.watcher is None:
            return None
        if event == "line":
            self.watcher.line(frame, self)
        elif event == "return":
            self.watcher.left(frame, self)
        return self.line

    def modules(self):
        """The code of the program's own files that was run; or of what it made itself."""
        own = [code for is_own, _, code in self.known.values() if is_own]
        return [code for code in own if code.co_name == "<module>"] or own


class Watcher:
    """What is followed; by default nothing."""

    def __init__(self, own):
        self.own = own

    def begun(self):
        """The first of the program's own code is about to run."""
        unload_what_hides_own_modules()

    def loads(self, frame):
        """The code of a module is about to run for the first time."""

    def follows(self, code):
        return False

    def entered(self, frame, tracing):
        pass

    def line(self, frame, tracing):
        pass

    def left(self, frame, tracing):
        pass


BEFORE = set()


def unload_what_hides_own_modules():
    """A module of the program may have the name of one that was loaded for us; the program is to find its own."""
    folder = sys.path[0] if sys.path else ""
    loaded = {name.partition(".")[0] for name in sys.modules} - BEFORE - {"culprit_state", "__main__", "sitecustomize"}
    for name in loaded:
        path = os.path.join(folder, name)
        if os.path.isfile(f"{path}.py") or os.path.isfile(os.path.join(path, "__init__.py")):
            for each in [each for each in sys.modules if each.partition(".")[0] == name]:
                if not is_from(sys.modules[each], folder):
                    del sys.modules[each]


def is_from(module, folder):
    file = getattr(module, "__file__", None) or ""
    return file.startswith(os.path.join(folder or os.getcwd(), ""))


def is_function(code):
    """Bodies of classes and comprehensions are code of their own too."""
    return code.co_name == "<module>" or (code.co_flags & OPTIMIZED and code.co_name not in INNER)


def codes_in(code):
    """A piece of code and all that is defined in it."""
    waiting = [code]
    while waiting:
        code = waiting.pop()
        yield code
        waiting.extend(inner for inner in code.co_consts if type(inner) is types.CodeType)


def lines_of(code):
    if hasattr(code, "co_lines"):
        return (line for _, _, line in code.co_lines())
    import dis

    return (line for _, line in dis.findlinestarts(code))
