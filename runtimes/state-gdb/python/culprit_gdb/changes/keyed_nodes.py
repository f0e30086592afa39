"""Nodes of libstdc++'s maps and sets: some words of their own, then the key, then the value."""

from typing import NamedTuple, Optional

from ..memory.graph import Location
from ..memory.scalars import to_bytes, unquote
from ..plan_errors import ImpossibleChange

WORD = 8
KEY_KINDS = ("number", "enum", "bool", "float", "std_string")


class NewEntry(NamedTuple):
    node: Optional[int]  # its address
    value: Location


class KeyedNodes:
    """Of one container."""

    def __init__(self, changed, scalars, vertex):
        self.graph = changed.graph
        self.memory = changed.memory
        self.scalars = scalars
        self.vertex = vertex
        self.address, self.ctype = self.graph.locations[vertex]
        self.is_map = self.ctype.template_name.endswith("map")
        self.key = self.ctype.template_argument(0)
        self.value = self.ctype.template_argument(1) if self.is_map else self.key
        if self.key.kind not in KEY_KINDS or max(alignment(self.key), alignment(self.value)) > WORD:
            raise ImpossibleChange(f"entries of a {self.ctype.name} cannot be added or removed")

    def value_offset(self, own_words):
        key_offset = own_words * WORD
        return key_offset + round_up(self.key.size, alignment(self.value)) if self.is_map else key_offset

    def uses(self, *policies):
        """Whether order, or hash and equality, are the standard ones, which we know."""
        first = 2 if self.is_map else 1
        names = [str(self.ctype.gdb_type.template_argument(first + at)) for at in range(len(policies))]
        return all(name.startswith(policy) for name, policy in zip(names, policies))

    def new_entry(self, label, own_words, size):
        node = self.memory.allocate(size)
        key_address = node + own_words * WORD
        if self.key.kind == "std_string":
            self.scalars.set_std_string(key_address, unquote(label))
        else:
            self.memory.write(key_address, to_bytes(self.key, label, bytes(self.key.size)))
        return NewEntry(node, Location(node + self.value_offset(own_words), self.value))

    def existing(self, own_words):
        """Addresses of nodes by the labels of their entries."""
        offset = self.value_offset(own_words)
        edges = self.graph.vertices[self.vertex]["edges"]
        return {label: self.graph.locations[to].address - offset for label, to in edges}


def alignment(ctype):
    return ctype.gdb_type.alignof


def round_up(size, multiple):
    return -(-size // multiple) * multiple
