"""Tuples, frozen sets and iterators cannot be changed: a new one takes the place of the old one wherever that is used."""
from ..impossible_change import ImpossibleChange
from ..memory.iterators import HashIterator, Iterator
from ..names import type_name


class Deferred:
    """A value that is made after all other changes: an iterator depends on what it iterates over."""

    def __init__(self, make):
        self.make = make


class ImmutableRebuilder:
    """`targets` are the parts that are to be changed, each as its holder and its label."""

    def __init__(self, state, targets):
        self.state = state
        self.changes = {}  # by the address of an immutable object: its new parts by label
        self.rebuilt = {}
        self.outdated = {id(holder): holder for holder, _ in targets if self.is_immutable(holder)}
        self.outdated.update(self.iterators_to_rebuild({id(holder) for holder, _ in targets}))
        self.uses = list(self.find_uses()) if self.outdated else []

    def is_immutable(self, thing):
        adapter = self.state.adapters.adapter(thing)
        return adapter is not None and adapter.immutable

    def is_iterator(self, thing):
        return isinstance(self.state.adapters.adapter(thing), Iterator)

    def iterators_to_rebuild(self, changed):
        """A loop over a dictionary or set fails when that gets other members, unless it continues with a new iterator."""
        waiting = list(self.state.roots.iterators())
        for iterator in waiting:
            parts = self.state.parts_of(iterator).values() if self.is_iterator(iterator) else ()
            is_over_hashed = isinstance(self.state.adapters.adapter(iterator), HashIterator)
            if is_over_hashed and any(id(part) in changed for part in parts):
                yield id(iterator), iterator
            waiting.extend(part for part in parts if self.is_iterator(part))

    def find_uses(self):
        """
        Everything that refers to an outdated object, as (holder, label, object), or (root, None, object) for a variable. An
        immutable object that refers to an outdated one becomes outdated itself.
        """
        references = [(root, None, value) for root, value in self.state.roots.variables()]
        seen = set()
        waiting = [value for _, _, value in references]
        while waiting:
            thing = waiting.pop()
            if id(thing) not in seen:
                seen.add(id(thing))
                parts = self.state.parts_of(thing)
                references.extend((thing, label, part) for label, part in parts.items())
                waiting.extend(parts.values())
        self.add_outdated_holders(references)
        return [reference for reference in references if id(reference[2]) in self.outdated]

    def add_outdated_holders(self, references):
        nested = [(holder, part) for holder, label, part in references if label is not None and self.is_immutable(holder)]
        before = 0
        while len(self.outdated) > before:
            before = len(self.outdated)
            self.outdated.update({id(holder): holder for holder, part in nested if id(part) in self.outdated})

    def assignments(self, assignments):
        """The assignments as they can be made: those inside immutable objects become assignments to their users."""
        possible = []
        for holder, label, value in assignments:
            if label is not None and id(holder) in self.outdated:
                self.changes.setdefault(id(holder), {})[label] = value
            else:
                possible.append((holder, label, value))
        assigned = {target_key(holder, label) for holder, label, _ in possible}
        possible = [(holder, label, value()) for holder, label, value in possible]
        for holder, label, part in self.uses:
            if id(holder) not in self.outdated and target_key(holder, label) not in assigned:
                possible.append((holder, label, self.replacement(part)))
        return possible

    def replacement(self, part):
        return Deferred(lambda: self.after_changes(part)) if self.is_iterator(part) else self.after_changes(part)

    def after_changes(self, thing):
        """What an object is after the changes: itself, unless it is immutable and was changed inside."""
        if id(thing) not in self.outdated:
            return thing
        if id(thing) not in self.rebuilt:
            self.rebuilt[id(thing)] = None
            changes = {label: value() for label, value in self.changes.get(id(thing), {}).items()}
            parts = {label: part for label, part in self.state.parts_of(thing).items() if not label.startswith(".")}
            for label, part in parts.items():
                parts[label] = part if label in changes else self.after_changes(part)
            parts.update(changes)
            self.rebuilt[id(thing)] = self.state.adapters.adapter(thing).rebuild(thing, parts)
        if self.rebuilt[id(thing)] is None:
            raise ImpossibleChange(f"a {type_name(type(thing))} cannot contain itself")
        return self.rebuilt[id(thing)]


def target_key(holder, label):
    return (holder.get("frame"), holder.get("global"), holder["name"]) if label is None else (id(holder), label)
