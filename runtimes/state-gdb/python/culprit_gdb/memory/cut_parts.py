"""Digests of what was not captured (`CutParts` in the protocol): equal digests mean equal values."""

import hashlib

from .array_extents import Extent
from .plain_bytes import PlainBytes
from .std_layouts import read_std_string, read_std_vector

CHUNK_SIZE = 1_000
MAX_COST = 1_000_000  # values to read one by one
PLAIN_VALUES_PER_COST = 32
UNKNOWN = {"digests": [], "captured": []}


class CutParts:
    def __init__(self, builder):
        self.builder = builder
        self.memory = builder.memory
        self.graph = builder.graph
        self.plain = PlainBytes()
        self.met = {}  # (address, type) → where it was met first
        self.cost = 0
        self.values = 0  # how many were read

    @property
    def is_complete(self):
        return self.cost <= MAX_COST

    def add_all(self):
        """Whether something was left out because of the limit."""
        is_truncated = False
        for number, vertex in enumerate(self.graph.vertices):
            cut = self._cut_of(number, vertex) if "edges" in vertex else None
            if cut is not None:
                vertex["cut"] = cut
                is_truncated = is_truncated or not self.builder.is_long_array_of_numbers(number)
        return is_truncated

    def _cut_of(self, number, vertex):
        """None if all parts were captured."""
        if number in self.builder.partial_containers:
            return UNKNOWN
        if vertex["kind"] == "array" and number in self.builder.elements_of:
            return None if len(vertex["edges"]) >= vertex["length"] else self._cut_array(number, vertex)
        if len(vertex["edges"]) >= self.builder.parts_expected(number):
            return None
        location = self.graph.locations[number]
        digest = None if location.address is None else self._digest([location], str(number))
        return {"digests": [digest], "captured": []}

    def _cut_array(self, number, vertex):
        start, element = self.builder.elements_of[number]
        length = vertex["length"]
        known = {label for label, _ in vertex["edges"]}
        digests, captured = [], []
        for chunk in range(-(-length // CHUNK_SIZE)):
            indexes = range(chunk * CHUNK_SIZE, min(length, (chunk + 1) * CHUNK_SIZE))
            is_captured = all(str(index) in known for index in indexes)
            if is_captured:
                captured.append(chunk)
            digests.append(None if is_captured else self._digest_elements(start, element, indexes, f"{number} {chunk}"))
        return {"digests": digests, "captured": captured}

    def _digest_elements(self, start, element, indexes, path):
        if not self.plain.is_plain(element):
            return self._digest([(start + index * element.size, element) for index in indexes], path)
        size = len(indexes) * element.size
        if not self.is_complete or not self.memory.is_readable(start + indexes[0] * element.size, size):
            return None
        values = len(indexes) * self.plain.values_in(element)
        self.values += values
        self.cost += values // PLAIN_VALUES_PER_COST
        # Not page by page: these bytes are not needed again.
        raw = bytes(self.memory.process.read_memory(start + indexes[0] * element.size, size))
        return shorten(self.plain.stable(element, raw))

    def _digest(self, locations, path):
        """Depth first, without recursion, because lists are deep. None if something cannot be read."""
        texts = []
        todo = list(reversed(locations))
        while todo:
            if not self.is_complete:
                return None
            address, ctype = todo.pop()
            self.cost += 1
            self.values += 1
            found = self._read(address, ctype, f"{path} {len(texts)}")
            if found is None:
                return None
            text, parts = found
            texts.append(text)
            todo.extend(reversed(parts))
        return shorten(b"\1".join(texts))

    def _read(self, address, ctype, path):
        """The text of a value, and the locations of its parts."""
        if ctype.kind == "reference":
            return self._behind(self.memory.read_word(address), ctype.target, path)
        if not self.memory.is_readable(address, max(1, ctype.size)):
            return b"unreadable", []
        if self.plain.is_plain(ctype):
            return self.plain.stable(ctype, self.memory.read(address, ctype.size)), []
        if ctype.kind == "struct" and not ctype.plain_name.startswith("std::") and ctype.flexible is None:
            return b"struct", [(address + offset, each) for _, offset, each in ctype.fields]
        if ctype.kind == "array":
            return b"array", elements(Extent(address, ctype.length), ctype.target)
        if ctype.kind == "std_string":
            text = read_std_string(self.memory, address)
            return None if text is None else (b"string" + text, [])
        if ctype.kind == "std_vector":
            vector = read_std_vector(self.memory, address, ctype.target)
            length = 0 if vector is None else (vector.end - vector.start) // ctype.target.size
            return None if vector is None else (b"vector", elements(Extent(vector.start, length), ctype.target))
        if ctype.kind == "c_string":
            start = self.memory.read_word(address)
            text = self.memory.read_c_string(start) if start else None
            return b"null" if start == 0 else b"unknown" if text is None else b"text" + text, []
        if ctype.kind == "pointer":
            return self._behind(self.memory.read_word(address), ctype.target, path)
        return None

    def _behind(self, address, ctype, path):
        if address == 0:
            return b"null", []
        key = (address, ctype.identity)
        captured = self.graph.arrays.get(key, self.graph.at.get(key))
        if captured is not None:
            return b"@%d" % captured, []
        if key in self.met:
            return b"#" + self.met[key].encode(), []
        self.met[key] = path
        if not self.builder.exists(address, ctype):
            return b"unreadable", []
        array = self.builder.extents.array_at(address, ctype)
        return b"pointer", [(address, ctype)] if array is None else elements(array, ctype)


def elements(extent, ctype):
    return [(extent.start + index * ctype.size, ctype) for index in range(extent.length)]


def shorten(content):
    return hashlib.sha1(content).hexdigest()[:16]
