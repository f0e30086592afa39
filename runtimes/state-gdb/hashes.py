"""Entries of std::unordered_map and std::unordered_set: one list of all nodes, those of a bucket next to each other.

A bucket leads to the node before its first one, or to the word in the container that leads to the first of all.
"""

import struct

from entries import KeyedEntries, rounded
from scalars import FLOATS, Refused, number_of, unquoted

BUCKETS, BUCKET_COUNT, FIRST, COUNT = 0, 8, 16, 24
HASH, SEED = "_ZSt11_Hash_bytesPKvmm", 0xC70F6907
TOP = 1 << 64


class HashEntries(KeyedEntries):
    def __init__(self, slots, number):
        super().__init__(slots, number, words=1)
        if not self.made_by(("std::hash<", "std::equal_to<")):
            raise Refused(f"entries of a {self.shape.name} are found in a way that is not known")
        self.hashes = {}

    def make(self, label):
        size = rounded(self.value_at + self.value.size, 8)
        made = self.new_node(label, size + 8)
        # What takes long to compute is kept behind the value.
        if self.key.kind == "string":
            self.slots.memory.write(made[0] + size, self.hash(label).to_bytes(8, "little"))
        return made

    def hash(self, label):
        if label not in self.hashes:
            self.hashes[label] = self.computed_hash(label)
        return self.hashes[label]

    def computed_hash(self, label):
        if self.key.kind in ("number", "enum", "bool"):
            return number_of(self.key, label) % TOP
        if self.key.kind == "float" and float(label) == 0:
            return 0
        raw = unquoted(label) if self.key.kind == "string" else struct.pack(FLOATS[self.key.size], float(label))
        text = self.slots.memory.allocate(len(raw) + 1)
        self.slots.memory.write(text, raw)
        return self.call(HASH, text, len(raw), SEED)

    def remove(self, label):
        self.hash(label)
        super().remove(label)

    def finish(self):
        nodes = self.nodes()
        self.labels = {node: label for label, node in nodes.items()}
        for label in self.gone:
            self.take_out(nodes.pop(label), self.bucket(label))
        for label, (node, *_) in self.added.items():
            self.labels[node] = label
            self.put_in(node, self.bucket(label))
        self.set(self.address + COUNT, len(nodes) + len(self.added))

    def put_in(self, node, bucket):
        before = self.get(bucket)
        if before:
            self.set(node, self.get(before))
            self.set(before, node)
            return
        first = self.get(self.address + FIRST)
        self.set(node, first)
        self.set(self.address + FIRST, node)
        if first:
            self.set(self.bucket_of(first), node)
        self.set(bucket, self.address + FIRST)

    def take_out(self, node, bucket):
        before = self.get(bucket)
        while self.get(before) != node:
            before = self.get(before)
        after = self.get(node)
        is_last = after == 0 or self.bucket_of(after) != bucket
        if is_last and after:
            self.set(self.bucket_of(after), before)
        if is_last and before == self.get(bucket):
            self.set(bucket, 0)
        self.set(before, after)

    def bucket_of(self, node):
        return self.bucket(self.labels[node])

    def bucket(self, label):
        return self.get(self.address + BUCKETS) + 8 * (self.hash(label) % self.get(self.address + BUCKET_COUNT))

    def get(self, address):
        return self.slots.memory.pointer(address)

    def set(self, address, word):
        self.slots.memory.write(address, word.to_bytes(8, "little"))
