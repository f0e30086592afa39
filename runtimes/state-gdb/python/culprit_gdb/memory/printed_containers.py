"""Containers of the C++ standard library, with parts as libstdc++'s pretty printers list them."""

import re

import gdb

from .graph import Location, link

SEQUENCES = ("std::__cxx11::list<", "std::deque<", "std::array<", "std::forward_list<", "std::vector<bool", "std::bitset<")
SETS = ("std::set<", "std::multiset<", "std::unordered_set<", "std::unordered_multiset<")


class PrintedContainers:
    def __init__(self, builder):
        self.builder = builder
        self.graph = builder.graph

    def fill(self, number, address, ctype):
        """False if no pretty printer knows the parts."""
        vertex = self.graph.vertices[number]
        if not ctype.plain_name.startswith("std::"):
            return False
        printer = gdb.default_visualizer(value_at(address, ctype))
        if printer is None or not hasattr(printer, "children"):
            return False
        vertex["edges"] = []
        try:
            parts = self._parts(number, printer)
        except (gdb.error, RuntimeError, ValueError, TypeError, StopIteration):
            vertex["kind"] = "opaque"
            return True
        is_map = hasattr(printer, "display_hint") and printer.display_hint() == "map"
        self._link_parts(vertex, ctype, pairs(parts) if is_map else parts)
        vertex["kind"] = "map" if is_map else vertex.get("kind", "object")
        return True

    def _parts(self, number, printer):
        """A container that is not constructed yet may seem to have any number of parts."""
        parts = []
        for label, value in printer.children():
            if not self.graph.has_space_for(len(parts) + 1):
                self.graph.truncated = True
                self.builder.partial_containers.add(number)
                break
            parts.append((label, value))
        return parts

    def _link_parts(self, vertex, ctype, parts):
        is_set = ctype.plain_name.startswith(SETS)
        if is_set or ctype.plain_name.startswith(SEQUENCES):
            vertex["kind"] = "set" if is_set else "array"
            vertex["length"] = len(parts)
        for label, value in parts:
            number = self._vertex_of(value)
            # An element of a set is labelled by its value.
            text = self.graph.vertices[number].get("value") if is_set and number is not None else None
            link(vertex, text or re.sub(r"^\[(.*)\]$", r"\1", self._label_text(label)), number)

    def _vertex_of(self, value):
        types = self.builder.types
        if isinstance(value, gdb.Value) and value.address is not None:
            return self.builder.vertex_at(int(value.address), types.of(value.type))
        number = self.graph.add(Location(None, types.of(gdb.lookup_type("char"))))
        if number is not None:
            self.graph.vertices[number] = {"type": "value", "kind": "opaque", "value": str(value)}
        return number

    def _label_text(self, label):
        if isinstance(label, str):
            return label
        number = self._vertex_of(label)
        return str(label) if number is None else self.graph.vertices[number].get("value", str(label))


def pairs(parts):
    """Printers of maps list keys and values in turn."""
    return [(parts[at][1], parts[at + 1][1]) for at in range(0, len(parts) - 1, 2)]


def value_at(address, ctype):
    return gdb.Value(address).cast(ctype.gdb_type.pointer()).dereference()
