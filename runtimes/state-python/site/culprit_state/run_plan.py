"""Reads the plan and arranges for it before the program begins."""
import atexit
import os

from . import plain_json as json
from .output_mark import output_identity
from .own_files import OwnFiles
from .plan_answer import NOT_CARRIED_OUT, PlanAnswer
from .tracing.tracer import Tracer

SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
SIGKILL = 9


def start(plan_path, parent):
    """`parent` is the process that this one must not outlive."""
    end_with(parent)
    with open(plan_path, encoding="utf-8") as file:
        plan = json.loads(file.read())
    answer = PlanAnswer(plan.get("answer"))
    place = plan.get("moments") or plan.get("place")
    if not place:
        answer.reached()
        return
    own_files = OwnFiles(plan.get("root") or os.getcwd())
    plan["output"] = output_identity()
    tracer = Tracer(own_files, watcher_for(plan, own_files, answer))
    atexit.register(answer_if_missed, place, tracer, answer)
    tracer.begin()


def watcher_for(plan, own_files, answer):
    """Imports only what this plan needs: a small program is over in less time."""
    if plan.get("moments"):
        from .tracing.moments_watcher import MomentsWatcher

        return MomentsWatcher(own_files, plan["moments"], answer)
    from .at_place import carry_out_at_place
    from .tracing.place_watcher import PlaceWatcher

    return PlaceWatcher(own_files, plan["place"], answer, lambda frame: carry_out_at_place(plan, frame, own_files, answer))


def answer_if_missed(place, tracer, answer):
    """Called at the end of the program."""
    watcher = tracer.watcher
    if watcher is None or watcher.is_reached:
        return
    tracer.end()
    from .tracing.missed_place import answer_missed

    answer_missed(place, watcher.hits, tracer, answer)


def end_with(parent):
    """Lets the system kill this process when its parent ends, in whatever manner."""
    import ctypes

    ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, SIGKILL)
    try:
        os.kill(parent, 0)
    except ProcessLookupError:
        os._exit(NOT_CARRIED_OUT)  # it had ended before
