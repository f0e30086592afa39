"""std::string and std::vector as libstdc++ lays them out."""

from typing import NamedTuple

SHORT_STRING = 15  # characters that fit into the string object itself
CHARACTERS, LENGTH, CAPACITY = 0, 8, 16  # offsets; a short string has its characters in place of the capacity
START, END, LIMIT = 0, 8, 16


class StdVector(NamedTuple):
    start: int
    end: int
    limit: int  # the end of what is allocated


def read_std_string(memory, address):
    """None if the string is not constructed yet, or destroyed."""
    start, length = memory.read_word(address + CHARACTERS), memory.read_word(address + LENGTH)
    capacity = SHORT_STRING if start == address + CAPACITY else memory.read_word(address + CAPACITY)
    if length > capacity or not memory.is_readable(start, length + 1):
        return None
    return memory.read(start, length) if memory.read(start + length, 1) == b"\0" else None


def read_std_vector(memory, address, element):
    """None if the vector is not constructed yet, or destroyed."""
    start, end, limit = (memory.read_word(address + offset) for offset in (START, END, LIMIT))
    if not start <= end <= limit or (end - start) % element.size:
        return None
    if start and not memory.is_readable(start, max(1, limit - start)):
        return None
    return StdVector(start, end, limit)
