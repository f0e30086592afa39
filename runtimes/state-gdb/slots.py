"""Where changes go to, and what is written there in the end.

Nothing that the program can see is written before `write_all`: until then all reading is of the state before.
"""

from typing import NamedTuple, Optional

import gdb

from classes import seen_as
from functions import address_of_function
from own import own_frames
from room import Room
from scalars import Refused, bytes_of, unquoted
from walk import NULL

POINTERS = ("pointer", "text", "function", "blind")


class Slot(NamedTuple):
    """What a path leads to; `vertex` is None where there is nothing yet, `parent` where it is a variable."""

    name: str
    parent: Optional[int]
    label: Optional[str]
    vertex: Optional[int]


class Place(NamedTuple):
    """No address: a register, known by its vertex."""

    address: Optional[int]
    shape: object
    vertex: Optional[int] = None


class Slots(Room):
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.walk = snapshot.walk
        self.memory = snapshot.memory
        self.moved = []
        self.ends = {}
        self.known_entries = {}
        self.writes = []

    def place_of(self, slot):
        if slot.vertex is not None:
            return self.place(slot.vertex)
        address, shape, _ = self.element(slot)
        return Place(self.now_at(address), shape)

    def place(self, vertex):
        address, shape = self.walk.places[vertex]
        return Place(None if address is None else self.now_at(address), shape, vertex)

    def address_of(self, vertex):
        place = self.place(vertex)
        if place.address is None:
            raise Refused(f"what is in a register or computed has no address: {self.walk.vertices[vertex]}")
        return place.address

    def address_seen_by(self, pointer, vertex):
        address, shape = self.address_of(vertex), self.walk.places[vertex][1]
        return seen_as(address, shape, pointer.shape.target) if pointer.shape.kind == "pointer" else address

    def point_to(self, slot, vertex):
        if slot.label == "*":
            pointer = self.place(slot.parent)
            self.put_pointer(pointer, self.address_seen_by(pointer, vertex))
            return
        place, source = self.place_of(slot), self.place(vertex)
        if place.shape.kind in POINTERS and source.shape.kind not in POINTERS:
            self.put_pointer(place, self.address_seen_by(place, vertex))
        elif place.shape.size != source.shape.size or self.walk.places[vertex][0] is None:
            raise Refused(f"{slot.name} cannot become {source.shape.name}")
        else:
            self.put(place, self.memory.read(self.walk.places[vertex][0], source.shape.size))

    def put_pointer(self, place, to):
        if place.shape.kind not in POINTERS:
            raise Refused(f"a {place.shape.name} is no pointer")
        self.put(place, to.to_bytes(place.shape.size, "little"))

    def put(self, place, raw):
        self.write_later(place, lambda _old: raw)

    def write_later(self, place, make):
        """What is mapped for reading only is refused: gdb could write there, but the program never could."""
        if place.address is not None and self.memory.is_read_only(place.address):
            raise Refused("what is constant in memory cannot be changed")
        self.writes.append((place, make))

    def set_text(self, place, text):
        kind = place.shape.kind
        if kind in POINTERS and text == NULL:
            self.put_pointer(place, 0)
        elif kind == "text":
            self.set_letters(place, unquoted(text))
        elif kind == "function" and address_of_function(text) is not None:
            self.put_pointer(place, address_of_function(text))
        elif kind == "string":
            self.set_string(place.address, unquoted(text))
        elif kind in POINTERS:
            raise Refused(f"a {place.shape.name} cannot be set to {text}")
        else:
            bytes_of(place.shape, text, bytes(place.shape.size))  # Refuses early, before anything is written.
            self.write_later(place, lambda old: bytes_of(place.shape, text, old))

    def set_letters(self, place, raw):
        """In place where there is room: others may point there. Constants are never written over: they may be shared."""
        to = self.pointer_in(place)
        old = self.memory.text(to) if to and self.memory.is_writable(to) else None
        block = self.memory.block(to) if old is not None else None
        room = 0 if old is None else len(old) + 1 if block is None else sum(block) - to
        if len(raw) < room:
            self.put_raw(self.now_at(to), raw + b"\0")
        else:
            self.put_pointer(place, self.new_text(raw))

    def new_text(self, raw):
        address = self.memory.allocate(len(raw) + 1)
        self.memory.write(address, raw + b"\0")
        return address

    def set_string(self, address, raw):
        """As libstdc++ lays it out: pointer, length, then 16 bytes for a short text or the room of a long one."""
        start = self.memory.pointer(address)
        is_short = start in (0, address + 16)
        if len(raw) <= (15 if is_short else self.memory.pointer(address + 16)):
            start = address + 16 if is_short else start
        else:
            start = self.memory.allocate(len(raw) + 1)
            self.put_raw(address + 16, len(raw).to_bytes(8, "little"))
        self.put_raw(address, start.to_bytes(8, "little") + len(raw).to_bytes(8, "little"))
        self.put_raw(start, raw + b"\0")

    def put_raw(self, address, raw):
        self.write_later(Place(address, None), lambda _old: raw)

    def pointer_in(self, place):
        if place.address is None or place.vertex is None:
            return 0
        return self.memory.pointer(self.walk.places[place.vertex][0])

    def write_all(self):
        self.finish_ends()
        for place, make in self.writes:
            if place.address is None:
                self.write_register(place, make(bytes(place.shape.size)))
            else:
                old = self.memory.read(place.address, place.shape.size) if place.shape else b""
                self.memory.write(place.address, make(old))
        self.finish_entries()

    def write_register(self, place, raw):
        root = next((each for each in self.snapshot.roots if each["vertex"] == place.vertex), None)
        if root is None or "frame" not in root:
            raise Refused("what is computed cannot be set")
        list(own_frames())[root["frame"]].select()
        name = root["name"].split("#")[0]
        gdb.set_convenience_variable("culprit", gdb.Value(raw, place.shape.type))
        gdb.execute(f"set variable {name} = $culprit", to_string=True)
