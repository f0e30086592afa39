"""The buffers of the C and C++ libraries for open files: what they have read ahead, and what they have not yet written.

The layouts are those of glibc and libstdc++ on 64-bit systems. What is read ahead is compared with the file, so a wrong
layout is noticed.
"""

import os
from typing import NamedTuple

import gdb

EOF_SEEN, IN_BACKUP = 0x10, 0x100  # flags of a FILE
READ_POINTER, READ_END, WRITE_BASE, WRITE_POINTER = 8, 16, 32, 40
CHAIN, FILE_NUMBER, OFFSET, MODE = 104, 112, 144, 192
UNKNOWN_OFFSET = (1 << 64) - 1
FILE_SIZE = 216

FILEBUF_TABLE = "_ZTVSt13basic_filebufIcSt11char_traitsIcEE"  # programs without it have no std::filebuf
# Offsets in a std::filebuf: the pointers of its two buffers, and the FILE.
INPUT, OUTPUT = (8, 16, 24), (32, 40, 48)  # beginning, current, end
FILEBUF_FILE, FILEBUF_SIZE = 104, 240
MAX_SEARCHED = 1 << 26  # bytes of memory in which objects of C++ are looked for


class Buffer(NamedTuple):
    """`read_ahead` is what the program has not yet asked for; `pending` the number of bytes not yet written."""

    number: int  # of the file descriptor
    read_ahead: bytes
    pending: int
    skip: object  # the function that drops what was read ahead


class UnknownBuffers(Exception):
    """Nothing is known about the buffers of the program's library."""


def open_buffers(memory):
    """All buffers of the program. Raises UnknownBuffers for other libraries than glibc."""
    files = dict(stdio_files(memory))
    found = [stdio_buffer(memory, address, number) for address, number in files.items()]
    return found + list(stream_buffers(memory, files))


def stdio_files(memory):
    address = memory.read_word(address_of("_IO_list_all"))
    seen = set()
    while address and address not in seen and memory.is_readable(address, FILE_SIZE):
        seen.add(address)
        yield address, int.from_bytes(memory.read(address + FILE_NUMBER, 4), "little", signed=True)
        address = memory.read_word(address + CHAIN)


def stdio_buffer(memory, address, number):
    flags = int.from_bytes(memory.read(address, 4), "little")
    is_wide = int.from_bytes(memory.read(address + MODE, 4), "little", signed=True) > 0
    if flags & IN_BACKUP or is_wide:
        raise UnknownBuffers
    start, end = memory.read_word(address + READ_POINTER), memory.read_word(address + READ_END)

    def skip():
        memory.write_word(address + READ_POINTER, end)
        memory.write_word(address + OFFSET, UNKNOWN_OFFSET)
        memory.write(address, (flags & ~EOF_SEEN).to_bytes(4, "little"))

    pending = memory.read_word(address + WRITE_POINTER) - memory.read_word(address + WRITE_BASE)
    return Buffer(number, bytes_between(memory, start, end), pending, skip)


def stream_buffers(memory, files):
    """Those of std::filebuf objects, wherever they are: they are known by the FILE that they refer to."""
    if not address_of(FILEBUF_TABLE, 0) or memory.word_size != 8:
        return
    for region, raw in writable_memory(memory):
        for file, number in files.items():
            for offset in occurrences(raw, file.to_bytes(8, "little")):
                start = offset - FILEBUF_FILE
                if start >= 0 and is_stream(memory, raw[start : start + FILEBUF_SIZE]):
                    yield stream_buffer(memory, region.start + start, number)


def writable_memory(memory):
    left = MAX_SEARCHED
    with open(f"/proc/{memory.process.pid}/mem", "rb") as content:
        for region in memory.regions.regions:
            size = region.end - region.start
            if "rw" in region.access and size <= left:
                left -= size
                yield region, os.pread(content.fileno(), size, region.start)


def is_stream(memory, raw):
    """It begins with a pointer to a virtual table, and has pointers in order."""
    words = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, FILEBUF_FILE, 8)]
    table = memory.regions.find(words[0])
    in_order = all(words[begin // 8] <= words[at // 8] <= words[end // 8] for begin, at, end in (INPUT, OUTPUT))
    return in_order and table is not None and table.name.startswith("/")


def stream_buffer(memory, address, number):
    _, current, end = (memory.read_word(address + each) for each in INPUT)
    begin, written, _ = (memory.read_word(address + each) for each in OUTPUT)
    read_ahead = bytes_between(memory, current, end)

    def skip():
        memory.write_word(address + INPUT[1], end)

    return Buffer(number, read_ahead, written - begin, skip)


def bytes_between(memory, start, end):
    if start == end:
        return b""
    if start > end or not memory.is_readable(start, end - start):
        raise UnknownBuffers
    return memory.read(start, end - start)


def occurrences(raw, pattern):
    at = raw.find(pattern)
    while at >= 0:
        if at % 8 == 0:
            yield at
        at = raw.find(pattern, at + 1)


def address_of(symbol, default=None):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long) &{symbol}"))
    except gdb.error:
        if default is None:
            raise UnknownBuffers from None
        return default
