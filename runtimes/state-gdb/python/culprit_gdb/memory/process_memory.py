"""The memory of the stopped program, read a page at a time."""

import gdb

from .heap_blocks import HeapBlocks
from .memory_regions import MemoryRegions

PAGE = 4096


class ProcessMemory:
    def __init__(self):
        self.process = gdb.selected_inferior()
        self.word_size = gdb.lookup_type("void").pointer().sizeof
        self.regions = MemoryRegions(self.process.pid)
        self.heap = HeapBlocks(self)
        self.pages = {}
        self.calloc = None

    def is_readable(self, address, size=1):
        return self.regions.is_readable(address, size)

    def read(self, address, size):
        first, last = address // PAGE, (address + size - 1) // PAGE
        if first == last:
            return self._page(first)[address % PAGE : address % PAGE + size]
        whole = b"".join(self._page(number) for number in range(first, last + 1))
        return whole[address % PAGE : address % PAGE + size]

    def read_word(self, address):
        return int.from_bytes(self.read(address, self.word_size), "little")

    def read_c_string(self, address):
        """The bytes up to the first zero; None if readable memory ends before."""
        found = b""
        while self.is_readable(address):
            rest = self._page(address // PAGE)[address % PAGE :]
            end = rest.find(b"\0")
            if end >= 0:
                return found + rest[:end]
            found += rest
            address += len(rest)
        return None

    def write(self, address, raw):
        if raw:
            for number in range(address // PAGE, (address + len(raw) - 1) // PAGE + 1):
                self.pages.pop(number, None)
            self.process.write_memory(address, raw)

    def write_word(self, address, word):
        self.write(address, word.to_bytes(8, "little"))

    def forget_pages(self):
        """After the program ran some of its own code."""
        self.pages.clear()

    def allocate(self, size):
        """A block of zeros from the program's own allocator, so that the program may free it."""
        if self.calloc is None:
            # Looked up once: that takes ten times as long as the call.
            self.calloc = gdb.parse_and_eval("(void *(*)(unsigned long, unsigned long)) calloc").dereference()
        return int(self.calloc(1, max(size, 1)))

    def _page(self, number):
        if number not in self.pages:
            self.pages[number] = bytes(self.process.read_memory(number * PAGE, PAGE))
        return self.pages[number]
