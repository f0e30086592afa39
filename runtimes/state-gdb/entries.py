"""Entries of containers that are added or taken away: planned first, made when all else is written."""

import gdb

from containers import value_at
from scalars import Refused, bytes_of, unquoted
from shapes import shape_of


class Entries:
    """Of one container."""

    def __init__(self, slots, number):
        self.slots = slots
        self.address, self.shape = slots.walk.places[number]
        self.vertex = slots.walk.vertices[number]
        self.added = {}
        self.gone = []

    def add(self, label):
        """(address, shape) of the value of a new entry."""
        if label not in self.added:
            self.added[label] = self.make(label)
        return self.added[label][1:]

    def remove(self, label):
        self.gone.append(label)


class OptionalEntry(Entries):
    """One entry or none."""

    def make(self, _label):
        value = self.part("_M_payload", "_M_value")
        address, shape = int(value.address), shape_of(value.type)
        # Whatever lies there now is no value: a string that took it for its own would free it in the end.
        self.slots.memory.write(address, bytes(shape.size))
        return None, address, shape

    def finish(self):
        if self.added or self.gone:
            self.slots.memory.write(int(self.part("_M_engaged").address), bytes([bool(self.added)]))

    def part(self, *names):
        try:
            value = value_at(self.address, self.shape)["_M_payload"]
            for name in names:
                value = value[name]
            return value
        except gdb.error:
            raise Refused(f"a {self.shape.name} of this kind cannot be changed") from None


class KeyedEntries(Entries):
    """Of maps and sets of libstdc++: nodes that begin with some words of their own, then the key, then the value."""

    KEYS = ("number", "enum", "bool", "float", "string")

    def __init__(self, slots, number, words):
        super().__init__(slots, number)
        self.is_map = self.shape.identity[0].split("<")[0].endswith("map")
        self.key = shape_of(self.shape.type.template_argument(0))
        self.key_at = self.value_at = words * 8
        self.value = self.key
        if self.is_map:
            self.value = shape_of(self.shape.type.template_argument(1))
            self.value_at += rounded(self.key.size, self.value.type.alignof)
        if self.key.kind not in self.KEYS or max(self.key.type.alignof, self.value.type.alignof) > 8:
            raise Refused(f"entries of a {self.shape.name} cannot be added or taken away")

    def made_by(self, kinds):
        """Whether order or hash and equality are the usual ones, so that they are known here."""
        first = 2 if self.is_map else 1
        names = [str(self.shape.type.template_argument(first + at)) for at in range(len(kinds))]
        return all(name.startswith(kind) for name, kind in zip(names, kinds))

    def new_node(self, label, size):
        node = self.slots.memory.allocate(size)
        if self.key.kind == "string":
            self.slots.set_string(node + self.key_at, unquoted(label))
        else:
            self.slots.memory.write(node + self.key_at, bytes_of(self.key, label, bytes(self.key.size)))
        return node, node + self.value_at, self.value

    def nodes(self):
        return {label: self.slots.walk.places[to][0] - self.value_at for label, to in self.vertex["edges"]}

    def call(self, name, *words):
        result = int(function_of(name, len(words))(*words))
        self.slots.memory.pages.clear()
        return result


def rounded(size, to):
    return -(-size // to) * to


def function_of(name, words):
    kinds = ", ".join(["unsigned long"] * words)
    try:
        return gdb.parse_and_eval(f"(unsigned long (*)({kinds})) '{name}'").dereference()
    except gdb.error:
        raise Refused("entries cannot be added or taken away: the program has no function for it") from None
