"""Entries of std::map and std::set that are added or taken away, as libstdc++ lays them out: a tree of nodes, each with its
value behind four words. The library's own functions keep it balanced. An optional has one entry or none.
"""

import bisect

import gdb

from containers import value_at
from scalars import Refused, bytes_of, number_of, unquoted
from shapes import shape_of

HEADER, COUNT = 8, 40
LEFT, RIGHT, VALUE = 16, 24, 32
INSERT = "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"
ERASE = "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"


class Entries:
    """Of one container. Planned first; made by `finish`, when all else is written."""

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
    def make(self, _label):
        value = self.part("_M_payload", "_M_value")
        return None, int(value.address), shape_of(value.type)

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


class TreeEntries(Entries):
    def __init__(self, slots, number):
        super().__init__(slots, number)
        self.is_map = self.shape.identity[0].startswith("std::map<")
        self.key = shape_of(self.shape.type.template_argument(0))
        order = str(self.shape.type.template_argument(2 if self.is_map else 1))
        if not order.startswith("std::less<") or self.key.kind not in ("number", "enum", "bool", "float", "string"):
            raise Refused(f"entries of a {self.shape.name} are in an order that is not known")
        self.value, self.offset = self.key, VALUE
        if self.is_map:
            self.value = shape_of(self.shape.type.template_argument(1))
            self.offset += -(-self.key.size // self.value.type.alignof) * self.value.type.alignof

    def make(self, label):
        self.rank(label)  # Refuses what is no key.
        function_of(INSERT)
        node = self.slots.memory.allocate(self.offset + self.value.size)
        if self.key.kind == "string":
            self.slots.set_string(node + VALUE, unquoted(label))
        else:
            self.slots.memory.write(node + VALUE, bytes_of(self.key, label, bytes(self.key.size)))
        return node, node + self.offset, self.value

    def rank(self, label):
        if self.key.kind == "string":
            return unquoted(label)
        return float(label) if self.key.kind == "float" else number_of(self.key, label)

    def finish(self):
        nodes = {label: self.slots.walk.places[to][0] - self.offset for label, to in self.vertex["edges"]}
        for label in self.gone:
            self.call(ERASE, nodes.pop(label), self.address + HEADER)
        ranked = sorted((self.rank(label), node) for label, node in nodes.items())
        for label, (node, *_) in self.added.items():
            self.insert(ranked, self.rank(label), node)
        self.slots.memory.write(self.address + COUNT, len(ranked).to_bytes(8, "little"))

    def insert(self, ranked, rank, node):
        at = bisect.bisect_left(ranked, (rank, 0))
        before = ranked[at - 1][1] if at > 0 else None
        is_left = before is None or self.child(before, RIGHT) != 0
        after = ranked[at][1] if at < len(ranked) else self.address + HEADER
        self.call(INSERT, int(is_left), node, after if is_left else before, self.address + HEADER)
        ranked.insert(at, (rank, node))

    def remove(self, label):
        function_of(ERASE)
        super().remove(label)

    def call(self, name, *words):
        function_of(name)(*words)
        self.slots.memory.pages.clear()

    def child(self, node, side):
        return self.slots.memory.pointer(node + side)


def function_of(name):
    kinds = ", ".join(["unsigned long"] * (4 if name == INSERT else 2))
    try:
        return gdb.parse_and_eval(f"(unsigned long (*)({kinds})) '{name}'").dereference()
    except gdb.error:
        raise Refused("entries cannot be added or taken away: the program has no function for it") from None


def entries_of(slots, number):
    """None: a thing of another kind."""
    name = slots.walk.places[number][1].identity[0]
    if name.startswith(("std::map<", "std::set<")):
        return TreeEntries(slots, number)
    return OptionalEntry(slots, number) if name.startswith("std::optional<") else None
