"""How long arrays behind pointers are, where the user says so: `a@size`, `p->items@p->count`, `buffer@16`."""

import re

import gdb

from scalars import Refused
from shapes import shape_of

# What would call a function of the program or change it.
ACTS = re.compile(r"(?!\bsizeof\b)\b\w+\s*\(|\+\+|--|(?<![=!<>])=(?!=)")


class Hint:
    def __init__(self, text):
        self.pointer, _, self.length = text.rpartition("@")
        if not self.pointer.strip() or not self.length.strip():
            raise Refused(f"{text} is no hint such as a@size: a pointer and the length of the array behind it")
        if ACTS.search(text):
            raise Refused(f"{text} is no hint: it would change the program")
        self.names = set(re.findall(r"(?<![\w.>])[A-Za-z_]\w*", text))

    def array(self, memory):
        """(address, shape of an element, length) in the selected frame; None where it means nothing."""
        try:
            pointer, length = gdb.parse_and_eval(self.pointer), int(gdb.parse_and_eval(self.length))
            plain = pointer.type.strip_typedefs()
            if plain.code not in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ARRAY):
                return None
            start = int(pointer if plain.code == gdb.TYPE_CODE_PTR else pointer.address)
            element = shape_of(plain.target())
        except (gdb.error, ValueError, TypeError):
            return None
        # Something not yet made may hold any number.
        is_there = length >= 0 and element.size > 0 and memory.is_readable(start, max(1, length * element.size))
        return (start, element, length) if is_there else None


def hinted_arrays(hints, frames, memory):
    """The arrays that the hints mean in each of (frame, names of what does not exist there)."""
    lengths = {}
    for frame, missing in frames:
        frame.select()
        for hint in hints:
            found = None if hint.names & missing else hint.array(memory)
            if found is not None:
                start, element, length = found
                lengths.setdefault((start, element.identity), length)
    gdb.newest_frame().select()
    return lengths
