"""
Iterators of the language's own containers: what they go over (`in`) and how far they have come (`index`). None is ever
asked for its next element, and none can be changed: one that has come elsewhere is another one.
"""
import gc

from .containers import Fixed
from .ending import Impossible
from .names import type_name

OVER, INDEX, COUNT, FUNCTION, STRICT = "in", "index", "count", "function", "strict"


def dictionary_values(thing):
    return iter(dict.values(thing))


def dictionary_items(thing):
    return iter(dict.items(thing))


def members(thing):
    return set.__iter__(thing) if issubclass(type(thing), set) else frozenset.__iter__(thing)


class Iterator(Fixed):
    """What all have in common."""

    def __init__(self, base):
        super().__init__(base)
        self.word = "object"


class Positioned(Iterator):
    """Those over what has an order; `begin` gives one at the beginning of an example, or of what else it can go over."""

    def __init__(self, begin, example, *more):
        super().__init__(type(begin(example)))
        self.begin = begin
        self.over = (type(example), *more)

    def items(self, thing):
        _, arguments, *state = thing.__reduce__()
        if state:  # it has not come to its end
            yield OVER, arguments[0]
            if state[0] is not None:  # ranges of later versions know only what is left of them
                yield INDEX, state[0]

    def made(self, cls, parts):
        made = self.begin(source(parts, self.over))
        if INDEX in parts:
            made.__setstate__(parts[INDEX])
        return made


class Stepping(Positioned):
    """Those over dictionaries and sets, which can be brought to a position step by step only."""

    def items(self, thing):
        over = next((each for each in gc.get_referents(thing) if issubclass(type(each), self.over)), None)
        if over is not None:
            yield OVER, over
            yield INDEX, len_of(over) - thing.__length_hint__()

    def made(self, cls, parts):
        made = self.begin(source(parts, self.over))
        for _ in range(parts.get(INDEX, 0)):
            next(made, None)
        return made


class Enumerating(Iterator):
    def items(self, thing):
        inner, count = enumerate.__reduce__(thing)[1]
        yield OVER, inner
        yield COUNT, count

    def made(self, cls, parts):
        inner, count = exactly(parts, OVER, COUNT)
        return enumerate.__new__(cls, plain(inner), count)


class Together(Iterator):
    """`zip`, `map` and `filter`: several that go on together, and what is done with what they give."""

    def items(self, thing):
        _, arguments, *state = self.base.__reduce__(thing)
        if self.base is not zip:
            yield FUNCTION, arguments[0]
        for number, inner in enumerate(arguments[self.base is not zip :]):
            yield str(number), inner
        if state:
            yield STRICT, state[0]

    def made(self, cls, parts):
        inner = [str(number) for number in range(sum(label.isdigit() for label in parts))]
        needed = [*([] if self.base is zip else [FUNCTION]), *inner]
        if any(label not in parts for label in needed):
            raise Impossible(f"a {type_name(cls)} has to have all it goes over")
        made = self.base.__new__(cls, *(parts[label] if label is FUNCTION else plain(parts[label]) for label in needed))
        if STRICT in parts:
            made.__setstate__(parts[STRICT])
        return made


def source(parts, classes):
    """What a new iterator is to go over; one that has come to its end does not know that any more."""
    if OVER not in parts or not issubclass(type(parts[OVER]), classes):
        raise Impossible(f"it has to go over a {type_name(classes[0])}")
    return parts[OVER]


def exactly(parts, *labels):
    if set(parts) != set(labels):
        raise Impossible(f"it has to have {' and '.join(labels)}")
    return [parts[label] for label in labels]


def plain(iterator):
    """Anything else would be asked for an iterator, which may be code of the program."""
    if all(type(iterator) is not kind.base for kind in ITERATORS):
        raise Impossible(f"a {type_name(type(iterator))} cannot be handed on")
    return iterator


def len_of(container):
    base = next(each for each in (dict, set, frozenset) if issubclass(type(container), each))
    return base.__len__(container)


ITERATORS = [
    Positioned(list.__iter__, []),
    Positioned(list.__reversed__, []),
    Positioned(tuple.__iter__, ()),
    Positioned(reversed, (), str, bytes),
    Positioned(str.__iter__, "a"),
    Positioned(str.__iter__, "\u00e4"),
    Positioned(bytes.__iter__, b""),
    Positioned(bytearray.__iter__, bytearray()),
    Positioned(range.__iter__, range(0)),
    Positioned(range.__iter__, range(1 << 64)),
    Stepping(dict.__iter__, {}),
    Stepping(dictionary_values, {}),
    Stepping(dictionary_items, {}),
    Stepping(members, set(), frozenset),
    Enumerating(enumerate),
    *(Together(base) for base in (zip, map, filter)),
]
