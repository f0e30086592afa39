"""The variables from which everything else is reached: those of the frames, and those of the modules."""
import os
import sys

from .ending import Impossible
from .loops import PREFIX, loops_of
from .names import function_name

OPTIMIZED = 1  # the flag of code whose variables are not in a dictionary
WRITES_THROUGH = sys.version_info >= (3, 13)


class Roots:
    def __init__(self, frame, own):
        self.own = own
        self.frame = frame
        self.frames = list(own.frames(frame))
        self.modules = own.modules()
        self.known_loops = {}

    def stack(self):
        return [
            {"function": function_name(each.f_code), "file": self.own.path(each.f_code.co_filename), "line": each.f_lineno}
            for each in self.frames
        ]

    def variables(self):
        """Each variable with what it stands for. The variables of a module's frame are those of the module."""
        for index, frame in enumerate(self.frames):
            if frame.f_code.co_name != "<module>":
                for name, value in list(frame.f_locals.items()):
                    if not name.startswith((".", "__")):
                        yield {"frame": index, "name": name}, value
        for path, variables in self.modules.items():
            for name, value in list(variables.items()):
                if not name.startswith("__"):
                    yield {"global": path, "name": name}, value
        # Last of all: what a variable leads to is better known by that.
        for index in range(len(self.frames)):
            for name, loop in self.loops(index).items():
                yield {"frame": index, "name": name}, loop.iterator

    def iterators(self):
        return (loop.iterator for index in range(len(self.frames)) for loop in self.loops(index).values())

    def loops(self, index):
        if index not in self.known_loops:
            self.known_loops[index] = loops_of(self.frames[index])
        return self.known_loops[index]

    def loop(self, root):
        """The loop that a name means; None if it is that of a variable."""
        if "frame" not in root or not root["name"].startswith(PREFIX):
            return None
        self.frame_of(root)
        found = self.loops(root["frame"]).get(root["name"])
        if found is None:
            raise Impossible(f"it stands in no loop {root['name']} here")
        return found

    def find(self, root):
        if self.loop(root):
            return self.loop(root).iterator
        variables = self.frame_of(root).f_locals if "frame" in root else self.module(root)
        if root["name"] not in variables:
            raise Impossible(f"there is no variable {root['name']} here")
        return variables[root["name"]]

    def put(self, root, value):
        if self.loop(root):
            self.loop(root).put(value)
        elif "frame" in root:
            put_local(self.frame_of(root), root["name"], value)
        else:
            self.module(root)[root["name"]] = value

    def drop(self, root):
        if self.loop(root):
            raise Impossible("a loop has to go over something")
        if "frame" in root:
            drop_local(self.frame_of(root), root["name"])
        elif self.module(root).pop(root["name"], self) is self:
            raise Impossible(f"there is no variable {root['name']} here")

    def settle(self):
        """Python writes the variables of the frame that is looked at back when it goes on: they have to be fresh."""
        self.frame.f_locals

    def frame_of(self, root):
        if not 0 <= root["frame"] < len(self.frames):
            raise Impossible(f"there is no frame {root['frame']}")
        return self.frames[root["frame"]]

    def module(self, root):
        asked = root["global"]
        path = asked if asked in self.modules else os.path.realpath(os.path.join(self.own.root, asked))
        if path not in self.modules:
            raise Impossible(f"{asked} is not loaded here")
        return self.modules[path]


def put_local(frame, name, value):
    code = frame.f_code
    variables = frame.f_locals
    if code.co_flags & OPTIMIZED and name not in code.co_varnames + code.co_cellvars + code.co_freevars:
        raise Impossible(f"{function_name(code)} has no variable {name}")
    variables[name] = value
    write_back(frame, 0)


def drop_local(frame, name):
    try:
        del frame.f_locals[name]
    except (KeyError, TypeError, ValueError) as error:
        raise Impossible(f"the variable {name} cannot be taken away here") from error
    write_back(frame, 1)


def write_back(frame, unbind):
    if frame.f_code.co_flags & OPTIMIZED and not WRITES_THROUGH:
        import ctypes  # which takes a while: most changes are not of variables

        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(unbind))
