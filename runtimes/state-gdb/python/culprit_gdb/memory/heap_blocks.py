"""The blocks that glibc's malloc has given to the program.

They are read from memory: glibc's own malloc_usable_size would crash on a pointer that does not lead to a block. Before
each block lies a header of 16 bytes; the last 8 are its size, and three flags: 1 if the block before it is in use, 2 if it
was mapped alone, 4 if it is in the heap of another thread.
"""

import bisect
from typing import NamedTuple

PAGE = 4096
MIN_SIZE = 32
PREVIOUS_IN_USE, MAPPED_ALONE, OTHER_THREAD = 1, 2, 4
FLAGS = 7
# A thread keeps freed blocks of these many sizes for itself.
CACHED_SIZES = 64
MAX_CACHED_BLOCKS = 1000


class Block(NamedTuple):
    start: int
    usable: int

    @property
    def end(self):
        return self.start + self.usable


class HeapBlocks:
    def __init__(self, memory):
        self.memory = memory
        self._blocks = None
        self._heap_start = self._heap_end = 0

    def find(self, address):
        """The block in use that has the address, or None."""
        return self._in_main_heap(address) or self._outside_main_heap(address)

    def is_freed(self, address):
        """Whether it is in the heap, but in no block that is in use."""
        self._read_main_heap()
        return self._heap_start <= address < self._heap_end and self._in_main_heap(address) is None

    def _in_main_heap(self, address):
        self._read_main_heap()
        at = bisect.bisect_right(self._blocks, (address, float("inf"))) - 1
        return self._blocks[at] if at >= 0 and address < self._blocks[at].end else None

    def _read_main_heap(self):
        if self._blocks is None:
            blocks = list(self._blocks_in_main_heap())
            freed = set(cached_blocks(self.memory, blocks[0])) if blocks else ()
            self._blocks = [each for each in blocks if each.start not in freed]

    def _blocks_in_main_heap(self):
        """They lie end to end."""
        heap = self.memory.regions.named("[heap]")
        if heap is None or self.memory.word_size != 8:
            return
        at = self._heap_start = heap.start
        while at + MIN_SIZE <= heap.end:
            size = self.memory.read_word(at + 8) & ~FLAGS
            if at + size == heap.end:
                self._heap_end = heap.end  # The last one has not been given to anybody yet.
            if size < MIN_SIZE or at + size + 16 > heap.end:
                return
            if self.memory.read_word(at + size + 8) & PREVIOUS_IN_USE:
                yield Block(at + 16, size - 8)
            at += size
            self._heap_end = at

    def _outside_main_heap(self, address):
        """A block that was mapped alone or is in the heap of another thread, if the address is its start."""
        memory = self.memory
        if address % 16 or memory.word_size != 8 or not memory.is_readable(address - 16, 16):
            return None
        region, header = memory.regions.find(address), memory.read_word(address - 8)
        size = header & ~FLAGS
        if region is None or region.name or size < MIN_SIZE or address - 16 + size > region.end:
            return None
        if header & MAPPED_ALONE and (address - 16) % PAGE == 0 and size % PAGE == 0:
            return Block(address, size - 16)
        next_header = address - 8 + size
        if header & OTHER_THREAD and memory.is_readable(next_header, 8) and memory.read_word(next_header) & PREVIOUS_IN_USE:
            return Block(address, size - 8)
        return None


def cached_blocks(memory, first_block):
    """The starts of freed blocks that the main thread keeps for itself: they look as if they were in use.

    glibc's first block has the number of cached blocks for each of 64 sizes, then the first of each list. Since glibc 2.32 the
    pointers in these lists are masked by their own addresses.
    """
    start, usable = first_block
    if usable + 8 != 16 + CACHED_SIZES * (2 + 8):
        return
    for size in range(CACHED_SIZES):
        count = int.from_bytes(memory.read(start + 2 * size, 2), "little")
        at = memory.read_word(start + 2 * CACHED_SIZES + 8 * size)
        for _ in range(min(count, MAX_CACHED_BLOCKS)):
            if not memory.is_readable(at, 8):
                break
            yield at
            raw = memory.read_word(at)
            unmasked = raw ^ at >> 12
            at = unmasked if unmasked % 16 == 0 and memory.is_readable(unmasked, 8) else raw


def usable_size(requested):
    """How many bytes of a block can be used by one who asks for some."""
    return max(24, (requested + 8 + 15) // 16 * 16 - 8)
