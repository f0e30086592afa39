"""One adapter for each kind of container: its parts by label, and how to set or delete one."""
import array
import collections

from ..impossible_change import ImpossibleChange
from ..names import type_name
from .attributes import (
    attributes_of,
    base_classes,
    class_dictionary,
    delete_attribute,
    has_attributes,
    set_attribute,
)
from .key_labels import find_key, key_text, labelled_keys

MAX_LENGTH = ".maxlen"  # the label of a deque's maximum length, which can only be set on creation
KEY_PREFIX = "key of "  # the label of a key that is an object: this, and the label of its entry
REMOVED = object()  # stands for the value of a part that is to be removed


class Container:
    """What all containers share: subclasses of a built-in class may have attributes, too, labelled `.name`."""

    immutable = False

    def __init__(self, base):
        self.base = base

    def parts(self, thing):
        yield from self.items(thing)
        if type(thing) is not self.base and has_attributes(type(thing)):
            for name, value in attributes_of(thing):
                yield f".{name}", value

    def set_part(self, thing, label, value):
        if label.startswith("."):
            set_attribute(thing, label[1:], value)
        else:
            self.set_item(thing, label, value)

    def delete_part(self, thing, label):
        if label.startswith("."):
            delete_attribute(thing, label[1:])
        else:
            self.delete_item(thing, label)


class Sequence(Container):
    """Lists, deques, bytearrays, arrays of numbers."""

    kind = "array"

    def items(self, thing):
        for index, value in enumerate(self.base.__iter__(thing)):
            yield str(index), value
        max_length = collections.deque.maxlen.__get__(thing) if self.base is collections.deque else None
        if max_length is not None:
            yield MAX_LENGTH, max_length

    def length(self, thing):
        return self.base.__len__(thing)

    def is_numbers(self, thing):
        return self.base in (bytearray, array.array)

    def chunk_bytes(self, thing, start, stop):
        """The elements of an array of numbers."""
        return bytes(memoryview(thing)[start:stop])

    def set_part(self, thing, label, value):
        if label == MAX_LENGTH:
            raise ImpossibleChange("the maximum length of a deque cannot be changed")
        super().set_part(thing, label, value)

    def set_item(self, thing, label, value):
        index, length = int(label), self.base.__len__(thing)
        if index > length:
            raise ImpossibleChange(f"there is no element {index - 1} before element {index}")
        try:
            if index < length:
                self.base.__setitem__(thing, index, value)
            else:
                self.base.append(thing, value)
        except (TypeError, ValueError, OverflowError) as error:
            raise ImpossibleChange(f"element {index}: {error}") from error

    def delete_item(self, thing, label):
        if int(label) != self.base.__len__(thing) - 1:
            raise ImpossibleChange(f"element {label} is not the last one")
        self.base.pop(thing)


class Mapping(Container):
    """Dictionaries and their subclasses."""

    kind = "map"

    def items(self, thing):
        for (label, key), value in zip(labelled_keys(self.keys(thing)), self.values(thing)):
            if label.startswith("<"):
                yield KEY_PREFIX + label, key
            yield label, value
        if self.base is collections.defaultdict:
            yield ".default_factory", collections.defaultdict.default_factory.__get__(thing)

    def keys(self, thing):
        """An ordered dictionary hashes each key, which may run the program's code: then not in its order."""
        is_safe = self.base is collections.OrderedDict and all(map(key_text, dict.__iter__(thing)))
        return collections.OrderedDict.__iter__(thing) if is_safe else dict.__iter__(thing)

    def values(self, thing):
        """In the order of the keys."""
        if self.base is not collections.OrderedDict:
            return dict.values(thing)
        found = {id(key): value for key, value in dict.items(thing)}
        return (found[id(key)] for key in self.keys(thing))

    def set_part(self, thing, label, value):
        if label == ".default_factory":
            collections.defaultdict.default_factory.__set__(thing, value)
        else:
            super().set_part(thing, label, value)

    def set_item(self, thing, label, value):
        if label.startswith(KEY_PREFIX):
            raise ImpossibleChange("a key of a dictionary cannot be replaced")
        self.base.__setitem__(thing, find_key(self.keys(thing), label), value)

    def delete_item(self, thing, label):
        key = find_key(self.keys(thing), label)
        if not dict.__contains__(thing, key):
            raise ImpossibleChange(f"there is no entry {label}")
        self.base.__delitem__(thing, key)


class MutableSet(Container):
    kind = "set"

    def items(self, thing):
        yield from labelled_keys(self.base.__iter__(thing))

    def set_item(self, thing, label, value):
        found = [each for text, each in self.items(thing) if text == label]
        for each in found:
            self.base.discard(thing, each)
        self.base.add(thing, value)

    def delete_item(self, thing, label):
        self.base.discard(thing, find_key(self.base.__iter__(thing), label))


class Immutable(Container):
    """Tuples and frozen sets: to change a part of one is to build another one."""

    immutable = True

    def __init__(self, base):
        super().__init__(base)
        self.kind = "array" if base is tuple else "set"

    def items(self, thing):
        if self.base is not tuple:
            return labelled_keys(frozenset.__iter__(thing))
        return zip(map(str, range(tuple.__len__(thing))), tuple.__iter__(thing))

    def length(self, thing):
        return self.base.__len__(thing)

    def rebuild(self, thing, parts):
        """A new object of the same class with these parts, without those that are removed."""
        return self.build(type(thing), {label: value for label, value in parts.items() if value is not REMOVED})

    def build(self, cls, parts):
        if self.base is tuple and sorted(map(int, parts)) != list(range(len(parts))):
            raise ImpossibleChange("a tuple can only grow and shrink at its end")
        order = sorted(parts, key=int) if self.base is tuple else parts
        return self.base.__new__(cls, [parts[label] for label in order])


class NamedTuple(Immutable):
    def __init__(self, base):
        super().__init__(base)
        self.kind = "object"

    def items(self, thing):
        return zip(field_names(type(thing)), tuple.__iter__(thing))

    def build(self, cls, parts):
        if sorted(parts) != sorted(field_names(cls)):
            raise ImpossibleChange(f"a {type_name(cls)} has exactly the parts {', '.join(field_names(cls))}")
        return tuple.__new__(cls, [parts[label] for label in field_names(cls)])


def field_names(cls):
    """The names of the parts of a named tuple; None for other classes."""
    if not issubclass(cls, tuple):
        return None
    dictionaries = (class_dictionary(each) for each in base_classes(cls))
    found = next((each["_fields"] for each in dictionaries if "_fields" in each), None)
    return found if type(found) is tuple else None
