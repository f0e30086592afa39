"""Makes changes, all at once: every path refers to the state before the first of them."""
from ..impossible_change import ImpossibleChange
from ..memory.adapters import Adapters
from ..memory.containers import REMOVED, Sequence
from ..memory.scalars import read_scalar
from ..names import type_name
from .immutables import Deferred, ImmutableRebuilder
from .object_copies import ObjectCopier


def make_changes(changes, roots, own_files):
    state = OriginalState(roots, Adapters(own_files))
    copies = {}
    targets = [state.target(change["at"]) for change in changes]
    rebuilder = ImmutableRebuilder(state, [(holder, label) for holder, label in targets if label is not None])
    values = [value_maker(change["to"], state, rebuilder, copies) for change in changes]
    assignments = [(holder, label, value) for (holder, label), value in zip(targets, values)]
    for assignment in in_order(rebuilder.assignments(assignments), state.adapters):
        assign(assignment, state)
    roots.refresh()


class OriginalState:
    """The objects at paths, as they were before the first change."""

    def __init__(self, roots, adapters):
        self.roots = roots
        self.adapters = adapters
        self.parts = {}

    def target(self, path):
        """The object that has the part at the end of a path, and the label of the part; for a variable its root and None."""
        steps = path["steps"]
        if not steps:
            return path["root"], None
        return self.find({"root": path["root"], "steps": steps[:-1]}), steps[-1]

    def find(self, path):
        thing = self.roots.get(path["root"])
        for label in path["steps"]:
            parts = self.parts_of(thing)
            if label not in parts:
                raise ImpossibleChange(f"there is no {label} in {path['root']['name']}")
            thing = parts[label]
        return thing

    def parts_of(self, thing):
        if id(thing) not in self.parts:
            adapter = self.adapters.adapter(thing)
            self.parts[id(thing)] = ({} if adapter is None else dict(adapter.parts(thing)), thing)
        return self.parts[id(thing)][0]


def value_maker(to, state, rebuilder, copies):
    """The function that makes the new value, or gives REMOVED. Its paths are followed now, before the first change."""
    if "scalar" in to:
        return lambda: read_scalar(to["type"], to["scalar"])
    if "path" in to:
        found = state.find(to["path"])
        return lambda: rebuilder.after_changes(found)
    if "copy" in to:
        known = {int(index): state.find(path) for index, path in to["known"].items()}
        return lambda: copy_object(to, rebuilder, known, state.adapters, copies)
    return lambda: REMOVED


def copy_object(to, rebuilder, known, adapters, copies):
    known = {index: rebuilder.after_changes(thing) for index, thing in known.items()}
    return ObjectCopier(to["graph"], known, adapters, copies).copy(to["copy"])


def in_order(assignments, adapters):
    """Arrays grow from their end upwards and shrink from it downwards, in whatever order the changes are listed."""

    def rank(assignment):
        holder, label, value = assignment
        if type(value) is Deferred:
            return (3, 0)
        if label is None or not label.isdigit() or not isinstance(adapters.adapter(holder), Sequence):
            return (0, 0)
        return (2, -int(label)) if value is REMOVED else (1, int(label))

    return sorted(assignments, key=rank)


def assign(assignment, state):
    holder, label, value = assignment
    value = value.make() if type(value) is Deferred else value
    if label is None:
        state.roots.delete(holder) if value is REMOVED else state.roots.set(holder, value)
        return
    adapter = state.adapters.adapter(holder)
    if adapter is None:
        raise ImpossibleChange(f"a {type_name(type(holder))} cannot be changed")
    adapter.delete_part(holder, label) if value is REMOVED else adapter.set_part(holder, label, value)
