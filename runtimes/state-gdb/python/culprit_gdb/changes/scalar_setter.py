"""Sets values by their text: numbers, null pointers, functions, and strings, which may need new memory."""

from ..memory.c_types import POINTER_KINDS
from ..memory.function_names import address_of_function
from ..memory.scalars import NULL, to_bytes, unquote
from ..memory.std_layouts import CAPACITY, CHARACTERS, LENGTH, SHORT_STRING
from ..plan_errors import ImpossibleChange


class ScalarSetter:
    def __init__(self, changed):
        self.changed = changed
        self.memory = changed.memory

    def set(self, target, text):
        kind = target.ctype.kind
        if kind in POINTER_KINDS and text == NULL:
            self.changed.put_pointer(target, 0)
        elif kind == "c_string":
            self._set_c_string(target, unquote(text))
        elif kind == "function" and address_of_function(text) is not None:
            self.changed.put_pointer(target, address_of_function(text))
        elif kind == "std_string":
            self.set_std_string(target.address, unquote(text))
        elif kind in POINTER_KINDS:
            raise ImpossibleChange(f"{text} is not a pointer of type {target.ctype.name}")
        else:
            to_bytes(target.ctype, text, bytes(target.ctype.size))  # Raises before anything is written.
            self.changed.put_by(target, lambda old: to_bytes(target.ctype, text, old))

    def new_c_string(self, raw):
        address = self.memory.allocate(len(raw) + 1)
        self.memory.write(address, raw + b"\0")
        return address

    def set_std_string(self, address, raw):
        """In place if it fits, otherwise in new memory."""
        start = self.memory.read_word(address + CHARACTERS)
        is_short = start in (0, address + CAPACITY)
        if len(raw) <= (SHORT_STRING if is_short else self.memory.read_word(address + CAPACITY)):
            start = address + CAPACITY if is_short else start
        else:
            start = self.memory.allocate(len(raw) + 1)
            self.changed.put_word(address + CAPACITY, len(raw))
        self.changed.put_word(address + CHARACTERS, start)
        self.changed.put_word(address + LENGTH, len(raw))
        self.changed.put_bytes(start, raw + b"\0")

    def _set_c_string(self, target, raw):
        """In place if it fits: other pointers may lead there. Constants are never overwritten: they may be shared."""
        start = self._old_pointer(target)
        if len(raw) < self._writable_bytes(start):
            self.changed.put_bytes(self.changed.current_address(start), raw + b"\0")
        else:
            self.changed.put_pointer(target, self.new_c_string(raw))

    def _writable_bytes(self, start):
        old = self.memory.read_c_string(start) if start and self.memory.regions.is_writable(start) else None
        if old is None:
            return 0
        block = self.memory.heap.find(start)
        return len(old) + 1 if block is None else block.end - start

    def _old_pointer(self, target):
        if target.address is None or target.vertex is None:
            return 0
        return self.memory.read_word(self.changed.graph.locations[target.vertex].address)
