"""Arrays that become longer or shorter: blocks behind pointers, arrays that end at a null pointer, vectors."""

from ..memory.graph import Location
from ..memory.std_layouts import END, LIMIT, START, read_std_vector
from ..plan_errors import ImpossibleChange


class GrowingArrays:
    def __init__(self, changed, null_terminated):
        self.changed = changed
        self.graph = changed.graph
        self.memory = changed.memory
        self.null_terminated = null_terminated  # starts of arrays
        self.new_lengths = {}  # of vectors
        self.new_starts = {}  # of arrays that have moved

    def grow(self, slots):
        """Makes space for elements that do not exist yet."""
        lengths = {}
        for slot in slots:
            self.element(slot)  # Raises if it cannot be added.
            lengths[slot.parent] = max(int(slot.label) + 1, lengths.get(slot.parent, 0))
        for array, length in lengths.items():
            if self._is_vector(array):
                self._grow_vector(array, length)
            else:
                self._grow_block(array, length)
        # When everything has moved: a pointer, or a vector in an array, may itself be in a block that moved.
        for array in lengths:
            if not self._is_vector(array):
                self._redirect_pointers(array)

    def element(self, slot):
        """Where an element is, or will be, that is not in the graph."""
        if not self.is_within(slot) and not self._can_grow(slot.parent) or not is_index(slot.label):
            raise ImpossibleChange(f"{slot.name} cannot be added")
        element = self._element_type(slot)
        return Location(self._current_start(slot.parent) + int(slot.label) * element.size, element)

    def is_within(self, slot):
        """Whether the element exists, and was not captured only because there were too many values."""
        vertex = self.graph.vertices[slot.parent] if slot.parent is not None else {}
        return vertex.get("kind") == "array" and is_index(slot.label) and int(slot.label) < vertex["length"]

    def remove(self, slot):
        """From its index on, the array ends; the memory behind the end of a block is not the program's anyway."""
        if not self._can_grow(slot.parent) and self.is_within(slot) and self.graph.locations[slot.parent].ctype.kind == "array":
            return  # All arrays of this type have the element: in the other run it was not captured.
        if not self._can_grow(slot.parent) or not is_index(slot.label):
            raise ImpossibleChange(f"{slot.name} cannot be removed")
        start, ctype = self.graph.locations[slot.parent]
        index = int(slot.label)
        if self._is_vector(slot.parent):
            self.new_lengths[slot.parent] = min(index, self.new_lengths.get(slot.parent, index))
        elif start in self.null_terminated:
            self.changed.put_bytes(self._current_start(slot.parent) + index * ctype.size, bytes(ctype.size))

    def finish(self):
        for array, length in self.new_lengths.items():
            address, element = self.changed.address_of(array), self.graph.locations[array].ctype.target
            start = self._current_start(array)
            self.changed.put_word(address + END, start + length * element.size)
            if array in self.new_starts:
                self.changed.put_word(address + START, start)
                self.changed.put_word(address + LIMIT, start + length * element.size)

    def _element_type(self, slot):
        ctype = self.graph.locations[slot.parent].ctype
        if self._is_block(slot.parent):
            return ctype
        if ctype.kind in ("array", "char_array", "std_vector"):
            return ctype.target
        raise ImpossibleChange(f"{slot.name} cannot be added")  # Its container is not one piece of memory.

    def _current_start(self, array):
        if array in self.new_starts:
            return self.new_starts[array]
        address = self.graph.locations[array].address
        return self.changed.current_address(self.memory.read_word(address + START) if self._is_vector(array) else address)

    def _can_grow(self, vertex):
        return self._is_block(vertex) or self._is_vector(vertex)

    def _is_block(self, vertex):
        return self._is_array(vertex) and self.graph.is_block(vertex)

    def _is_vector(self, vertex):
        is_array = self._is_array(vertex) and not self.graph.is_block(vertex)
        return is_array and self.graph.locations[vertex].ctype.kind == "std_vector"

    def _is_array(self, vertex):
        return vertex is not None and self.graph.kind(vertex) == "array"

    def _grow_vector(self, array, length):
        address, ctype = self.graph.locations[array]
        start, end, limit = read_std_vector(self.memory, address, ctype.target)
        size = length * ctype.target.size
        self.new_lengths[array] = length
        if size <= limit - start:
            # Elements that were removed may have left something there.
            self.memory.write(end, bytes(start + size - end))
            return
        self.new_starts[array] = self.changed.move(start, end - start, size)

    def _grow_block(self, array, length):
        start, element = self.graph.locations[array]
        terminator = self.memory.word_size if start in self.null_terminated else 0
        old_length = self.graph.vertices[array]["length"]
        new_size = length * element.size + terminator
        self.new_starts[array] = self.changed.move(start, old_length * element.size, new_size)

    def _redirect_pointers(self, array):
        """All known pointers into the old block lead to the new one."""
        inside = {array, *(to for _, to in self.graph.vertices[array]["edges"])}
        for number, vertex in enumerate(self.graph.vertices):
            if vertex.get("kind") == "pointer" and any(to in inside for _, to in vertex["edges"]):
                to = self.graph.vertices[vertex["edges"][0][1]]
                self.changed.put_pointer(self.changed.target(number), self.changed.current_address(int(to["address"], 16)))


def is_index(label):
    return (label or "").isdigit()
