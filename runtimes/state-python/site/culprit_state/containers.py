"""One adapter for each kind of container: its parts by label, and how to put one there or take one away."""
import collections

from .attributes import attributes, class_variables, drop_attribute, has_attributes, line_of, put_attribute
from .ending import Impossible
from .labels import find_key, key_text, labelled
from .names import type_name

MOST = ".maxlen"  # the label of the bound of a deque, which can be set when it is made only
GONE = object()  # the value of a part that is to be taken away
KEY = "key of "  # the label of a key that is an object, before the label of its entry


class Container:
    """What all have in common: a class made from a built-in one may have attributes beside, labelled `.name`."""

    fixed = False

    def __init__(self, base):
        self.base = base

    def parts(self, thing):
        yield from self.items(thing)
        if type(thing) is not self.base and has_attributes(type(thing)):
            for name, value in attributes(thing):
                yield f".{name}", value

    def put(self, thing, label, value):
        if label.startswith("."):
            put_attribute(thing, label[1:], value)
        else:
            self.put_item(thing, label, value)

    def drop(self, thing, label):
        if label.startswith("."):
            drop_attribute(thing, label[1:])
        else:
            self.drop_item(thing, label)


class Sequence(Container):
    """Lists, deques, bytearrays, arrays of numbers."""

    word = "array"

    def items(self, thing):
        for index, value in enumerate(self.base.__iter__(thing)):
            yield str(index), value
        most = collections.deque.maxlen.__get__(thing) if self.base is collections.deque else None
        if most is not None:
            yield MOST, most

    def length(self, thing):
        return self.base.__len__(thing)

    def put(self, thing, label, value):
        if label == MOST:
            raise Impossible("the bound of a deque cannot be changed")
        super().put(thing, label, value)

    def put_item(self, thing, label, value):
        index, length = int(label), self.base.__len__(thing)
        if index > length:
            raise Impossible(f"there is no element {index - 1} before element {index}")
        try:
            if index < length:
                self.base.__setitem__(thing, index, value)
            else:
                self.base.append(thing, value)
        except (TypeError, ValueError, OverflowError) as error:
            raise Impossible(f"element {index}: {error}") from error

    def drop_item(self, thing, label):
        if int(label) != self.base.__len__(thing) - 1:
            raise Impossible(f"element {label} is not the last one")
        self.base.pop(thing)


class Mapping(Container):
    """Dictionaries and what is made from them."""

    word = "map"

    def items(self, thing):
        for (label, key), value in zip(labelled(self.keys(thing)), self.values(thing)):
            if label.startswith("<"):
                yield KEY + label, key
            yield label, value
        if self.base is collections.defaultdict:
            yield ".default_factory", collections.defaultdict.default_factory.__get__(thing)

    def keys(self, thing):
        """An ordered dictionary asks each key for its hash, which may be given by the program: then not in its order."""
        is_safe = self.base is collections.OrderedDict and all(map(key_text, dict.__iter__(thing)))
        return collections.OrderedDict.__iter__(thing) if is_safe else dict.__iter__(thing)

    def values(self, thing):
        """In the order of the keys."""
        if self.base is not collections.OrderedDict:
            return dict.values(thing)
        found = {id(key): value for key, value in dict.items(thing)}
        return (found[id(key)] for key in self.keys(thing))

    def put(self, thing, label, value):
        if label == ".default_factory":
            collections.defaultdict.default_factory.__set__(thing, value)
        else:
            super().put(thing, label, value)

    def put_item(self, thing, label, value):
        if label.startswith(KEY):
            raise Impossible("a key of a dictionary cannot be exchanged")
        self.base.__setitem__(thing, find_key(self.keys(thing), label), value)

    def drop_item(self, thing, label):
        key = find_key(self.keys(thing), label)
        if not dict.__contains__(thing, key):
            raise Impossible(f"there is no entry {label}")
        self.base.__delitem__(thing, key)


class Members(Container):
    """Sets."""

    word = "set"

    def items(self, thing):
        yield from labelled(self.base.__iter__(thing))

    def put_item(self, thing, label, value):
        found = [each for text, each in self.items(thing) if text == label]
        for each in found:
            self.base.discard(thing, each)
        self.base.add(thing, value)

    def drop_item(self, thing, label):
        self.base.discard(thing, find_key(self.base.__iter__(thing), label))


class Fixed(Container):
    """Tuples and frozen sets: one with other parts is another one."""

    fixed = True

    def __init__(self, base):
        super().__init__(base)
        self.word = "array" if base is tuple else "set"

    def items(self, thing):
        if self.base is not tuple:
            return labelled(frozenset.__iter__(thing))
        return zip(map(str, range(tuple.__len__(thing))), tuple.__iter__(thing))

    def length(self, thing):
        return self.base.__len__(thing)

    def renewed(self, thing, parts):
        """A new one of its class that has these parts, but for those that are gone."""
        return self.made(type(thing), {label: value for label, value in parts.items() if value is not GONE})

    def made(self, cls, parts):
        if self.base is tuple and sorted(map(int, parts)) != list(range(len(parts))):
            raise Impossible("a tuple can grow and shrink at its end only")
        order = sorted(parts, key=int) if self.base is tuple else parts
        return self.base.__new__(cls, [parts[label] for label in order])


class Named(Fixed):
    """Named tuples."""

    def __init__(self, base):
        super().__init__(base)
        self.word = "object"

    def items(self, thing):
        return zip(fields(type(thing)), tuple.__iter__(thing))

    def made(self, cls, parts):
        if sorted(parts) != sorted(fields(cls)):
            raise Impossible(f"a {type_name(cls)} has the parts {', '.join(fields(cls))} and no others")
        return tuple.__new__(cls, [parts[label] for label in fields(cls)])


def fields(cls):
    """The names of the parts of a named tuple."""
    if not issubclass(cls, tuple):
        return None
    found = next((class_variables(each)["_fields"] for each in line_of(cls) if "_fields" in class_variables(each)), None)
    return found if type(found) is tuple else None
