"""C++: strings and vectors by their layout in libstdc++, which can be changed; all else by its pretty printers."""

import hashlib
import re

import gdb

from scalars import quoted
from shapes import shape_of

SEQUENCES = ("std::__cxx11::list<", "std::deque<", "std::array<", "std::forward_list<", "std::vector<bool", "std::bitset<")
SETS = ("std::set<", "std::multiset<", "std::unordered_set<", "std::unordered_multiset<")


class Containers:
    def fill_container(self, number, address, shape):
        vertex = self.vertices[number]
        if shape.kind == "string":
            text = self.string_at(address)
            vertex.update({"kind": "opaque"} if text is None else {"value": quoted(text)})
            return
        bounds = self.vector_at(address, shape.target)
        if bounds is None:
            vertex["kind"] = "opaque"
        else:
            self.fill_array(number, bounds[0], shape.target, (bounds[1] - bounds[0]) // shape.target.size)

    def string_at(self, address):
        """None: not yet made, or no more."""
        start, length = self.memory.pointer(address), self.memory.pointer(address + 8)
        room = 15 if start == address + 16 else self.memory.pointer(address + 16)
        if length > room or not self.memory.is_readable(start, length + 1):
            return None
        return self.memory.read(start, length) if self.memory.read(start + length, 1) == b"\0" else None

    def vector_at(self, address, element):
        start, end, limit = (self.memory.pointer(address + 8 * each) for each in range(3))
        if not start <= end <= limit or (end - start) % element.size:
            return None
        if start and not self.memory.is_readable(start, max(1, limit - start)):
            return None
        return start, end, limit

    def fill_printed(self, vertex, address, shape):
        """Whether a pretty printer could tell the parts."""
        if not shape.identity[0].startswith("std::"):
            return False
        printer = gdb.default_visualizer(value_at(address, shape))
        if printer is None or not hasattr(printer, "children"):
            return False
        vertex["edges"] = []
        try:
            parts = self.printed_parts(printer)
        except (gdb.error, RuntimeError, ValueError, TypeError, StopIteration):
            vertex["kind"] = "opaque"
            return True
        as_map = hasattr(printer, "display_hint") and printer.display_hint() == "map"
        self.link_printed(vertex, shape, pairs(parts) if as_map else parts)
        vertex["kind"] = "map" if as_map else vertex.get("kind", "object")
        return True

    def printed_parts(self, printer):
        """Something not yet made may seem to have any number of parts."""
        parts = []
        for name, value in printer.children():
            if len(self.vertices) + len(parts) >= self.limit:
                self.truncated = True
                break
            parts.append((name, value))
        return parts

    def link_printed(self, vertex, shape, parts):
        is_set = shape.identity[0].startswith(SETS)
        if is_set or shape.identity[0].startswith(SEQUENCES):
            vertex["kind"] = "set" if is_set else "array"
            vertex["length"] = len(parts)
        for label, value in parts:
            number = self.printed_value(value)
            # What is in a set is known by what it is.
            text = self.vertices[number].get("value") if is_set and number is not None else None
            self.link(vertex, text or re.sub(r"^\[(.*)\]$", r"\1", self.key_text(label)), number)

    def printed_value(self, value):
        if isinstance(value, gdb.Value) and value.address is not None:
            return self.at(int(value.address), shape_of(value.type))
        number = self.add(None, shape_of(gdb.lookup_type("char")), None)
        if number is not None:
            self.vertices[number] = {"type": "value", "kind": "opaque", "value": str(value)}
        return number

    def key_text(self, key):
        if isinstance(key, str):
            return key
        number = self.printed_value(key)
        return str(key) if number is None else self.vertices[number].get("value", str(key))

    def fingerprint(self, address, size):
        return hashlib.sha256(self.memory.read(address, size)).hexdigest()


def pairs(parts):
    return [(parts[at][1], parts[at + 1][1]) for at in range(0, len(parts) - 1, 2)]


def value_at(address, shape):
    return gdb.Value(address).cast(shape.type.pointer()).dereference()
