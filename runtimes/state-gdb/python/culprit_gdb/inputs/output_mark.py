"""Marks, in what the program prints, where it came to the place."""

import os

import gdb

from .buffers import UnknownBuffers, open_buffers

STANDARD_OUTPUT = 1
DRIVER_OUTPUT = 4  # the file descriptor of gdb for the program's standard output


def write_mark(mark, memory):
    """Writes to the pipe or file of the run, and to nothing that the program has put in its place."""
    path = f"/proc/{memory.process.pid}/fd/{STANDARD_OUTPUT}"
    try:
        if not os.path.samestat(os.stat(path), os.fstat(DRIVER_OUTPUT)):
            return
        pending = sum(each.pending for each in open_buffers(memory) if each.number == STANDARD_OUTPUT)
    except (OSError, UnknownBuffers):
        return
    left = f"{mark}{pending};".encode()
    while left:
        left = left[os.write(DRIVER_OUTPUT, left) :]


def flush_output():
    """What a program that is about to be ended has printed, but not yet written."""
    for call in ("((int (*)(void *)) fflush)(0)", "((void *(*)(void *)) _ZNSo5flushEv)(&_ZSt4cout)"):
        try:
            gdb.parse_and_eval(call)
        except gdb.error:
            pass  # a program without C++, or a library that has other names
