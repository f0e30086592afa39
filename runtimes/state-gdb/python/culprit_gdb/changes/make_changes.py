"""Makes changes, all at once: every path refers to the state before the first of them."""

from .planned_changes import PlannedChanges
from .slots import Slots


class Changes:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.slots = Slots(snapshot)

    def make(self, changes):
        self._plan(changes).write_all()

    def check(self, change):
        """Raises ImpossibleChange if it cannot be made."""
        self._plan([change])

    def _plan(self, changes):
        resolved = [(self.slots.find(each["at"]), self._resolve(each["to"])) for each in changes]
        planned = PlannedChanges(self.snapshot)
        planned.grow_arrays([slot for slot, to in resolved if "gone" not in to])
        for slot, to in resolved:
            planned.add(slot, to)
        return planned

    def _resolve(self, to):
        """The new value with vertices in place of paths."""
        if "path" in to:
            return {"vertex": self.slots.find_vertex(to["path"])}
        if "copy" in to:
            known = {int(number): self.slots.find_vertex(path) for number, path in to.get("known", {}).items()}
            return {**to, "known": known}
        return to
