"""Follows the calls and lines of the program's own code, until a watcher has seen enough."""
import os
import sys
import threading

from .code_objects import MODULE, learn_qualified_names
from .shadowed_modules import forget_shadowed_modules


class Tracer:
    """
    Tells its watcher about each entry to a function of the program's own, and about each line of those functions for
    which `watcher.follows(code)` is true.
    """

    def __init__(self, own_files, watcher):
        self.own_files = own_files
        self.watcher = watcher
        self.known_code = {}  # by address: whether it is the program's own, whether its lines are followed, the code
        self.entries = {}  # by the address of code: the instruction at which its calls begin
        self.has_begun = False
        self.is_replaced = False

    def begin(self):
        os.register_at_fork(after_in_child=self.end)
        threading.settrace(self.on_call)
        sys.settrace(self.on_call)

    def end(self):
        if self.watcher is None:
            return  # tracing is the program's own business by now
        self.watcher = None
        self.is_replaced = sys.gettrace() != self.on_call
        if not self.is_replaced:
            sys.settrace(None)
        threading.settrace(None)

    def on_call(self, frame, event, argument):
        watcher = self.watcher
        if watcher is None:
            return None
        code = frame.f_code
        known = self.known_code.get(id(code))
        if known is None:
            known = self.known_code[id(code)] = self.examine(frame)
        if not known[0]:
            return None
        watcher = self.watcher
        # A generator is called again each time it is resumed; only its first call begins at its first instruction.
        if self.entries.setdefault(id(code), frame.f_lasti) == frame.f_lasti:
            watcher.on_entry(frame, self)
        is_followed = self.known_code[id(code)][1]
        return self.on_line if is_followed and self.watcher is not None else None

    def examine(self, frame):
        code = frame.f_code
        if not self.own_files.path(code.co_filename):
            return False, False, code
        if not self.has_begun:
            self.has_begun = True
            forget_shadowed_modules()
            self.watcher = self.watcher.at_beginning()
        if code.co_name == MODULE:
            learn_qualified_names(code)
            self.watcher.on_module(frame)
        return True, self.watcher.follows(code), code

    def follow(self, code):
        """From now on the watcher is told about the lines of a function of the program's own."""
        self.known_code[id(code)] = (True, True, code)

    def on_line(self, frame, event, argument):
        watcher = self.watcher
        if watcher is None:
            return None
        if event == "line":
            watcher.on_line(frame, self)
        elif event == "return":
            watcher.on_return(frame, self)
        return self.on_line

    def modules(self):
        """The code of the program's own modules that were run; if there are none, all of its own code."""
        own = [code for is_own, _, code in self.known_code.values() if is_own]
        return [code for code in own if code.co_name == MODULE] or own


class Watcher:
    """What a tracer reports to. This one ignores everything."""

    is_reached = False
    hits = 0  # how often the place was reached

    def at_beginning(self):
        """The first of the program's own code is about to run. Returns the watcher for the rest of the run."""
        return self

    def on_module(self, frame):
        """The code of a module is about to run for the first time."""

    def follows(self, code):
        return False

    def on_entry(self, frame, tracer):
        pass

    def on_line(self, frame, tracer):
        pass

    def on_return(self, frame, tracer):
        pass
