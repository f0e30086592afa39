"""Reads the plan and arranges for it, before the program begins."""
import sys

BEFORE = {name.partition(".")[0] for name in sys.modules}

import atexit  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402

from . import tracing  # noqa: E402
from .change import make_changes  # noqa: E402
from .ending import NOT_DONE, Impossible, finish, refuse  # noqa: E402
from .moments import MomentsOfCall  # noqa: E402
from .own_files import OwnFiles  # noqa: E402
from .refusals import sort_out  # noqa: E402
from .roots import Roots  # noqa: E402
from .stillness import make_room, standing_still  # noqa: E402
from .to_place import ToPlace  # noqa: E402
from .value_stack import end_reading  # noqa: E402
from .walk import capture  # noqa: E402

tracing.BEFORE |= BEFORE
KILLED = 9
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def start(path, parent):
    if parent:
        end_with(int(parent))
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    own = OwnFiles(plan.get("root") or os.getcwd())
    watcher = watcher_of(plan, own)
    if watcher is not None:
        following = tracing.Tracing(own, watcher)
        atexit.register(complain, plan.get("moments") or plan["place"], following)
        following.begin()


def watcher_of(plan, own):
    if plan.get("moments"):
        return MomentsOfCall(own, plan["moments"])
    if plan.get("place"):
        return ToPlace(own, plan["place"], lambda frame: at_place(frame, own, plan))
    return None


def at_place(frame, own, plan):
    take_back_room = make_room()
    try:
        look_and_change(frame, plan, own)
    except Impossible as reason:
        refuse(f"a change cannot be made: {reason}")
    except Exception as error:
        refuse(f"the state cannot be looked at: {type(error).__name__}: {error}")
    take_back_room()


def look_and_change(frame, plan, own):
    graph = None
    roots = Roots(frame, own)  # which looks for files
    with standing_still():
        if plan.get("capture"):
            graph = capture(roots, own, plan.get("maxValues", 100000))
        changes, refused = plan.get("changes") or [], None
        if plan.get("refused"):
            changes, refused = sort_out(changes, lambda some: make_changes(some, roots, own))
        if changes:
            make_changes(changes, roots, own)
        end_reading()
    if graph is not None:
        with open(plan["capture"], "w", encoding="utf-8") as file:
            file.write(json.dumps(graph))
    if refused is not None:
        with open(plan["refused"], "w", encoding="utf-8") as file:
            file.write(json.dumps(refused))
    if plan.get("stop"):
        finish()


def complain(place, following):
    """At the end of a program that never came to its place."""
    if following.watcher is None or getattr(following.watcher, "frame", None) is not None:
        return
    following.end()
    from .missing import why_missed

    refuse(why_missed(place, following))


def end_with(parent):
    """The process is killed when the one that started it dies, however it does."""
    import ctypes

    ctypes.CDLL(None).prctl(END_WITH_PARENT, KILLED)
    try:
        os.kill(parent, 0)
    except ProcessLookupError:
        os._exit(NOT_DONE)
