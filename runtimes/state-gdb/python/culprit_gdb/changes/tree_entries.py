"""Entries of std::map and std::set: a tree, kept in balance by the library's own functions."""

import bisect

from ..memory.scalars import parse_number, unquote
from ..plan_errors import ImpossibleChange
from .keyed_nodes import KeyedNodes
from .library_functions import LibraryFunction

HEADER, COUNT = 8, 40  # offsets in the container
RIGHT = 24  # offset in a node
OWN_WORDS = 4
INSERT = LibraryFunction("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", 4)
ERASE = LibraryFunction("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", 2)


class TreeEntries:
    def __init__(self, changed, scalars, vertex):
        self.memory = changed.memory
        self.nodes = KeyedNodes(changed, scalars, vertex)
        self.header = self.nodes.address + HEADER
        if not self.nodes.uses("std::less<"):
            reason = "its order is not std::less"
            raise ImpossibleChange(f"entries of a {self.nodes.ctype.name} cannot be added or removed: {reason}")

    def new_entry(self, label):
        self._sort_key(label)  # Raises if the label is not a key.
        INSERT.find()
        return self.nodes.new_entry(label, OWN_WORDS, self.nodes.value_offset(OWN_WORDS) + self.nodes.value.size)

    def prepare_removal(self, _label):
        ERASE.find()

    def apply(self, added, removed):
        nodes = self.nodes.existing(OWN_WORDS)
        for label in removed:
            ERASE.call(self.memory, nodes.pop(label), self.header)
        in_order = sorted((self._sort_key(label), node) for label, node in nodes.items())
        for label, entry in added.items():
            self._insert(in_order, self._sort_key(label), entry.node)
        self.memory.write_word(self.nodes.address + COUNT, len(in_order))

    def _insert(self, in_order, key, node):
        """Between its neighbours: as the right child of the one before, or the left child of the one after."""
        at = bisect.bisect_left(in_order, (key, 0))
        before = in_order[at - 1][1] if at > 0 else None
        is_left = before is None or self.memory.read_word(before + RIGHT) != 0
        after = in_order[at][1] if at < len(in_order) else self.header
        INSERT.call(self.memory, int(is_left), node, after if is_left else before, self.header)
        in_order.insert(at, (key, node))

    def _sort_key(self, label):
        key = self.nodes.key
        if key.kind == "std_string":
            return unquote(label)
        return float(label) if key.kind == "float" else parse_number(key, label)
