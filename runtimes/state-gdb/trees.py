"""Entries of std::map and std::set: a balanced tree, kept so by the library's own functions."""

import bisect

from entries import KeyedEntries, function_of
from scalars import Refused, number_of, unquoted

HEADER, COUNT, RIGHT = 8, 40, 24
INSERT = "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"
ERASE = "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"


class TreeEntries(KeyedEntries):
    def __init__(self, slots, number):
        super().__init__(slots, number, words=4)
        if not self.made_by(("std::less<",)):
            raise Refused(f"entries of a {self.shape.name} are in an order that is not known")

    def make(self, label):
        self.rank(label)  # Refuses what is no key.
        function_of(INSERT, 4)
        return self.new_node(label, self.value_at + self.value.size)

    def remove(self, label):
        function_of(ERASE, 2)
        super().remove(label)

    def rank(self, label):
        if self.key.kind == "string":
            return unquoted(label)
        return float(label) if self.key.kind == "float" else number_of(self.key, label)

    def finish(self):
        nodes = self.nodes()
        for label in self.gone:
            self.call(ERASE, nodes.pop(label), self.address + HEADER)
        ranked = sorted((self.rank(label), node) for label, node in nodes.items())
        for label, (node, *_) in self.added.items():
            self.insert(ranked, self.rank(label), node)
        self.slots.memory.write(self.address + COUNT, len(ranked).to_bytes(8, "little"))

    def insert(self, ranked, rank, node):
        """Between its neighbours: to the right of the one before, or to the left of the one behind it."""
        at = bisect.bisect_left(ranked, (rank, 0))
        before = ranked[at - 1][1] if at > 0 else None
        is_left = before is None or self.slots.memory.pointer(before + RIGHT) != 0
        after = ranked[at][1] if at < len(ranked) else self.address + HEADER
        self.call(INSERT, int(is_left), node, after if is_left else before, self.address + HEADER)
        ranked.insert(at, (rank, node))
