"""Finds out which changes of a plan are possible. They are tried in a fork of the process, so that this one stays as it is."""
import ctypes
import os

from ..impossible_change import ImpossibleChange
from ..memory.raw_memory import LIBC

MAX_REASON = 4096  # bytes
POSSIBLE = b"\0"


def split_possible(changes, make):
    """The changes that are possible, each together with those before it; and the others (`RefusedChange[]`)."""
    possible, refused = [], []
    start, size = 0, len(changes)
    while start < len(changes):
        some = changes[start : start + size]
        reason = why_impossible([*possible, *some], make)
        if reason is None:
            possible.extend(some)
            start, size = start + len(some), len(changes)
        elif len(some) > 1:
            size = len(some) // 2
        else:
            refused.append({"change": start, "reason": reason})
            start, size = start + 1, len(changes)
    return possible, refused


def why_impossible(changes, make):
    """Why the changes cannot be made together; None if they can."""
    ends = (ctypes.c_int * 2)()
    LIBC.pipe(ends)
    child = LIBC.fork()  # unlike `os.fork`, runs none of the program's fork handlers
    if child == 0:
        try:
            make(changes)
            os.write(ends[1], POSSIBLE)
        except Exception as error:
            reason = str(error) if type(error) is ImpossibleChange else f"{type(error).__name__}: {error}"
            os.write(ends[1], reason.encode("utf-8", "backslashreplace")[:MAX_REASON])
        os._exit(0)
    LIBC.close(ends[1])
    buffer = ctypes.create_string_buffer(MAX_REASON)
    length = LIBC.read(ends[0], buffer, ctypes.c_size_t(MAX_REASON))
    LIBC.close(ends[0])
    LIBC.waitpid(child, None, 0)
    written = buffer.raw[: max(length, 0)]
    # A child that crashed has written nothing.
    return None if written == POSSIBLE else written.decode("utf-8", "replace") or "the program crashes with this change"
