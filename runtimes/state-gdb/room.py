"""Arrays that become longer or shorter: blocks behind pointers, lists that end at a null pointer, vectors."""

from entries import OptionalEntry
from hashes import HashEntries
from scalars import Refused
from trees import TreeEntries

ENTRIES = {
    "std::map": TreeEntries,
    "std::set": TreeEntries,
    "std::unordered_map": HashEntries,
    "std::unordered_set": HashEntries,
    "std::optional": OptionalEntry,
}


class Room:
    def element(self, slot):
        """(address, shape, index) of an element that is not there yet."""
        if self.entries(slot) is not None:
            return *self.entries(slot).add(slot.label), None
        is_within = self.is_within(slot)
        if not is_within and self.growing_kind(slot.parent) is None or not (slot.label or "").isdigit():
            raise Refused(f"{slot.name} cannot be added")
        address, shape = self.walk.places[slot.parent]
        index = int(slot.label)
        if shape.kind == "vector":
            address = self.memory.pointer(address)
        if shape.kind in ("vector", "array", "letters") and not self.is_block(slot.parent):
            shape = shape.target
        return address + index * shape.size, shape, index

    def entries(self, slot):
        if slot.parent not in self.known_entries:
            name = "" if slot.parent is None else self.walk.places[slot.parent][1].identity[0].split("<")[0]
            self.known_entries[slot.parent] = ENTRIES[name](self, slot.parent) if name in ENTRIES else None
        return self.known_entries[slot.parent]

    def is_within(self, slot):
        """Whether it is an element that was only not taken in, for want of room."""
        vertex = self.walk.vertices[slot.parent] if slot.parent is not None else {}
        return vertex.get("kind") == "array" and (slot.label or "").isdigit() and int(slot.label) < vertex["length"]

    def is_block(self, vertex):
        return self.walk.vertices[vertex]["type"] == f"{self.walk.places[vertex][1].name} []"

    def growing_kind(self, vertex):
        if vertex is None or self.walk.vertices[vertex].get("kind") != "array":
            return None
        if self.is_block(vertex):
            return "block"
        return "vector" if self.walk.places[vertex][1].kind == "vector" else None

    def make_room(self, slots):
        lengths = {}
        for slot in slots:
            if slot.vertex is None and not self.is_within(slot) and self.entries(slot) is None:
                _, shape, index = self.element(slot)
                lengths[slot.parent] = (max(index + 1, lengths.get(slot.parent, (0,))[0]), shape)
        for array, (length, shape) in lengths.items():
            if self.growing_kind(array) == "vector":
                self.grow_vector(array, length, shape)
            else:
                self.grow_block(array, length, shape)

    def grow_vector(self, array, length, shape):
        address, _ = self.walk.places[array]
        start, end, limit = self.walk.vector_at(address, shape)
        self.ends[array] = length
        if length * shape.size <= limit - start:
            # What lies there now was left by elements that are gone.
            self.memory.write(end, bytes(start + length * shape.size - end))
            return
        moved = self.move(start, end - start, length * shape.size)
        self.put_raw(address, moved.to_bytes(8, "little"))
        self.put_raw(address + 16, (moved + length * shape.size).to_bytes(8, "little"))

    def grow_block(self, array, length, shape):
        """All pointers into the old block come along; the block itself stays, for those we do not know."""
        start, old = self.walk.places[array][0], self.walk.vertices[array]["length"]
        spare = self.memory.word if start in self.walk.terminated else 0
        self.move(start, old * shape.size, length * shape.size + spare)
        inside = {array, *(to for _, to in self.walk.vertices[array]["edges"])}
        for number, vertex in enumerate(self.walk.vertices):
            if vertex.get("kind") == "pointer" and any(to in inside for _, to in vertex["edges"]):
                self.put_pointer(self.place(number), self.now_at(int(self.walk.vertices[vertex["edges"][0][1]]["address"], 16)))

    def move(self, start, size, room):
        to = self.memory.allocate(room)
        self.memory.write(to, self.memory.read(start, size) if size else b"")
        self.moved.append((start, start + max(size, room), to))
        self.move_short_strings(start, start + size)
        return to

    def move_short_strings(self, start, end):
        """A short std::string leads to letters within itself."""
        for address, shape in self.walk.places:
            if shape.kind == "string" and address is not None and start <= address < end:
                if self.memory.pointer(address) == address + 16:
                    self.memory.write(self.now_at(address), (self.now_at(address) + 16).to_bytes(8, "little"))

    def now_at(self, address):
        for start, end, to in self.moved:
            if start <= address < end:
                return address - start + to
        return address

    def remove(self, slot):
        """What lies behind the end of a block is not the program's: only its own marks of an end are moved."""
        if self.entries(slot) is not None:
            self.entries(slot).remove(slot.label)
            return
        kind = self.growing_kind(slot.parent)
        if kind is None and self.is_within(slot) and self.walk.places[slot.parent][1].kind == "array":
            return  # An array of one length has them all: in the other run it was not taken in.
        if kind is None or not (slot.label or "").isdigit():
            raise Refused(f"{slot.name} cannot be taken away")
        start, shape = self.walk.places[slot.parent]
        index = int(slot.label)
        if kind == "vector":
            self.ends[slot.parent] = min(index, self.ends.get(slot.parent, index))
        elif start in self.walk.terminated:
            self.put_raw(self.now_at(start) + index * shape.size, bytes(shape.size))

    def finish_entries(self):
        for each in self.known_entries.values():
            if each is not None:
                each.finish()

    def finish_ends(self):
        for array, length in self.ends.items():
            address, shape = self.walk.places[array]
            end = self.now_at(self.memory.pointer(address)) + length * shape.target.size
            self.put_raw(address + 8, end.to_bytes(8, "little"))
