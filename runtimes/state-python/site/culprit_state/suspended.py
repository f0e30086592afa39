"""
Generators and coroutines that stand in the middle of their code, with the variables of their frames. They cannot be made
again, so they are opaque; what they hold can be changed where they are.
"""
import types

from .ending import Impossible
from .loops import loops_of
from .names import function_name
from .roots import drop_local, put_local

# By class: the names of its frame, of whether it runs just now, and of what it waits for.
SUSPENDED = {
    types.GeneratorType: ("gi_frame", "gi_running", "gi_yieldfrom"),
    types.CoroutineType: ("cr_frame", "cr_running", "cr_await"),
    types.AsyncGeneratorType: ("ag_frame", "ag_running", "ag_await"),
}
AWAITED = ".awaits"


class Suspended:
    word = "opaque"
    fixed = False

    def __init__(self, own):
        self.own = own

    def frame(self, thing):
        """Its frame, if it is the program's own and does not run: then it is among the frames of the stack."""
        frame, running, _ = (getattr(thing, name) for name in SUSPENDED[type(thing)])
        return None if frame is None or running or not self.own.path(frame.f_code.co_filename) else frame

    def position(self, thing):
        """Where it stands. Those that stand elsewhere are not of the same kind: there is no way from one to the other."""
        frame = self.frame(thing)
        awaits = " awaiting" if self.awaited(thing) is not None else ""
        return f"{function_name(frame.f_code)} at line {frame.f_lineno}{awaits}"

    def awaited(self, thing):
        found = getattr(thing, SUSPENDED[type(thing)][2])
        return found if type(found) in SUSPENDED else None

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

    def put(self, thing, label, value):
        frame = self.standing(thing, label)
        loop = loops_of(frame).get(label)
        loop.put(value) if loop else put_local(frame, label, value)

    def drop(self, thing, label):
        drop_local(self.standing(thing, label), label)

    def standing(self, thing, label):
        frame = self.frame(thing)
        if frame is None or label == AWAITED:
            raise Impossible(f"the {type(thing).__name__} stands elsewhere")
        return frame
