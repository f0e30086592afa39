"""Changes of the stopped program's state. All paths are resolved in the state before any of them, then all are made."""

from copies import Copy
from scalars import Refused
from slots import Slot, Slots


class Changes:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.walk = snapshot.walk
        self.edges = {}
        self.roots = {root_key(each): each["vertex"] for each in snapshot.roots}

    def make(self, changes):
        self.planned(changes).write_all()

    def refused(self, changes):
        """Those that cannot be made, each by itself: number and reason."""
        for number, each in enumerate(changes):
            try:
                self.planned([each])
            except Refused as error:
                yield {"change": number, "reason": str(error)}

    def planned(self, changes):
        planned = [(self.slot(each["at"]), self.resolved(each["to"])) for each in changes]
        slots = Slots(self.snapshot)
        slots.make_room([slot for slot, to in planned if "gone" not in to])
        for slot, to in planned:
            self.plan_one(slots, slot, to)
        return slots

    def plan_one(self, slots, slot, to):
        if slot.vertex is not None and "gone" not in to and self.is_of_set(slot):
            raise Refused(f"{slot.name} cannot be changed: its set would be out of order")
        if "scalar" in to:
            slots.set_text(slots.place_of(slot), to["scalar"])
        elif "gone" in to:
            slots.remove(slot)
        elif "vertex" in to:
            slots.point_to(slot, to["vertex"])
        elif "copy" in to:
            Copy(slots, to).put_into(slot)
        else:
            raise Refused(f"{slot.name} cannot be made undefined")

    def is_of_set(self, slot):
        return slot.parent is not None and self.walk.vertices[slot.parent].get("kind") == "set"

    def resolved(self, to):
        if "path" in to:
            return {"vertex": self.vertex(to["path"])}
        if "copy" in to:
            known = {int(number): self.vertex(path) for number, path in to.get("known", {}).items()}
            return {**to, "known": known}
        return to

    def edges_of(self, vertex):
        if vertex not in self.edges:
            self.edges[vertex] = dict(self.walk.vertices[vertex].get("edges") or ())
        return self.edges[vertex]

    def vertex(self, path):
        found = self.slot(path)
        if found.vertex is None:
            raise Refused(f"there is no {found.name}")
        return found.vertex

    def slot(self, path):
        """The last step may lead to what is not there yet."""
        name = path_text(path)
        at, parent, label = self.roots.get(root_key(path["root"])), None, None
        if at is None:
            raise Refused(f"there is no variable {name}")
        for step in path["steps"]:
            if at is None:
                raise Refused(f"there is no {name}")
            parent, label = at, step
            at = self.edges_of(at).get(step)
        return Slot(name, parent, label, at)


def root_key(root):
    return root.get("global"), root.get("frame"), root["name"]


def path_text(path):
    return "".join([path["root"]["name"], *(f"[{each}]" if each.isdigit() else f".{each}" for each in path["steps"])])
