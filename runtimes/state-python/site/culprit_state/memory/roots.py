"""The variables from which everything else is reached: those of the frames, those of the modules, and running loops."""
import os

from ..impossible_change import ImpossibleChange
from ..tracing.code_objects import MODULE, function_name
from .for_loops import LOOP_PREFIX, loops_of
from .local_variables import delete_local, set_local


class Roots:
    def __init__(self, frame, own_files):
        self.own_files = own_files
        self.frame = frame
        self.frames = list(own_files.frames(frame))
        self.modules = own_files.modules()
        self.loops_by_frame = {}

    def stack(self):
        return [
            {
                "function": function_name(each.f_code),
                "file": self.own_files.path(each.f_code.co_filename),
                "line": each.f_lineno,
            }
            for each in self.frames
        ]

    def variables(self):
        """Each variable with its value. The variables of a module's frame are those of the module."""
        for index, frame in enumerate(self.frames):
            if frame.f_code.co_name != MODULE:
                for name, value in list(frame.f_locals.items()):
                    if not name.startswith((".", "__")):
                        yield {"frame": index, "name": name}, value
        for path, variables in self.modules.items():
            for name, value in list(variables.items()):
                if not name.startswith("__"):
                    yield {"global": path, "name": name}, value
        # Last, because a path from a variable says more than one from a loop.
        for index in range(len(self.frames)):
            for name, loop in self.loops(index).items():
                yield {"frame": index, "name": name}, loop.iterator

    def iterators(self):
        return (loop.iterator for index in range(len(self.frames)) for loop in self.loops(index).values())

    def loops(self, index):
        if index not in self.loops_by_frame:
            self.loops_by_frame[index] = loops_of(self.frames[index])
        return self.loops_by_frame[index]

    def loop(self, root):
        """The loop that a root names; None if it names a variable."""
        if "frame" not in root or not root["name"].startswith(LOOP_PREFIX):
            return None
        self.frame_of(root)
        found = self.loops(root["frame"]).get(root["name"])
        if found is None:
            raise ImpossibleChange(f"no loop `{root['name']}` is running here")
        return found

    def get(self, root):
        if self.loop(root):
            return self.loop(root).iterator
        variables = self.frame_of(root).f_locals if "frame" in root else self.module(root)
        if root["name"] not in variables:
            raise ImpossibleChange(f"there is no variable {root['name']} here")
        return variables[root["name"]]

    def set(self, root, value):
        if self.loop(root):
            self.loop(root).set_iterator(value)
        elif "frame" in root:
            set_local(self.frame_of(root), root["name"], value)
        else:
            self.module(root)[root["name"]] = value

    def delete(self, root):
        if self.loop(root):
            raise ImpossibleChange("a loop must have something to iterate over")
        if "frame" in root:
            delete_local(self.frame_of(root), root["name"])
        elif self.module(root).pop(root["name"], self) is self:
            raise ImpossibleChange(f"there is no variable {root['name']} here")

    def refresh(self):
        """Python writes `f_locals` of the stopped frame back when it continues: they must not be outdated."""
        self.frame.f_locals

    def frame_of(self, root):
        if not 0 <= root["frame"] < len(self.frames):
            raise ImpossibleChange(f"there is no frame {root['frame']}")
        return self.frames[root["frame"]]

    def module(self, root):
        file = root["global"]
        path = file if file in self.modules else os.path.realpath(os.path.join(self.own_files.root, file))
        if path not in self.modules:
            raise ImpossibleChange(f"{file} is not loaded here")
        return self.modules[path]
