"""How long the arrays behind pointers are: C does not say."""

from typing import NamedTuple

from .heap_blocks import usable_size

MAX_NULL_TERMINATED = 10_000


class Extent(NamedTuple):
    start: int
    length: int


class ArrayExtents:
    def __init__(self, memory, hinted_lengths):
        self.memory = memory
        self.hinted_lengths = hinted_lengths
        self.type_of_block = {}  # the start of a block → the type of the first pointer into it
        self.null_terminated = set()  # starts of arrays

    def array_at(self, address, ctype):
        """The array that a pointer leads into; None if it leads to a single thing."""
        if self.hinted_lengths.has(address, ctype):
            return Extent(address, self.hinted_lengths.get(address, ctype))
        block = self.memory.heap.find(address)
        if block is None:
            return self._null_terminated(address) if ctype.kind == "c_string" else None
        if ctype.size == 0 or ctype.kind in ("array", "char_array"):
            return None
        owner = self.type_of_block.setdefault(block.start, ctype.identity)
        if owner != ctype.identity or (address - block.start) % ctype.size:
            return None
        may_be_single = ctype.kind in ("struct", "std_vector", "std_string", "union")
        if may_be_single and block.usable == usable_size(ctype.size):
            return None
        length = self.hinted_lengths.get(block.start, ctype, block.usable // ctype.size)
        return Extent(block.start, length) if address < block.start + length * ctype.size else None

    def _null_terminated(self, address):
        """argv and its like end at a null pointer."""
        length, word_size = 0, self.memory.word_size
        while length < MAX_NULL_TERMINATED and self.memory.is_readable(address + length * word_size, word_size):
            pointer = self.memory.read_word(address + length * word_size)
            if pointer == 0:
                self.null_terminated.add(address)
                return Extent(address, length)
            if not self.memory.is_readable(pointer):
                return None
            length += 1
        return None
