"""The memory graph: vertices as the protocol has them, and where each of them is in memory."""

from typing import NamedTuple, Optional

from .c_types import CType


class Location(NamedTuple):
    address: Optional[int]  # None: in a register, or computed
    ctype: CType


class MemoryGraph:
    """A vertex is known by its address and type."""

    def __init__(self, max_vertices):
        self.max_vertices = max_vertices
        self.truncated = False
        self.vertices = []
        self.locations = []  # of each vertex
        self.at = {}  # (address, type) → vertex
        self.arrays = {}  # (start, type of an element) → vertex

    def add(self, location):
        """The number of the new vertex; None if there are too many."""
        if len(self.vertices) >= self.max_vertices:
            self.truncated = True
            return None
        number = len(self.vertices)
        vertex = {"type": location.ctype.name}
        self.vertices.append(vertex)
        self.locations.append(location)
        if location.address is not None:
            vertex["address"] = hex(location.address)
            self.at[location.address, location.ctype.identity] = number
        return number

    def add_block(self, start, element):
        """A vertex for an array behind a pointer, whose type says nothing of its length."""
        number = self.add(Location(None, element))
        if number is not None:
            self.locations[number] = Location(start, element)
            self.vertices[number] = {"type": f"{element.name} []", "address": hex(start)}
        return number

    def is_block(self, number):
        return self.vertices[number]["type"] == f"{self.locations[number].ctype.name} []"

    def allow(self, count):
        """Raises the limit, so that some more vertices can be added."""
        self.max_vertices = max(self.max_vertices, len(self.vertices) + count)
        self.truncated = False

    def allow_one(self):
        """Variables are captured however many there are, though not what they lead to."""
        self.max_vertices = max(self.max_vertices, len(self.vertices) + 1)

    def has_space_for(self, count):
        return len(self.vertices) + count <= self.max_vertices

    def kind(self, number):
        return self.vertices[number].get("kind")


def link(vertex, label, number):
    if number is not None:
        vertex["edges"].append([label, number])
