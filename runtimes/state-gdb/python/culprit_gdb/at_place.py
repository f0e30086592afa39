"""What a plan asks for at its place: capture the memory, and make the changes."""

import gdb

from .changes.make_changes import Changes
from .changes.slots import Slots
from .inputs.output_mark import write_mark
from .inputs.unread_inputs import UnreadInputs
from .json_file import write_json
from .memory.process_memory import ProcessMemory
from .memory.snapshot import Snapshot
from .plan_errors import ImpossibleChange

DEFAULT_MAX_VALUES = 100_000


def carry_out_at_place(plan, code):
    if not any(plan.get(each) for each in ("capture", "changes", "mark")):
        return
    memory = ProcessMemory()
    if plan.get("mark"):
        write_mark(plan["mark"], memory)
    inputs = UnreadInputs(memory) if needs_inputs(plan) else None
    max_values = plan.get("maxValues", DEFAULT_MAX_VALUES)
    max_lines = max_values // 2  # the variables get what the lines leave
    snapshot = Snapshot(code, memory, max_values - (inputs.count(max_lines) if inputs else 0), plan.get("hints", ()))
    if plan.get("capture"):
        chunks = plan.get("chunks", ())
        add_chunks(snapshot, chunks, max_values)
        graph = snapshot.to_json()
        inputs.add_to(graph, max_lines, chunks, 2 * max_values)
        write_json(plan["capture"], graph)
    if plan.get("changes"):
        # Functions of the program are called to allocate memory: its other threads must not run meanwhile.
        gdb.execute("set scheduler-locking on", to_string=True)
        make_possible_changes(Changes(snapshot), inputs, plan)
        gdb.execute("set scheduler-locking off", to_string=True)


def needs_inputs(plan):
    return plan.get("capture") or any(map(is_of_input, plan.get("changes", ())))


def is_of_input(change):
    return "input" in change["at"]["root"]


def add_chunks(snapshot, chunks, max_values):
    """Parts of large things beyond the limit, up to as many values again."""
    slots = Slots(snapshot)
    snapshot.graph.allow(max_values)
    for wanted in chunks:
        vertex = slots.find_captured(wanted["at"])
        if vertex is not None:
            snapshot.builder.add_chunks(vertex, wanted["chunks"])


def make_possible_changes(changes, inputs, plan):
    wanted = plan["changes"]
    if plan.get("refused"):
        refused = list(impossible_changes(changes, inputs, wanted))
        write_json(plan["refused"], refused)
        skipped = {each["change"] for each in refused}
        wanted = [each for index, each in enumerate(wanted) if index not in skipped]
    of_inputs = list(filter(is_of_input, wanted))
    change_inputs = inputs.prepare(of_inputs) if of_inputs else None
    changes.make([each for each in wanted if not is_of_input(each)])
    if change_inputs:
        change_inputs()


def impossible_changes(changes, inputs, wanted):
    """Those that cannot be made, each tried by itself, as `RefusedChange`s of the protocol."""
    for index, each in enumerate(wanted):
        try:
            inputs.prepare([each]) if is_of_input(each) else changes.check(each)
        except ImpossibleChange as reason:
            yield {"change": index, "reason": str(reason)}
