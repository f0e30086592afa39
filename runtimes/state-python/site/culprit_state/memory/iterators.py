"""
Iterators over the language's own containers: the container (`in`) and the position (`index`). An iterator is never asked
for its next element and never changed: to change its position is to build another one.
"""
import gc

from ..impossible_change import ImpossibleChange
from ..names import type_name
from .containers import Immutable

OVER, INDEX, COUNT, FUNCTION, STRICT = "in", "index", "count", "function", "strict"


class Iterator(Immutable):
    """What all iterators share."""

    def __init__(self, base):
        super().__init__(base)
        self.kind = "object"


class SequenceIterator(Iterator):
    """Over something ordered. `begin` makes one at the start of a container like `example`, or of the other classes."""

    def __init__(self, begin, example, *more_classes):
        super().__init__(type(begin(example)))
        self.begin = begin
        self.classes = (type(example), *more_classes)

    def items(self, thing):
        _, arguments, *state = thing.__reduce__()
        if state:  # not at its end
            yield OVER, arguments[0]
            if state[0] is not None:  # iterators over ranges are, in later versions, a range of what is left
                yield INDEX, state[0]

    def build(self, cls, parts):
        iterator = self.begin(container_in(parts, self.classes))
        if INDEX in parts:
            iterator.__setstate__(parts[INDEX])
        return iterator


class HashIterator(SequenceIterator):
    """Over a dictionary or set, which can only be advanced step by step."""

    def items(self, thing):
        container = next((each for each in gc.get_referents(thing) if issubclass(type(each), self.classes)), None)
        if container is not None:
            yield OVER, container
            yield INDEX, length_of(container) - thing.__length_hint__()

    def build(self, cls, parts):
        iterator = self.begin(container_in(parts, self.classes))
        for _ in range(parts.get(INDEX, 0)):
            next(iterator, None)
        return iterator


class EnumerateIterator(Iterator):
    def items(self, thing):
        inner, count = enumerate.__reduce__(thing)[1]
        yield OVER, inner
        yield COUNT, count

    def build(self, cls, parts):
        if set(parts) != {OVER, COUNT}:
            raise ImpossibleChange(f"it must have {OVER} and {COUNT}")
        return enumerate.__new__(cls, require_built_in(parts[OVER]), parts[COUNT])


class CombiningIterator(Iterator):
    """`zip`, `map` and `filter`: other iterators, and a function."""

    def items(self, thing):
        _, arguments, *state = self.base.__reduce__(thing)
        if self.base is not zip:
            yield FUNCTION, arguments[0]
        for number, inner in enumerate(arguments[self.base is not zip :]):
            yield str(number), inner
        if state:
            yield STRICT, state[0]

    def build(self, cls, parts):
        inner = [str(number) for number in range(sum(label.isdigit() for label in parts))]
        needed = [*([] if self.base is zip else [FUNCTION]), *inner]
        if any(label not in parts for label in needed):
            raise ImpossibleChange(f"a {type_name(cls)} must have all that it iterates over")
        arguments = (parts[label] if label is FUNCTION else require_built_in(parts[label]) for label in needed)
        iterator = self.base.__new__(cls, *arguments)
        if STRICT in parts:
            iterator.__setstate__(parts[STRICT])
        return iterator


def container_in(parts, classes):
    """What a new iterator is to iterate over; one at its end no longer has it."""
    if OVER not in parts or not issubclass(type(parts[OVER]), classes):
        raise ImpossibleChange(f"it must iterate over a {type_name(classes[0])}")
    return parts[OVER]


def require_built_in(iterator):
    """To make an iterator of anything else may run the program's code."""
    if all(type(iterator) is not adapter.base for adapter in ITERATORS):
        raise ImpossibleChange(f"a {type_name(type(iterator))} cannot be iterated over here")
    return iterator


def length_of(container):
    base = next(each for each in (dict, set, frozenset) if issubclass(type(container), each))
    return base.__len__(container)


def dictionary_values(thing):
    return iter(dict.values(thing))


def dictionary_items(thing):
    return iter(dict.items(thing))


def set_members(thing):
    return set.__iter__(thing) if issubclass(type(thing), set) else frozenset.__iter__(thing)


ITERATORS = [
    SequenceIterator(list.__iter__, []),
    SequenceIterator(list.__reversed__, []),
    SequenceIterator(tuple.__iter__, ()),
    SequenceIterator(reversed, (), str, bytes),
    SequenceIterator(str.__iter__, "a"),
    SequenceIterator(str.__iter__, "\u00e4"),
    SequenceIterator(bytes.__iter__, b""),
    SequenceIterator(bytearray.__iter__, bytearray()),
    SequenceIterator(range.__iter__, range(0)),
    SequenceIterator(range.__iter__, range(1 << 64)),
    HashIterator(dict.__iter__, {}),
    HashIterator(dictionary_values, {}),
    HashIterator(dictionary_items, {}),
    HashIterator(set_members, set(), frozenset),
    EnumerateIterator(enumerate),
    *(CombiningIterator(base) for base in (zip, map, filter)),
]
