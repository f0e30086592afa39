"""Finds out which of the changes of a plan cannot be made. A copy of the program tries them, so that this one stays as it is."""
import ctypes
import os

from .ending import Impossible
from .value_stack import LIBC

ROOM = 4096  # bytes of a reason
POSSIBLE = b"\0"


def sort_out(changes, make):
    """The changes that can be made, each on top of those before it, and what is to be said of the others."""
    kept, refused = [], []
    at, size = 0, len(changes)
    while at < len(changes):
        some = changes[at : at + size]
        reason = why_not([*kept, *some], make)
        if reason is None:
            kept.extend(some)
            at, size = at + len(some), len(changes)
        elif len(some) > 1:
            size = len(some) // 2
        else:
            refused.append({"change": at, "reason": reason})
            at, size = at + 1, len(changes)
    return kept, refused


def why_not(changes, make):
    """Why they cannot be made all together; None if they can."""
    ends = (ctypes.c_int * 2)()
    LIBC.pipe(ends)
    copy = LIBC.fork()  # none of what the program has arranged for forks is done
    if copy == 0:
        try:
            make(changes)
            os.write(ends[1], POSSIBLE)
        except Exception as error:
            reason = str(error) if type(error) is Impossible else f"{type(error).__name__}: {error}"
            os.write(ends[1], reason.encode("utf-8", "backslashreplace")[:ROOM])
        os._exit(0)
    LIBC.close(ends[1])
    answer = ctypes.create_string_buffer(ROOM)
    length = LIBC.read(ends[0], answer, ctypes.c_size_t(ROOM))
    LIBC.close(ends[0])
    LIBC.waitpid(copy, None, 0)
    if answer.raw[: len(POSSIBLE)] == POSSIBLE:
        return None
    # A copy that broke has said nothing.
    return answer.raw[: max(length, 0)].decode("utf-8", "replace") or "the program cannot be changed so"
