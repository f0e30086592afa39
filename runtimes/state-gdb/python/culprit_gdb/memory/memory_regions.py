"""The mapped regions of the program's memory, and what may be done with them."""

import bisect
from typing import NamedTuple


class Region(NamedTuple):
    start: int
    end: int
    access: str  # as in "rw-p"
    name: str


class MemoryRegions:
    """As they were when the program stopped: memory that is allocated later may be in none of them."""

    def __init__(self, pid):
        self.regions = list(regions_of(pid))
        self.starts = [each.start for each in self.regions]

    def find(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        found = self.regions[at] if at >= 0 else None
        return found if found and address < found.end else None

    def named(self, name):
        return next((each for each in self.regions if each.name == name), None)

    def is_readable(self, address, size=1):
        while True:
            region = self.find(address)
            if region is None or "r" not in region.access or region.name in ("[vvar]", "[vsyscall]"):
                return False
            if address + size <= region.end:
                return True
            address, size = region.end, address + size - region.end

    def is_writable(self, address):
        region = self.find(address)
        return region is not None and "w" in region.access

    def is_read_only(self, address):
        region = self.find(address)
        return region is not None and "w" not in region.access


def regions_of(pid):
    with open("/proc/%d/maps" % pid, encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            span, access, _, _, _, *name = line.split(maxsplit=5)
            start, end = (int(each, 16) for each in span.split("-"))
            yield Region(start, end, access, name[0].strip() if name else "")
