"""What a plan asks for at its place: capture the memory, and make the changes."""

import gdb

from .changes.make_changes import Changes
from .json_file import write_json
from .memory.snapshot import Snapshot

DEFAULT_MAX_VALUES = 100_000


def carry_out_at_place(plan, code):
    if not plan.get("capture") and not plan.get("changes"):
        return
    snapshot = Snapshot(code, plan.get("maxValues", DEFAULT_MAX_VALUES), plan.get("hints", ()))
    if plan.get("capture"):
        write_json(plan["capture"], snapshot.to_json())
    if plan.get("changes"):
        # Functions of the program are called to allocate memory: its other threads must not run meanwhile.
        gdb.execute("set scheduler-locking on", to_string=True)
        make_possible_changes(Changes(snapshot), plan)
        gdb.execute("set scheduler-locking off", to_string=True)


def make_possible_changes(changes, plan):
    wanted = plan["changes"]
    if plan.get("refused"):
        refused = list(changes.impossible(wanted))
        write_json(plan["refused"], refused)
        skipped = {each["change"] for each in refused}
        wanted = [each for index, each in enumerate(wanted) if index not in skipped]
    changes.make(wanted)
