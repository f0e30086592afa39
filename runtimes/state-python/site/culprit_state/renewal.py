"""Tuples, frozen sets and iterators cannot be changed, so everything that holds one gets another one in its place."""
from .ending import Impossible
from .iterators import Iterator, Stepping
from .names import type_name


class Later:
    """A value that is made when all other changes are: an iterator depends on what it goes over."""

    def __init__(self, make):
        self.make = make


class Renewal:
    """`targets` are the parts that are to be changed; those of fixed containers are looked after here."""

    def __init__(self, state, targets):
        self.state = state
        self.changes = {}
        self.done = {}
        self.fixed = {id(holder): holder for holder, _ in targets if self.is_fixed(holder)}
        self.fixed.update(self.iterators_that_break({id(holder) for holder, _ in targets}))
        self.holders = list(self.find_holders()) if self.fixed else []

    def is_fixed(self, thing):
        _, write, kind = self.state.kinds.of(thing)
        return write is None and kind is not None and kind.fixed

    def iterators_that_break(self, changed):
        """A loop over a dictionary or set ends with an error if that gets other members: it needs another iterator."""
        waiting = list(self.state.roots.iterators())
        for iterator in waiting:
            kind = self.state.kinds.of(iterator)[2]
            parts = self.state.parts_of(iterator).values() if isinstance(kind, Iterator) else ()
            if isinstance(kind, Stepping) and any(id(part) in changed for part in parts):
                yield id(iterator), iterator
            waiting.extend(part for part in parts if isinstance(self.state.kinds.of(part)[2], Iterator))

    def find_holders(self):
        """Every place that holds a fixed container to be renewed; what is fixed and holds one is to be renewed too."""
        places = [(root, None, value) for root, value in self.state.roots.variables()]
        seen = set()
        waiting = [value for _, _, value in places]
        while waiting:
            thing = waiting.pop()
            if id(thing) not in seen:
                seen.add(id(thing))
                parts = self.state.parts_of(thing)
                places.extend((thing, label, part) for label, part in parts.items())
                waiting.extend(parts.values())
        self.spread(places)
        return [place for place in places if id(place[2]) in self.fixed]

    def spread(self, places):
        nested = [(holder, part) for holder, label, part in places if label is not None and self.is_fixed(holder)]
        before = 0
        while len(self.fixed) > before:
            before = len(self.fixed)
            self.fixed.update({id(holder): holder for holder, part in nested if id(part) in self.fixed})

    def slots(self, slots):
        """The changes as they can be made: those in fixed containers become changes of what holds these."""
        kept = []
        for holder, label, value in slots:
            if label is not None and id(holder) in self.fixed:
                self.changes.setdefault(id(holder), {})[label] = value
            else:
                kept.append((holder, label, value))
        changed = {place_of(holder, label) for holder, label, _ in kept}
        kept = [(holder, label, value()) for holder, label, value in kept]
        for holder, label, part in self.holders:
            if id(holder) not in self.fixed and place_of(holder, label) not in changed:
                kept.append((holder, label, self.renewal_of(part)))
        return kept

    def renewal_of(self, part):
        is_iterator = isinstance(self.state.kinds.of(part)[2], Iterator)
        return Later(lambda: self.renewed(part)) if is_iterator else self.renewed(part)

    def renewed(self, thing):
        """What stands for an object after the changes: itself, unless it is fixed and was changed inside."""
        if id(thing) not in self.fixed:
            return thing
        if id(thing) not in self.done:
            self.done[id(thing)] = None
            changes = {label: value() for label, value in self.changes.get(id(thing), {}).items()}
            parts = {label: part for label, part in self.state.parts_of(thing).items() if not label.startswith(".")}
            for label, part in parts.items():
                parts[label] = part if label in changes else self.renewed(part)
            parts.update(changes)
            self.done[id(thing)] = self.state.kinds.of(thing)[2].renewed(thing, parts)
        if self.done[id(thing)] is None:
            raise Impossible(f"a {type_name(type(thing))} cannot hold itself")
        return self.done[id(thing)]


def place_of(holder, label):
    return (holder.get("frame"), holder.get("global"), holder["name"]) if label is None else (id(holder), label)
