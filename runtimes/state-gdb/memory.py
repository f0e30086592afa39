"""The memory of the stopped program, read a page at a time, and what its allocator says about it."""

import bisect

import gdb

PAGE = 4096


class Memory:
    def __init__(self):
        self.process = gdb.selected_inferior()
        self.word = gdb.lookup_type("void").pointer().sizeof
        self.pages = {}
        self.regions = list(regions_of(self.process.pid))
        self.starts = [start for start, *_ in self.regions]
        self._blocks = None
        self._heap_start = self._heap_end = 0
        self._calloc = None

    def region(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        found = self.regions[at] if at >= 0 else None
        return found if found and address < found[1] else None

    def is_readable(self, address, size=1):
        while True:
            region = self.region(address)
            if region is None or "r" not in region[2] or region[3] in ("[vvar]", "[vsyscall]"):
                return False
            if address + size <= region[1]:
                return True
            address, size = region[1], address + size - region[1]

    def is_writable(self, address):
        region = self.region(address)
        return region is not None and "w" in region[2]

    def is_read_only(self, address):
        """New memory may be in no region that was there before."""
        region = self.region(address)
        return region is not None and "w" not in region[2]

    def read(self, address, size):
        first, last = address // PAGE, (address + size - 1) // PAGE
        if first == last:
            return self._page(first)[address % PAGE : address % PAGE + size]
        whole = b"".join(self._page(number) for number in range(first, last + 1))
        return whole[address % PAGE : address % PAGE + size]

    def pointer(self, address):
        return int.from_bytes(self.read(address, self.word), "little")

    def text(self, address):
        """The bytes up to the first that is zero; None if memory ends before."""
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

    def allocate(self, size):
        """A block of zeros, by the program's own malloc: it may free it."""
        if self._calloc is None:
            # Looked up once: that takes ten times as long as the call.
            self._calloc = gdb.parse_and_eval("(void *(*)(unsigned long, unsigned long)) calloc").dereference()
        return int(self._calloc(1, max(size, 1)))

    def block(self, address):
        """(start, usable bytes) of the block of the heap that holds the address."""
        self._see_heap()
        at = bisect.bisect_right(self._blocks, (address, float("inf"))) - 1
        if at >= 0 and address < sum(self._blocks[at]):
            return self._blocks[at]
        return self._lone_block(address)

    def is_freed(self, address):
        """In the heap, but in no block of it that is in use."""
        self._see_heap()
        if not self._heap_start <= address < self._heap_end:
            return False
        at = bisect.bisect_right(self._blocks, (address, float("inf"))) - 1
        return at < 0 or address >= sum(self._blocks[at])

    def _see_heap(self):
        if self._blocks is None:
            blocks = list(self._main_heap())
            freed = set(freed_blocks(self, *blocks[0])) if blocks else ()
            self._blocks = [each for each in blocks if each[0] not in freed]

    def _main_heap(self):
        """glibc's blocks lie end to end; its own malloc_usable_size would crash on a pointer that is not one."""
        heap = next((each for each in self.regions if each[3] == "[heap]"), None)
        if heap is None or self.word != 8:
            return
        at, end = heap[0], heap[1]
        self._heap_start = at
        while at + 32 <= end:
            size = self.pointer(at + 8) & ~7
            if at + size == end:
                self._heap_end = end  # The last one is what nobody has asked for yet.
            if size < 32 or at + size + 16 > end:
                return
            if self.pointer(at + size + 8) & 1:
                yield at + 16, size - 8
            at += size
            self._heap_end = at

    def _lone_block(self, address):
        """A block that was mapped alone, or one of another thread's heap: flags before it say so."""
        if address % 16 or self.word != 8 or not self.is_readable(address - 16, 16):
            return None
        region, header = self.region(address), self.pointer(address - 8)
        size = header & ~7
        if region is None or region[3] or size < 32 or address - 16 + size > region[1]:
            return None
        if header & 2 and (address - 16) % PAGE == 0 and size % PAGE == 0:
            return address, size - 16
        follows = address - 8 + size
        if header & 4 and self.is_readable(follows, 8) and self.pointer(follows) & 1:
            return address, size - 8
        return None

    def _page(self, number):
        if number not in self.pages:
            self.pages[number] = bytes(self.process.read_memory(number * PAGE, PAGE))
        return self.pages[number]


def freed_blocks(memory, start, usable):
    """Those that a thread of glibc keeps at hand for itself: they look as if they were in use.

    Its first block holds, for 64 sizes, how many there are, and the first of each list; since 2.32 the pointers in the lists
    are masked by their own address.
    """
    sizes = 64
    if usable + 8 != 16 + sizes * (2 + 8):
        return
    for size in range(sizes):
        count = int.from_bytes(memory.read(start + 2 * size, 2), "little")
        at = memory.pointer(start + 2 * sizes + 8 * size)
        for _ in range(min(count, 1000)):
            if not memory.is_readable(at, 8):
                break
            yield at
            raw = memory.pointer(at)
            masked = raw ^ at >> 12
            at = masked if masked % 16 == 0 and memory.is_readable(masked, 8) else raw


def regions_of(pid):
    with open("/proc/%d/maps" % pid, encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            span, access, _, _, _, *name = line.split(maxsplit=5)
            start, end = (int(each, 16) for each in span.split("-"))
            yield start, end, access, name[0].strip() if name else ""
