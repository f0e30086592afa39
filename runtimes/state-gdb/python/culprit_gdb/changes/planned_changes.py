"""Changes that are checked and prepared one by one, then written together."""

from ..memory.c_types import POINTER_KINDS
from ..plan_errors import ImpossibleChange
from .changed_memory import ChangedMemory, Target
from .container_entries import ContainerEntries
from .grow_arrays import GrowingArrays
from .object_copies import ObjectCopier
from .scalar_setter import ScalarSetter


class PlannedChanges:
    def __init__(self, snapshot):
        self.graph = snapshot.graph
        self.changed = ChangedMemory(snapshot)
        self.scalars = ScalarSetter(self.changed)
        self.arrays = GrowingArrays(self.changed, snapshot.null_terminated)
        self.entries = ContainerEntries(self.changed, self.scalars)

    def grow_arrays(self, slots):
        """Called first, with all slots that get a value: what grows may move, and later changes have to go there."""
        new = [each for each in slots if each.vertex is None]
        self.arrays.grow([each for each in new if not self.arrays.is_within(each) and self.entries.of(each) is None])

    def add(self, slot, to):
        if slot.vertex is not None and "gone" not in to and self._is_in_set(slot):
            raise ImpossibleChange(f"{slot.name} cannot be changed: its set would be out of order")
        if "scalar" in to:
            self.scalars.set(self._target_of(slot), to["scalar"])
        elif "gone" in to:
            self._remove(slot)
        elif "vertex" in to:
            self._set_to_existing(slot, to["vertex"])
        elif "copy" in to:
            self._set_to_copy(slot, to)
        else:
            raise ImpossibleChange(f"{slot.name} cannot be made undefined")

    def write_all(self):
        self.arrays.finish()
        self.changed.write_all()
        self.entries.finish()

    def _is_in_set(self, slot):
        return slot.parent is not None and self.graph.kind(slot.parent) == "set"

    def _target_of(self, slot):
        if slot.vertex is not None:
            return self.changed.target(slot.vertex)
        entries = self.entries.of(slot)
        if entries is None:
            return Target(*self.arrays.element(slot))
        address, ctype = entries.add(slot.label)
        return Target(self.changed.current_address(address), ctype)

    def _remove(self, slot):
        entries = self.entries.of(slot)
        if entries is None:
            self.arrays.remove(slot)
        else:
            entries.remove(slot.label)

    def _set_to_existing(self, slot, vertex):
        if slot.label == "*":
            pointer = self.changed.target(slot.parent)
            self.changed.put_pointer(pointer, self._address_for(pointer, vertex))
            return
        target, source = self._target_of(slot), self.changed.target(vertex)
        if target.ctype.kind in POINTER_KINDS and source.ctype.kind not in POINTER_KINDS:
            self.changed.put_pointer(target, self._address_for(target, vertex))
        elif target.ctype.size != source.ctype.size or source.address is None:
            raise ImpossibleChange(f"{slot.name} cannot become a value of type {source.ctype.name}")
        else:
            self.changed.put(target, self.changed.old_bytes(vertex))

    def _address_for(self, pointer, vertex):
        if pointer.ctype.kind == "pointer":
            return self.changed.address_as(pointer.ctype.target, vertex)
        return self.changed.address_of(vertex)

    def _set_to_copy(self, slot, to):
        copier = ObjectCopier(self.changed, self.scalars, to)
        if slot.label == "*":
            copier.point_to_copy(self.changed.target(slot.parent))
        else:
            copier.copy_into(self._target_of(slot))
