"""Builds the memory graph from the variables: everything that can be reached, each thing once.

What lies within the variables comes first, then what pointers lead to: a pointer into something known is an alias of it.
Pointers to structs are followed before others, which might take the memory of a struct for an array of numbers.
"""

from collections import deque

from .array_extents import ArrayExtents
from .c_types import INTEGER_KINDS, POINTER_KINDS
from .class_objects import whole_object
from .function_names import name_of_function
from .graph import Location, MemoryGraph, link
from .printed_containers import PrintedContainers
from .scalars import NULL, quote, to_text
from .std_layouts import read_std_string, read_std_vector

# Of a longer array of numbers only the first elements are captured.
MAX_NUMBERS = 10_000
# Elements of an array that are captured before anything else, and then in turn after everything else.
ELEMENTS_AT_ONCE = 1_000
# Values that may be captured beyond the limit to reach one that is to be changed.
EXTRA_VERTICES = 10_000
WITH_PARTS = ("array", "struct", "std_vector", "std_string")


class GraphBuilder:
    def __init__(self, memory, max_vertices, hinted_lengths):
        self.memory = memory
        self.types = hinted_lengths.types
        self.graph = MemoryGraph(max_vertices)
        self.hinted_lengths = hinted_lengths
        self.extents = ArrayExtents(memory, hinted_lengths)
        self.printed = PrintedContainers(self)
        self.struct_pointers, self.other_pointers = deque(), deque()
        self.unfinished_arrays = deque()
        self.opaque_pointers = []
        self.elements_of = {}  # vertex of an array → the location of its first element
        self.partial_containers = set()  # vertices of which parts are missing that nothing more is known of

    def vertex_at(self, address, ctype):
        """None if there are too many vertices."""
        if ctype.kind == "reference":
            address, ctype = self.memory.read_word(address), ctype.target
        key = (address, ctype.identity)
        if self.graph.at.get(key) is None:
            self.graph.at[key] = self.add(Location(address, ctype), self._scalar_bytes(address, ctype))
        return self.graph.at[key]

    def add(self, location, raw):
        """`raw` are the bytes of a scalar or pointer."""
        number = self.graph.add(location)
        if number is None:
            return None
        address, ctype = location
        if raw is not None:
            self._fill_from_bytes(self.graph.vertices[number], ctype, raw)
        elif address is None or not self.memory.is_readable(address, ctype.size):
            self.graph.vertices[number]["kind"] = "opaque"
        else:
            self._fill_parts(number, address, ctype)
        return number

    def follow_pointers(self):
        while self.struct_pointers or self.other_pointers or self.unfinished_arrays:
            if self.struct_pointers or self.other_pointers:
                vertex, address, ctype = (self.struct_pointers or self.other_pointers).popleft()
                link(vertex, "*", self._vertex_behind(address, ctype))
            else:
                self._continue_array()
        self._follow_opaque_pointers()

    def _scalar_bytes(self, address, ctype):
        is_hinted = ctype.kind == "char_array" and self.hinted_lengths.has(address, ctype.target)
        if is_hinted or ctype.kind in WITH_PARTS or not self.memory.is_readable(address, ctype.size):
            return None
        return self.memory.read(address, ctype.size)

    def _fill_from_bytes(self, vertex, ctype, raw):
        text = to_text(ctype, raw)
        if text is not None:
            vertex["value"] = text
        elif ctype.kind in POINTER_KINDS:
            self._fill_pointer(vertex, ctype, int.from_bytes(raw, "little"))
        else:
            vertex["kind"] = "opaque"

    def _fill_pointer(self, vertex, ctype, address):
        is_followed = ctype.kind == "pointer" or ctype.kind == "c_string" and self.hinted_lengths.has(address, ctype.target)
        text = None if address and is_followed else self._pointer_text(ctype, address)
        if text is not None:
            vertex["value"] = text
        elif is_followed and self.exists(address, ctype.target):
            vertex["kind"] = "pointer"
            vertex["edges"] = []
            is_struct = ctype.target.kind in ("struct", "std_vector", "std_string")
            (self.struct_pointers if is_struct else self.other_pointers).append((vertex, address, ctype.target))
        else:
            vertex["kind"] = "opaque"
            if ctype.kind == "opaque_pointer":
                self.opaque_pointers.append((vertex, address))

    def _pointer_text(self, ctype, address):
        """A C string or a function that a pointer leads to is its value; None for other pointers."""
        if address == 0:
            return NULL
        if ctype.kind == "c_string":
            text = self.memory.read_c_string(address)
            return None if text is None else quote(text)
        return name_of_function(address) if ctype.kind == "function" else None

    def exists(self, address, ctype):
        return self.memory.is_readable(address, max(1, ctype.size)) and not self.memory.heap.is_freed(address)

    def _fill_parts(self, number, address, ctype):
        vertex = self.graph.vertices[number]
        if ctype.kind in ("array", "char_array"):
            self._fill_array(number, Location(address, ctype.target), ctype.length)
        elif ctype.kind == "std_string":
            text = read_std_string(self.memory, address)
            vertex.update({"kind": "opaque"} if text is None else {"value": quote(text)})
        elif ctype.kind == "std_vector":
            vector = read_std_vector(self.memory, address, ctype.target)
            if vector is None:
                vertex["kind"] = "opaque"
            else:
                length = (vector.end - vector.start) // ctype.target.size
                self._fill_array(number, Location(vector.start, ctype.target), length)
        elif not self.printed.fill(number, address, ctype):
            self._fill_struct(vertex, address, ctype)

    def _fill_struct(self, vertex, address, ctype):
        vertex["kind"] = "object"
        vertex["edges"] = []
        for label, offset, field_type in ctype.fields:
            link(vertex, label, self.vertex_at(address + offset, field_type))
        if ctype.flexible is not None:
            self._fill_flexible_member(vertex, address, ctype.flexible)

    def _fill_flexible_member(self, vertex, address, member):
        """It reaches to the end of the block, or as far as a hint says."""
        label, offset, element = member
        block = self.memory.heap.find(address)
        available = block.end - address - offset if block is not None else 0
        length = self.hinted_lengths.get(address + offset, element, available // element.size)
        if length > 0:
            number = self.vertex_at(address + offset, element.array(length))
            link(vertex, label, number)
            if number is not None:
                self.graph.vertices[number]["type"] = f"{element.name} []"

    def _fill_array(self, number, first, length):
        """`first` is the location of the first element."""
        start, element = first
        vertex = self.graph.vertices[number]
        self.graph.arrays[start, element.identity] = number
        self.elements_of[number] = first
        vertex["kind"] = "array"
        vertex["length"] = length
        vertex["edges"] = []
        self._fill_elements(vertex, first, range(ELEMENTS_AT_ONCE if self.is_long_array_of_numbers(number) else length))

    def is_long_array_of_numbers(self, number):
        if number not in self.elements_of:
            return False
        return is_number(self.elements_of[number].ctype) and self.graph.vertices[number]["length"] > MAX_NUMBERS

    def parts_expected(self, number):
        """How many parts a struct or pointer has."""
        ctype = self.graph.locations[number].ctype
        if self.graph.kind(number) == "pointer":
            return 1
        is_struct = self.graph.kind(number) == "object" and ctype.kind == "struct"
        return len(ctype.fields) if is_struct and not ctype.plain_name.startswith("std::") else 0

    def part(self, number, label):
        """A part that was not captured, because there were too many values; None if there is none."""
        vertex = self.graph.vertices[number]
        is_element = number in self.elements_of and label.isdigit() and int(label) < vertex["length"]
        if not is_element and len(vertex.get("edges", ())) >= self.parts_expected(number):
            return None
        self.graph.allow(EXTRA_VERTICES)
        if is_element:
            self._fill_elements(vertex, self.elements_of[number], range(int(label), int(label) + 1))
        else:
            self._complete(number)
        self.follow_pointers()
        return dict(vertex["edges"]).get(label)

    def add_chunks(self, number, chunks):
        vertex = self.graph.vertices[number]
        known = {label for label, _ in vertex.get("edges", ())}
        if number in self.elements_of:
            for chunk in chunks:
                end = min(vertex["length"], (chunk + 1) * ELEMENTS_AT_ONCE)
                for index in range(chunk * ELEMENTS_AT_ONCE, end):
                    if str(index) not in known and not self.graph.truncated:
                        self._fill_elements(vertex, self.elements_of[number], range(index, index + 1))
        elif len(known) < self.parts_expected(number):
            self._complete(number)
        self.follow_pointers()

    def _complete(self, number):
        """Adds the parts of a struct or pointer that are missing."""
        vertex, (address, ctype) = self.graph.vertices[number], self.graph.locations[number]
        known = {label for label, _ in vertex["edges"]}
        if address is None:
            return
        if vertex["kind"] == "pointer":
            link(vertex, "*", self._vertex_behind(self.memory.read_word(address), ctype.target))
        else:
            for label, offset, field_type in ctype.fields:
                if label not in known:
                    link(vertex, label, self.vertex_at(address + offset, field_type))

    def _fill_elements(self, vertex, first, indexes):
        start, element = first
        for index in indexes[:ELEMENTS_AT_ONCE]:
            if self.graph.truncated:
                return
            link(vertex, str(index), self.vertex_at(start + index * element.size, element))
        if len(indexes) > ELEMENTS_AT_ONCE:
            self.unfinished_arrays.append((vertex, first, indexes[ELEMENTS_AT_ONCE:]))

    def _continue_array(self):
        """All of the next elements or none, so that the graphs of two runs end at the same element."""
        vertex, first, indexes = self.unfinished_arrays.popleft()
        if not self.graph.has_space_for(min(len(indexes), ELEMENTS_AT_ONCE)):
            self.graph.truncated = True
        self._fill_elements(vertex, first, indexes)

    def _vertex_behind(self, address, ctype):
        graph = self.graph
        address, ctype = whole_object(address, ctype)
        key = (address, ctype.identity)
        known = graph.arrays.get(key, graph.at.get(key))
        if known is not None:
            return known
        array = self.extents.array_at(address, ctype)
        if array is None:
            return self.vertex_at(address, ctype)
        number = graph.add_block(array.start, ctype)
        if number is not None:
            self._fill_array(number, Location(array.start, ctype), array.length)
        return graph.arrays.get(key, graph.at.get(key))

    def _follow_opaque_pointers(self):
        """What a `void *` leads to is known if another pointer leads there too: the largest such thing is meant."""
        largest = {}
        locations = self.graph.locations
        for number, (address, ctype) in enumerate(locations) if self.opaque_pointers else ():
            if address is not None and (address not in largest or ctype.size > locations[largest[address]].ctype.size):
                largest[address] = number
        for vertex, address in self.opaque_pointers:
            if address in largest:
                vertex.update({"kind": "pointer", "edges": [["*", largest[address]]]})


def is_number(ctype):
    return ctype.kind in INTEGER_KINDS or ctype.kind == "float"
