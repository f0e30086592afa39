"""
The values that a frame works with, which Python shows to nobody. They are read from memory, in which each version of
Python lays them out in its own way. So nothing is believed: what is read has to fit what is known otherwise, and memory
is read in a way that only fails where there is none. If anything does not fit, there is no such value.
"""
import ctypes
import sys

from .names import subclasses

LIBC = ctypes.PyDLL(None)  # which keeps Python's lock: no other thread may run meanwhile
VERSION = sys.version_info[:2]
WORD = 8
HEADER = 16  # bytes of an object before what is its own: how often it is referred to, and its class
TAGS = 7  # the bits of a reference that are not part of the address
PIPE = []  # its ends, while memory is read
CLASSES = set()  # the addresses of those that exist


class Layout:
    """
    Where a frame's data have its code, the frame itself, and the first of its variables, before the other values. How
    many there are in all is known only of frames that do not run just now; it is told by number, or by an address.
    """

    top = 64

    def __init__(self, code, frame, variables, by_number=True):
        self.code = code
        self.frame = frame
        self.variables = variables
        self.by_number = by_number

    def start(self, data, frame):
        """The address of the first value behind the variables, or None if anything does not fit."""
        code = frame.f_code
        content = memory_at(data, self.variables)
        if content is None or not same(word_in(content, self.code), code) or not same(word_in(content, self.frame), frame):
            return None
        start = data + self.variables + variables_of(code) * WORD
        top = self.end(data, content)
        return start if top is None or start <= top <= start + code.co_stacksize * WORD else None

    def end(self, data, content):
        """The address behind the last value, or None if that is not known."""
        if not self.by_number:
            return word_in(content, self.top) or None
        number = int.from_bytes(content[self.top : self.top + 4], sys.byteorder, signed=True)
        return data + self.variables + number * WORD if number >= 0 else None


# From Python 3.11 on the data are apart from the frame, which points to them.
DATA = 24
LAYOUTS = {
    (3, 11): Layout(32, 40, 72),
    (3, 12): Layout(0, 48, 72),
    (3, 13): Layout(0, 48, 72),
    (3, 14): Layout(0, 48, 80, by_number=False),
}
# Before, the frame has its code and the address of the values in itself.
EARLIER = (3, 8)
CODE, VALUES = 32, 64


class ValueStack:
    def __init__(self, frame):
        self.frame = frame  # whose memory this is
        self.start = start_of(frame) if object.__basicsize__ == HEADER and WORD == ctypes.sizeof(ctypes.c_void_p) else None

    def value(self, slot):
        word = self.word(slot)
        return object_at(word & ~TAGS) if word else None

    def word(self, slot):
        return None if self.start is None else word_at(self.start + slot * WORD)

    def put(self, slot, before, value):
        """Exchanges a value. The frame owns one reference to each, unless a tag says that it does not."""
        word = self.word(slot)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
        ctypes.c_uint64.from_address(self.start + slot * WORD).value = id(value)
        if not word & TAGS:
            ctypes.pythonapi.Py_DecRef(ctypes.py_object(before))


def start_of(frame):
    """The address of the first value, or None."""
    if VERSION in LAYOUTS:
        data = word_at(id(frame) + DATA)
        return LAYOUTS[VERSION].start(data, frame) if data else None
    if EARLIER <= VERSION < min(LAYOUTS) and same(word_at(id(frame) + CODE), frame.f_code):
        start = word_at(id(frame) + VALUES)
        inside = start is not None and id(frame) < start < id(frame) + sys.getsizeof(frame)
        return start if inside else None
    return None


def same(word, thing):
    return word is not None and word & ~TAGS == id(thing)


def variables_of(code):
    return len({*code.co_varnames, *code.co_cellvars}) + len(code.co_freevars)


def object_at(address):
    """The object there, if there is one: with a class that exists, and not about to be taken away."""
    content = memory_at(address, HEADER) if address else None
    if content is None or int.from_bytes(content[:4], sys.byteorder) == 0 or not is_class(word_in(content, WORD)):
        return None
    return ctypes.cast(address, ctypes.py_object).value


def is_class(address):
    if address not in CLASSES:
        CLASSES.update(map(id, subclasses(object)))
    return address in CLASSES


def word_at(address):
    content = memory_at(address, WORD)
    return None if content is None else word_in(content, 0)


def word_in(content, at):
    return int.from_bytes(content[at : at + WORD], sys.byteorder)


def memory_at(address, size):
    """Through a pipe: the system says so if an address is not one, and does not end the program."""
    if not PIPE:
        ends = (ctypes.c_int * 2)()
        if LIBC.pipe(ends):
            return None
        PIPE.extend(ends)
    room = ctypes.create_string_buffer(size)
    written = LIBC.write(PIPE[1], ctypes.c_void_p(address), ctypes.c_size_t(size))
    taken = LIBC.read(PIPE[0], room, ctypes.c_size_t(written)) if written > 0 else 0
    return room.raw if taken == size else None


def end_reading():
    while PIPE:
        LIBC.close(PIPE.pop())
