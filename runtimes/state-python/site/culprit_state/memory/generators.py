"""
Suspended generators and coroutines, with the variables of their frames. They cannot be created in the middle of their
code, so they are opaque; their variables can be changed.
"""
import types

from ..impossible_change import ImpossibleChange
from ..tracing.code_objects import function_name
from .for_loops import loops_of
from .local_variables import delete_local, set_local

# By class: the attributes with its frame, with whether it is running, and with what it waits for.
GENERATORS = {
    types.GeneratorType: ("gi_frame", "gi_running", "gi_yieldfrom"),
    types.CoroutineType: ("cr_frame", "cr_running", "cr_await"),
    types.AsyncGeneratorType: ("ag_frame", "ag_running", "ag_await"),
}
AWAITED = ".awaits"


class GeneratorAdapter:
    kind = "opaque"
    immutable = False

    def __init__(self, own_files):
        self.own_files = own_files

    def frame(self, thing):
        """Its frame, if it is the program's own and suspended; the frame of a running one is on the stack."""
        frame, is_running, _ = (getattr(thing, name) for name in GENERATORS[type(thing)])
        return None if frame is None or is_running or not self.own_files.path(frame.f_code.co_filename) else frame

    def position(self, thing):
        """Where it is suspended. It is part of the type, because no change leads from one position to another."""
        frame = self.frame(thing)
        awaits = " awaiting" if self.awaited(thing) is not None else ""
        return f"{function_name(frame.f_code)} at line {frame.f_lineno}{awaits}"

    def awaited(self, thing):
        found = getattr(thing, GENERATORS[type(thing)][2])
        return found if type(found) in GENERATORS else None

    def parts(self, thing):
        frame = self.frame(thing)
        if frame is None:
            return
        for name, value in list(frame.f_locals.items()):
            if not name.startswith("."):
                yield name, value
        for name, loop in loops_of(frame).items():
            yield name, loop.iterator
        if self.awaited(thing) is not None:
            yield AWAITED, self.awaited(thing)

    def set_part(self, thing, label, value):
        frame = self.frame_to_change(thing, label)
        loop = loops_of(frame).get(label)
        if loop:
            loop.set_iterator(value)
        else:
            set_local(frame, label, value)

    def delete_part(self, thing, label):
        delete_local(self.frame_to_change(thing, label), label)

    def frame_to_change(self, thing, label):
        frame = self.frame(thing)
        if frame is None or label == AWAITED:
            raise ImpossibleChange(f"a {type(thing).__name__} cannot be moved to another position")
        return frame
