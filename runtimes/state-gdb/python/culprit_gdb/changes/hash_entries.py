"""Entries of std::unordered_map and std::unordered_set: one list of all nodes, those of a bucket next to each other.

A bucket points to the node before its first one, or to the word in the container that points to the first node of all.
"""

import struct

from ..memory.c_types import INTEGER_KINDS
from ..memory.scalars import FLOAT_FORMATS, parse_number, unquote
from ..plan_errors import ImpossibleChange
from .keyed_nodes import WORD, KeyedNodes, round_up
from .library_functions import LibraryFunction

BUCKETS, BUCKET_COUNT, FIRST, COUNT = 0, 8, 16, 24  # offsets in the container
OWN_WORDS = 1
HASH_BYTES, SEED = LibraryFunction("_ZSt11_Hash_bytesPKvmm", 3), 0xC70F6907
WORD_VALUES = 1 << 64


class HashEntries:
    def __init__(self, changed, scalars, vertex):
        self.memory = changed.memory
        self.nodes = KeyedNodes(changed, scalars, vertex)
        self.address = self.nodes.address
        self.hashes = {}
        self.labels = {}  # of nodes
        if not self.nodes.uses("std::hash<", "std::equal_to<"):
            reason = "its hash is not std::hash, or its comparison not std::equal_to"
            raise ImpossibleChange(f"entries of a {self.nodes.ctype.name} cannot be added or removed: {reason}")

    def new_entry(self, label):
        size = round_up(self.nodes.value_offset(OWN_WORDS) + self.nodes.value.size, WORD)
        made = self.nodes.new_entry(label, OWN_WORDS, size + WORD)
        # Hashes that take long to compute are stored behind the value.
        if self.nodes.key.kind == "std_string":
            self.memory.write_word(made.node + size, self._hash(label))
        return made

    def prepare_removal(self, label):
        self._hash(label)

    def apply(self, added, removed):
        nodes = self.nodes.existing(OWN_WORDS)
        self.labels = {node: label for label, node in nodes.items()}
        for label in removed:
            self._unlink(nodes.pop(label), self._bucket(label))
        for label, entry in added.items():
            self.labels[entry.node] = label
            self._link(entry.node, self._bucket(label))
        self._write(self.address + COUNT, len(nodes) + len(added))

    def _link(self, node, bucket):
        before = self._read(bucket)
        if before:
            self._write(node, self._read(before))
            self._write(before, node)
            return
        first = self._read(self.address + FIRST)
        self._write(node, first)
        self._write(self.address + FIRST, node)
        if first:
            self._write(self._bucket_of_node(first), node)
        self._write(bucket, self.address + FIRST)

    def _unlink(self, node, bucket):
        before = self._read(bucket)
        while self._read(before) != node:
            before = self._read(before)
        after = self._read(node)
        is_last = after == 0 or self._bucket_of_node(after) != bucket
        if is_last and after:
            self._write(self._bucket_of_node(after), before)
        if is_last and before == self._read(bucket):
            self._write(bucket, 0)
        self._write(before, after)

    def _bucket_of_node(self, node):
        return self._bucket(self.labels[node])

    def _bucket(self, label):
        return self._read(self.address + BUCKETS) + WORD * (self._hash(label) % self._read(self.address + BUCKET_COUNT))

    def _hash(self, label):
        if label not in self.hashes:
            self.hashes[label] = self._compute_hash(label)
        return self.hashes[label]

    def _compute_hash(self, label):
        key = self.nodes.key
        if key.kind in INTEGER_KINDS:
            return parse_number(key, label) % WORD_VALUES
        if key.kind == "float" and float(label) == 0:
            return 0
        raw = unquote(label) if key.kind == "std_string" else struct.pack(FLOAT_FORMATS[key.size], float(label))
        copy = self.memory.allocate(len(raw) + 1)
        self.memory.write(copy, raw)
        return HASH_BYTES.call(self.memory, copy, len(raw), SEED)

    def _read(self, address):
        return self.memory.read_word(address)

    def _write(self, address, word):
        self.memory.write_word(address, word)
