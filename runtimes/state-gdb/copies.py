"""New objects like those of another run, made of its graph: each vertex once, what is known here not at all."""

from classes import derived_shape, seen_as, tables_of
from scalars import Refused, unquoted
from shapes import array_of
from slots import Place
from walk import NULL


class Copy:
    def __init__(self, slots, to):
        self.slots = slots
        self.first = to["copy"]
        self.graph = to["graph"]
        self.known = to["known"]
        self.made = {}
        self.left = []
        self.blind = []

    def put_into(self, slot):
        if slot.label == "*":
            pointer = self.slots.place(slot.parent)
            self.slots.put_pointer(pointer, self.address_like(self.first, pointer.shape.target))
        else:
            self.fill(self.slots.place_of(slot), self.first)
        # Not by recursion: a list may be long.
        while self.left:
            self.fill(*self.left.pop())
        for place, to in self.blind:
            self.fill_blind(place, to)

    def address_like(self, number, wanted):
        """Of a thing that a pointer to `wanted` can lead to."""
        if number in self.known:
            here = self.known[number]
            return seen_as(self.slots.address_of(here), self.slots.walk.places[here][1], wanted)
        if number not in self.made:
            self.make(number, wanted)
        address, shape = self.made[number]
        return seen_as(address, shape, wanted)

    def fill_blind(self, place, to):
        """What a `void *` leads to is made by those who know what it is."""
        if to in self.known:
            self.slots.put_pointer(place, self.slots.address_of(self.known[to]))
        elif to in self.made:
            self.slots.put_pointer(place, self.made[to][0])
        else:
            raise Refused(f"what a {place.shape.name} leads to cannot be made")

    def make(self, number, shape):
        vertex = self.graph[number]
        if vertex.get("kind") == "array" and shape.kind not in ("array", "vector"):
            address = self.slots.memory.allocate(shape.size * vertex["length"] + self.slots.memory.word)
            self.made[number] = address, shape
            self.fill_elements(address, shape, vertex)
            return
        if shape.kind == "struct" and vertex["type"] != shape.name:
            shape = derived_shape(vertex["type"], shape)
        self.made[number] = self.slots.memory.allocate(shape.size + self.more(shape, vertex)), shape
        self.left.append((Place(*self.made[number]), number))

    def more(self, shape, vertex):
        """What a last member without a length of its own takes."""
        part = next((to for label, to in vertex.get("edges", ()) if shape.flexible and label == shape.flexible[0]), None)
        return 0 if part is None else self.flexible_part(shape, part)[2].size

    def flexible_part(self, shape, number):
        label, offset, element = shape.flexible
        vertex = self.graph[number]
        text = unquoted(vertex["value"]) if "value" in vertex else b""
        return label, offset, array_of(element, vertex.get("length", len(text) + 1))

    def fill_elements(self, address, shape, vertex):
        for label, to in vertex.get("edges", ()):
            place = Place(address + int(label) * shape.size, shape)
            self.made.setdefault(to, (place.address, place.shape))
            self.left.append((place, to))

    def fill(self, place, number, is_base=False):
        vertex, shape = self.graph[number], place.shape
        if number in self.known:
            self.fill_known(place, self.known[number])
        elif vertex.get("kind") == "opaque":
            raise Refused(f"a {vertex['type']} of another run cannot be made here")
        elif "value" in vertex:
            self.fill_value(place, vertex["value"])
        elif shape.kind == "blind":
            self.blind += [(place, to) for _, to in vertex.get("edges", ())]
        elif shape.kind in ("pointer", "text"):
            for _, to in vertex.get("edges", ()):
                self.slots.put_pointer(place, self.address_like(to, shape.target))
        elif shape.kind == "array":
            self.fill_elements(place.address, shape.target, vertex)
        elif shape.kind == "vector":
            self.fill_vector(place.address, shape.target, vertex)
        elif shape.kind == "struct" and vertex.get("kind") == "object":
            # A base class has the tables of what it is the base of.
            for offset, table in () if is_base else tables_of(shape, self.slots.memory):
                self.slots.put_raw(place.address + offset, table.to_bytes(8, "little"))
            self.fill_members(place, vertex)
        else:
            raise Refused(f"a new {vertex['type']} cannot be made")

    def fill_members(self, place, vertex):
        for label, to in vertex.get("edges", ()):
            field = place.shape.field(label)
            if place.shape.flexible and label == place.shape.flexible[0]:
                field = self.flexible_part(place.shape, to)
            if field is None:
                raise Refused(f"a {place.shape.name} has no {label}")
            part = Place(place.address + field[1], field[2])
            self.made.setdefault(to, (part.address, part.shape))
            self.left.append((part, to, label in place.shape.bases))

    def fill_value(self, place, text):
        if place.shape.kind == "text" and text != NULL:
            self.slots.put_pointer(place, self.slots.new_text(unquoted(text)))
        else:
            self.slots.set_text(place, text)

    def fill_vector(self, address, element, vertex):
        size = element.size * vertex["length"]
        start = self.slots.memory.allocate(size)
        bounds = (start, start + size, start + size)
        self.slots.put_raw(address, b"".join(each.to_bytes(8, "little") for each in bounds))
        self.fill_elements(start, element, vertex)

    def fill_known(self, place, here):
        address, shape = self.slots.walk.places[here]
        if address is None or shape.size != place.shape.size:
            raise Refused(f"a {place.shape.name} cannot become {shape.name}")
        self.slots.put(place, self.slots.memory.read(address, shape.size))
