"""The memory graph: what can be reached from the variables, each thing once.

A vertex is known by its address and type. All that lies within the variables comes first, then what pointers lead to:
a pointer into something known is an alias of it. Pointers to structs go before others, which might take the memory of
a struct for an array of numbers.
"""

from collections import deque

from classes import whole_object
from containers import Containers
from functions import function_at
from scalars import quoted, text_of
from shapes import array_of

LARGE = 10_000
# Of each array so many elements are taken before anything else, and as many of each in turn after everything else.
AT_ONCE = 1_000
NULL = "0x0"


class Walk(Containers):
    def __init__(self, memory, limit, hinted):
        self.memory = memory
        self.hinted = hinted  # lengths of arrays, by the address and the type of their elements
        self.limit = limit
        self.vertices = []
        self.places = []  # of each vertex: (address, shape); no address: a register
        self.truncated = False
        self.known = {}
        self.arrays = {}
        self.claims = {}
        self.terminated = set()
        self.structs, self.others, self.rests = deque(), deque(), deque()
        self.blind = []

    def at(self, address, shape):
        """The vertex of what is there; None if there is no room for another."""
        if shape.kind == "reference":
            address, shape = self.memory.pointer(address), shape.target
        key = (address, shape.identity)
        if key not in self.known:
            self.known[key] = self.add(address, shape, self.bytes_at(address, shape))
        return self.known[key]

    def bytes_at(self, address, shape):
        is_hinted = shape.kind == "letters" and (address, shape.target.identity) in self.hinted
        if is_hinted or shape.kind in ("array", "struct", "vector", "string") or not self.memory.is_readable(address, shape.size):
            return None
        return self.memory.read(address, shape.size)

    def add(self, address, shape, raw):
        if len(self.vertices) >= self.limit:
            self.truncated = True
            return None
        number = len(self.vertices)
        vertex = {"type": shape.name}
        self.vertices.append(vertex)
        self.places.append((address, shape))
        if address is not None:
            vertex["address"] = hex(address)
            self.known[address, shape.identity] = number
        if raw is not None:
            self.fill_from_bytes(number, shape, raw)
        elif address is None or not self.memory.is_readable(address, shape.size):
            vertex["kind"] = "opaque"
        else:
            self.fill_parts(number, address, shape)
        return number

    def fill_from_bytes(self, number, shape, raw):
        vertex = self.vertices[number]
        text = text_of(shape, raw)
        if text is not None:
            vertex["value"] = text
        elif shape.kind in ("pointer", "text", "function", "blind"):
            self.fill_pointer(number, shape, int.from_bytes(raw, "little"))
        else:
            vertex["kind"] = "opaque"

    def fill_pointer(self, number, shape, to):
        vertex = self.vertices[number]
        is_hinted = shape.kind == "text" and (to, shape.target.identity) in self.hinted
        text = self.memory.text(to) if shape.kind == "text" and to and not is_hinted else None
        if to == 0:
            vertex["value"] = NULL
        elif text is not None:
            vertex["value"] = quoted(text)
        elif shape.kind == "function":
            name = function_at(to)
            vertex.update({"kind": "opaque"} if name is None else {"value": name})
        elif not is_hinted and shape.kind != "pointer" or not self.is_there(to, shape.target):
            vertex["kind"] = "opaque"
            if shape.kind == "blind":
                self.blind.append((vertex, to))
        else:
            vertex["kind"] = "pointer"
            vertex["edges"] = []
            first = shape.target.kind in ("struct", "vector", "string")
            (self.structs if first else self.others).append((vertex, to, shape.target))

    def is_there(self, address, shape):
        return self.memory.is_readable(address, max(1, shape.size)) and not self.memory.is_freed(address)

    def fill_parts(self, number, address, shape):
        vertex = self.vertices[number]
        if shape.kind in ("array", "letters"):
            self.fill_array(number, address, shape.target, shape.length)
        elif shape.kind == "struct":
            if not self.fill_printed(vertex, address, shape):
                vertex["kind"] = "object"
                vertex["edges"] = []
                for label, offset, part in shape.fields:
                    self.link(vertex, label, self.at(address + offset, part))
                self.fill_flexible(vertex, address, shape)
        else:
            self.fill_container(number, address, shape)

    def fill_flexible(self, vertex, address, shape):
        """Up to the end of the block, or as far as a hint says."""
        if shape.flexible is None:
            return
        label, offset, element = shape.flexible
        block = self.memory.block(address)
        room = sum(block) - address - offset if block is not None else 0
        length = self.hinted.get((address + offset, element.identity), room // element.size)
        if length > 0:
            number = self.at(address + offset, array_of(element, length))
            self.link(vertex, label, number)
            if number is not None:
                self.vertices[number]["type"] = f"{element.name} []"

    def fill_array(self, number, address, element, length):
        vertex = self.vertices[number]
        self.arrays[address, element.identity] = number
        if element.size == 1 and length > LARGE:
            vertex["kind"] = "opaque"
            vertex["value"] = self.fingerprint(address, length)
            return
        vertex["kind"] = "array"
        vertex["length"] = length
        vertex["edges"] = []
        self.fill_elements(vertex, address, element, range(length))

    def fill_elements(self, vertex, address, element, indexes):
        for index in indexes[:AT_ONCE]:
            if self.truncated:
                return
            self.link(vertex, str(index), self.at(address + index * element.size, element))
        if len(indexes) > AT_ONCE:
            self.rests.append((vertex, address, element, indexes[AT_ONCE:]))

    def fill_rest(self):
        """Whole or not at all: so that two runs end at the same element."""
        vertex, address, element, indexes = self.rests.popleft()
        if len(self.vertices) + min(len(indexes), AT_ONCE) > self.limit:
            self.truncated = True
        self.fill_elements(vertex, address, element, indexes)

    def link(self, vertex, label, number):
        if number is not None:
            vertex["edges"].append([label, number])

    def follow_pointers(self):
        while self.structs or self.others or self.rests:
            if self.structs or self.others:
                vertex, to, shape = (self.structs or self.others).popleft()
                self.link(vertex, "*", self.behind(to, shape))
            else:
                self.fill_rest()
        self.follow_blind_pointers()

    def follow_blind_pointers(self):
        """What a `void *` leads to is known if another pointer leads there: the largest, if there are several."""
        largest = {}
        for number, (address, shape) in enumerate(self.places) if self.blind else ():
            if address is not None and (address not in largest or shape.size > self.places[largest[address]][1].size):
                largest[address] = number
        for vertex, to in self.blind:
            if to in largest:
                vertex.update({"kind": "pointer", "edges": [["*", largest[to]]]})

    def behind(self, to, shape):
        to, shape = whole_object(to, shape)
        if (to, shape.identity) in self.arrays:
            return self.arrays[to, shape.identity]
        if (to, shape.identity) in self.known:
            return self.known[to, shape.identity]
        start, length = self.extent(to, shape)
        if length is None:
            return self.at(to, shape)
        self.add_array(start, shape, length)
        return self.arrays.get((to, shape.identity), self.known.get((to, shape.identity)))

    def add_array(self, start, shape, length):
        number = self.add(None, shape, None)
        if number is None:
            return
        self.places[number] = (start, shape)
        self.vertices[number] = {"type": f"{shape.name} []", "address": hex(start)}
        self.fill_array(number, start, shape, length)

    def extent(self, to, shape):
        """Where the array starts that a pointer leads into, and its length; None where it is a single thing."""
        if (to, shape.identity) in self.hinted:
            return to, self.hinted[to, shape.identity]
        if shape.kind == "text" and self.memory.block(to) is None:
            length = self.until_null(to)
            return to, length
        block = self.memory.block(to)
        if block is None or shape.size == 0 or shape.kind in ("array", "letters"):
            return to, None
        start, usable = block
        if self.claims.setdefault(start, shape.identity) != shape.identity or (to - start) % shape.size:
            return to, None
        is_single = shape.kind in ("struct", "vector", "string", "union") and usable == usable_for(shape.size)
        length = self.hinted.get((start, shape.identity), usable // shape.size)
        return (to, None) if is_single or to >= start + length * shape.size else (start, length)

    def until_null(self, address):
        """argv and its like end at a null pointer."""
        length, word = 0, self.memory.word
        while self.memory.is_readable(address + length * word, word) and length < LARGE:
            to = self.memory.pointer(address + length * word)
            if to == 0:
                self.terminated.add(address)
                return length
            if not self.memory.is_readable(to):
                return None
            length += 1
        return None


def usable_for(size):
    """What glibc gives to one who asks for so many bytes."""
    return max(24, (size + 8 + 15) // 16 * 16 - 8)
