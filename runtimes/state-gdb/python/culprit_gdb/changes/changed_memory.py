"""Where values are to be written, and what is written there in the end.

Nothing that the program can see is written before `write_all`: until then everything is read as it was before the changes.
"""

from typing import NamedTuple, Optional

import gdb

from ..memory.c_types import POINTER_KINDS, CType
from ..memory.class_objects import address_as
from ..plan_errors import ImpossibleChange


class Target(NamedTuple):
    address: Optional[int]  # None: a register, known by its vertex
    ctype: Optional[CType]  # None: plain bytes
    vertex: Optional[int] = None


class ChangedMemory:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.graph = snapshot.graph
        self.memory = snapshot.memory
        self.moves = []  # (start, end, new start)
        self.writes = []  # (target, function from its old bytes to the new ones)

    def target(self, vertex):
        address, ctype = self.graph.locations[vertex]
        return Target(None if address is None else self.current_address(address), ctype, vertex)

    def address_of(self, vertex):
        address = self.target(vertex).address
        if address is None:
            name = self.graph.vertices[vertex]["type"]
            raise ImpossibleChange(f"a value of type {name} is in a register, or computed: it has no address")
        return address

    def address_as(self, wanted, vertex):
        """What a pointer to `wanted` has to be to lead to the vertex."""
        return address_as(wanted, self.address_of(vertex), self.graph.locations[vertex].ctype)

    def old_bytes(self, vertex):
        address, ctype = self.graph.locations[vertex]
        return self.memory.read(address, ctype.size)

    def current_address(self, address):
        """Where something is now that was at the address before the changes."""
        for start, end, new_start in self.moves:
            if start <= address < end:
                return address - start + new_start
        return address

    def move(self, start, size, new_size):
        """Copies a block into a new one and returns its start; the old block stays, for pointers that we do not know."""
        new_start = self.memory.allocate(new_size)
        self.memory.write(new_start, self.memory.read(start, size) if size else b"")
        if start:  # An empty vector has no memory.
            self.moves.append((start, start + max(size, 1), new_start))
        self._move_short_strings(start, start + size)
        return new_start

    def _move_short_strings(self, start, end):
        """A short std::string points into itself."""
        for address, ctype in self.graph.locations:
            if ctype.kind == "std_string" and address is not None and start <= address < end:
                if self.memory.read_word(address) == address + 16:
                    new = self.current_address(address)
                    self.memory.write_word(new, new + 16)

    def put_pointer(self, target, address):
        if target.ctype.kind not in POINTER_KINDS:
            raise ImpossibleChange(f"{target.ctype.name} is not a pointer type")
        self.put(target, address.to_bytes(target.ctype.size, "little"))

    def put_word(self, address, word):
        self.put_bytes(address, word.to_bytes(8, "little"))

    def put_bytes(self, address, raw):
        self.put(Target(address, None), raw)

    def put(self, target, raw):
        self.put_by(target, lambda _old: raw)

    def put_by(self, target, new_bytes):
        """`new_bytes` gets the bytes that are there when it is written."""
        # gdb could write to read-only memory, but the program never could.
        if target.address is not None and self.memory.regions.is_read_only(target.address):
            raise ImpossibleChange("it is a constant, in read-only memory")
        self.writes.append((target, new_bytes))

    def write_all(self):
        for target, new_bytes in self.writes:
            if target.address is None:
                self._write_register(target, new_bytes(bytes(target.ctype.size)))
            else:
                old = self.memory.read(target.address, target.ctype.size) if target.ctype else b""
                self.memory.write(target.address, new_bytes(old))

    def _write_register(self, target, raw):
        root = next((each for each in self.snapshot.roots if each["vertex"] == target.vertex), None)
        if root is None or "frame" not in root:
            raise ImpossibleChange("a computed value cannot be set")
        list(self.snapshot.code.files.frames())[root["frame"]].select()
        name = root["name"].split("#")[0]
        gdb.set_convenience_variable("culprit", gdb.Value(raw, target.ctype.gdb_type))
        gdb.execute(f"set variable {name} = $culprit", to_string=True)
