"""Reads the memory of this process by address. A wrong address gives None and does no harm."""
import ctypes
import sys

from ..names import all_subclasses

LIBC = ctypes.PyDLL(None)  # keeps Python's lock, so that no other thread runs meanwhile
WORD = 8
HEADER = 16  # bytes at the beginning of every object: its reference count and its class
PIPE = []  # its two ends, while memory is read
CLASSES = set()  # the addresses of all classes


def object_at(address):
    """The object at an address; None unless its class exists and it is referred to."""
    content = read_memory(address, HEADER) if address else None
    if content is None or int.from_bytes(content[:4], sys.byteorder) == 0 or not is_class(word_in(content, WORD)):
        return None
    return ctypes.cast(address, ctypes.py_object).value


def is_class(address):
    if address not in CLASSES:
        CLASSES.update(map(id, all_subclasses(object)))
    return address in CLASSES


def read_word(address):
    content = read_memory(address, WORD)
    return None if content is None else word_in(content, 0)


def word_in(content, offset):
    return int.from_bytes(content[offset : offset + WORD], sys.byteorder)


def read_memory(address, size):
    """Through a pipe: the system refuses to write from a wrong address, but does not end the program."""
    if not PIPE:
        ends = (ctypes.c_int * 2)()
        if LIBC.pipe(ends):
            return None
        PIPE.extend(ends)
    buffer = ctypes.create_string_buffer(size)
    written = LIBC.write(PIPE[1], ctypes.c_void_p(address), ctypes.c_size_t(size))
    taken = LIBC.read(PIPE[0], buffer, ctypes.c_size_t(written)) if written > 0 else 0
    return buffer.raw if taken == size else None


def stop_reading():
    while PIPE:
        LIBC.close(PIPE.pop())
