"""What a plan asks for at its place: capture the memory, make the changes, end the program or let it continue."""
import sys

from . import plain_json as json
from .changes.make_changes import make_changes
from .changes.possible_changes import split_possible
from .impossible_change import ImpossibleChange
from .inputs.unread_inputs import UnreadInputs
from .memory.graph import capture_graph
from .memory.other_threads import pause_other_threads
from .memory.raw_memory import stop_reading
from .memory.roots import Roots
from .output_mark import write_mark
from .plan_answer import end_program

EXTRA_CALLS = 1000  # calls of ours on the program's stack


def carry_out_at_place(plan, frame, own_files, answer):
    restore_limit = raise_recursion_limit()
    try:
        if plan.get("mark"):
            write_mark(plan["mark"], plan["output"])
        capture_and_change(plan, frame, own_files)
        answer.reached()
    except ImpossibleChange as reason:
        answer.failed("impossible-change", f"a change cannot be made: {reason}")
    except Exception as error:
        answer.failed("other", f"the memory cannot be captured: {type(error).__name__}: {error}")
    if plan.get("stop"):
        end_program()
    restore_limit()


def capture_and_change(plan, frame, own_files):
    graph = refused = None
    # These look for files and read them, so not while the other threads are paused.
    roots = Roots(frame, own_files)
    inputs = UnreadInputs(plan)
    with pause_other_threads():
        if plan.get("capture"):
            graph = capture_graph(roots, inputs, own_files, plan)
        changes = plan.get("changes") or []

        def make(some):
            change_inputs = inputs.change([each for each in some if "input" in each["at"]["root"]])
            make_changes([each for each in some if "input" not in each["at"]["root"]], roots, own_files)
            change_inputs()

        if plan.get("refused"):
            changes, refused = split_possible(changes, make)
        if changes:
            make(changes)
        stop_reading()
    if graph is not None:
        write_json(plan["capture"], graph)
    if refused is not None:
        write_json(plan["refused"], refused)


def write_json(path, content):
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(content))


def raise_recursion_limit():
    """Returns the function that restores it. Called first: the program may be close to its limit."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + EXTRA_CALLS)

    def restore():
        try:
            sys.setrecursionlimit(limit)
        except RecursionError:
            pass  # the stack of the program is so deep that the limit is exceeded right here

    return restore
