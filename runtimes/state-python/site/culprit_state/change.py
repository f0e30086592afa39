"""Makes changes, all at once: every path is followed in the state as it was before any of them."""
from .containers import GONE, Sequence
from .copies import Copies, Shared
from .ending import Impossible
from .kinds import Kinds
from .names import type_name
from .renewal import Later, Renewal
from .scalars import read


def make_changes(changes, roots, own):
    state = State(roots, Kinds(own))
    targets = [state.target(change["at"]) for change in changes]
    renewal = Renewal(state, [(holder, label) for holder, label in targets if label is not None])
    values = [value_of(change["to"], state, renewal) for change in changes]
    slots = [(holder, label, value) for (holder, label), value in zip(targets, values)]
    for slot in in_order(renewal.slots(slots), state.kinds):
        put(slot, state)
    roots.settle()


class State:
    """The objects at paths, as they were at first."""

    def __init__(self, roots, kinds):
        self.roots = roots
        self.kinds = kinds
        self.parts = {}
        self.shared = Shared(kinds)

    def target(self, path):
        """What holds the part at the end of a path, and its label; a variable is held by its root."""
        steps = path["steps"]
        if not steps:
            return path["root"], None
        return self.find({"root": path["root"], "steps": steps[:-1]}), steps[-1]

    def find(self, path):
        thing = self.roots.find(path["root"])
        for label in path["steps"]:
            parts = self.parts_of(thing)
            if label not in parts:
                raise Impossible(f"there is no {label} in {path['root']['name']}")
            thing = parts[label]
        return thing

    def parts_of(self, thing):
        if id(thing) not in self.parts:
            _, write, kind = self.kinds.of(thing)
            self.parts[id(thing)] = ({} if write or kind is None else dict(kind.parts(thing)), thing)
        return self.parts[id(thing)][0]


def value_of(to, state, renewal):
    if "scalar" in to:
        return lambda: read(to["type"], to["scalar"])
    if "path" in to:
        found = state.find(to["path"])
        return lambda: renewal.renewed(found)
    if "copy" in to:
        known = {int(index): state.find(path) for index, path in to["known"].items()}
        return lambda: copied(to, {index: renewal.renewed(thing) for index, thing in known.items()}, state.shared)
    return lambda: GONE


def copied(to, known, shared):
    return Copies(to["graph"], known, shared).copy(to["copy"])


def in_order(slots, kinds):
    """Arrays grow from their end upwards and shrink from it downwards, in whatever order the changes come."""

    def rank(slot):
        holder, label, value = slot
        if type(value) is Later:
            return (3, 0)
        if label is None or not label.isdigit() or not isinstance(kinds.of(holder)[2], Sequence):
            return (0, 0)
        return (2, -int(label)) if value is GONE else (1, int(label))

    return sorted(slots, key=rank)


def put(slot, state):
    holder, label, value = slot
    value = value.make() if type(value) is Later else value
    if label is None:
        state.roots.drop(holder) if value is GONE else state.roots.put(holder, value)
        return
    _, write, kind = state.kinds.of(holder)
    if write or kind is None:
        raise Impossible(f"a {type_name(type(holder))} cannot be changed")
    kind.drop(holder, label) if value is GONE else kind.put(holder, label, value)
