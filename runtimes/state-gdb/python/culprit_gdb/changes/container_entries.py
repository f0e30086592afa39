"""Entries of containers that are added or removed: prepared first, applied when everything else is written."""

from .hash_entries import HashEntries
from .optional_entry import OptionalEntry
from .tree_entries import TreeEntries

CONTAINERS = {
    "std::map": TreeEntries,
    "std::set": TreeEntries,
    "std::unordered_map": HashEntries,
    "std::unordered_set": HashEntries,
    "std::optional": OptionalEntry,
}


class ContainerEntries:
    """Of all containers."""

    def __init__(self, changed, scalars):
        self.changed = changed
        self.scalars = scalars
        self.known = {}

    def of(self, slot):
        """The changes to the container that has the slot; None if it is in none."""
        if slot.parent not in self.known:
            self.known[slot.parent] = None if slot.parent is None else self._changes_to(slot.parent)
        return self.known[slot.parent]

    def finish(self):
        for each in self.known.values():
            if each is not None:
                each.finish()

    def _changes_to(self, vertex):
        container = CONTAINERS.get(self.changed.graph.locations[vertex].ctype.template_name)
        return container and EntryChanges(container(self.changed, self.scalars, vertex))


class EntryChanges:
    """Of one container, which does what its kind needs."""

    def __init__(self, container):
        self.container = container
        self.added = {}  # label → NewEntry
        self.removed = []

    def add(self, label):
        """The location of the new entry's value."""
        if label not in self.added:
            self.added[label] = self.container.new_entry(label)
        return self.added[label].value

    def remove(self, label):
        self.container.prepare_removal(label)
        self.removed.append(label)

    def finish(self):
        if self.added or self.removed:
            self.container.apply(self.added, self.removed)
