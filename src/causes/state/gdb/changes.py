"""Changes of the stopped program's state. All paths are resolved in the state before any of them, then all are made."""

from copies import Copy
from scalars import Refused
from slots import Slot, Slots


class Changes:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.walk = snapshot.walk
        self.roots = {root_key(each): each["vertex"] for each in snapshot.roots}

    def make(self, changes):
        planned = [(self.slot(each["at"]), self.resolved(each["to"])) for each in changes]
        slots = Slots(self.snapshot)
        slots.make_room([slot for slot, to in planned if "gone" not in to])
        for slot, to in planned:
            self.plan_one(slots, slot, to)
        slots.write_all()

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
            edges = self.walk.vertices[at].get("edges") or ()
            at = next((to for each, to in edges if each == step), None)
        return Slot(name, parent, label, at)


def root_key(root):
    return root.get("global"), root.get("frame"), root["name"]


def path_text(path):
    return "".join([path["root"]["name"], *(f"[{each}]" if each.isdigit() else f".{each}" for each in path["steps"])])
