"""
The values that a frame works with, which Python shows to nobody. They are read from memory, where every version of Python
lays them out differently. So nothing is trusted: what is read must agree with what is known otherwise, or there is no value.
"""
import ctypes
import sys

from .raw_memory import HEADER, WORD, object_at, read_memory, read_word, word_in

VERSION = sys.version_info[:2]
TAGS = 7  # the bits of a reference that are not part of the address


class FrameLayout:
    """
    The offsets of the code, of the frame object and of the first variable in the data of a frame; the other values follow the
    variables. The number of all values (or, in later versions, the address of the end) is only known while the frame
    does not run.
    """

    top = 64

    def __init__(self, code, frame, variables, top_is_number=True):
        self.code = code
        self.frame = frame
        self.variables = variables
        self.top_is_number = top_is_number

    def start(self, data, frame):
        """The address of the first value behind the variables, or None if anything does not fit."""
        code = frame.f_code
        content = read_memory(data, self.variables)
        if content is None or not refers_to(word_in(content, self.code), code):
            return None
        if not refers_to(word_in(content, self.frame), frame):
            return None
        start = data + self.variables + number_of_variables(code) * WORD
        end = self.end(data, content)
        return start if end is None or start <= end <= start + code.co_stacksize * WORD else None

    def end(self, data, content):
        """The address behind the last value, or None if it is not known."""
        if not self.top_is_number:
            return word_in(content, self.top) or None
        number = int.from_bytes(content[self.top : self.top + 4], sys.byteorder, signed=True)
        return data + self.variables + number * WORD if number >= 0 else None


# Since Python 3.11 the frame object has a pointer to its data.
DATA = 24
LAYOUTS = {
    (3, 11): FrameLayout(32, 40, 72),
    (3, 12): FrameLayout(0, 48, 72),
    (3, 13): FrameLayout(0, 48, 72),
    (3, 14): FrameLayout(0, 48, 80, top_is_number=False),
}
# Before, the frame object itself had its code and the address of the values.
FIRST_VERSION = (3, 8)
CODE, VALUES = 32, 64


class ValueStack:
    def __init__(self, frame):
        self.frame = frame  # kept alive: this is its memory
        is_usual_build = object.__basicsize__ == HEADER and WORD == ctypes.sizeof(ctypes.c_void_p)
        self.start = first_value(frame) if is_usual_build else None

    def value(self, slot):
        word = self.word(slot)
        return object_at(word & ~TAGS) if word else None

    def word(self, slot):
        return None if self.start is None else read_word(self.start + slot * WORD)

    def replace(self, slot, before, value):
        """The frame owns a reference to each of its values, unless a tag says that it does not."""
        word = self.word(slot)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
        ctypes.c_uint64.from_address(self.start + slot * WORD).value = id(value)
        if not word & TAGS:
            ctypes.pythonapi.Py_DecRef(ctypes.py_object(before))


def first_value(frame):
    """The address of the first value, or None."""
    if VERSION in LAYOUTS:
        data = read_word(id(frame) + DATA)
        return LAYOUTS[VERSION].start(data, frame) if data else None
    if FIRST_VERSION <= VERSION < min(LAYOUTS) and refers_to(read_word(id(frame) + CODE), frame.f_code):
        start = read_word(id(frame) + VALUES)
        is_inside = start is not None and id(frame) < start < id(frame) + sys.getsizeof(frame)
        return start if is_inside else None
    return None


def refers_to(word, thing):
    return word is not None and word & ~TAGS == id(thing)


def number_of_variables(code):
    return len({*code.co_varnames, *code.co_cellvars}) + len(code.co_freevars)
