"""The threads of the program beside the one that reached the place."""
import contextlib
import sys
import threading
from time import perf_counter

# Seconds after which Python makes a thread give way to another one.
LONG_TURN, SHORT_TURN = 0.5, 0.00001
YIELDING = 0.02  # seconds in which every thread that waits will have asked for its turn


@contextlib.contextmanager
def pause_other_threads():
    """Nothing in here may wait, not even for a file: another thread would run, for a whole long turn."""
    interval = sys.getswitchinterval()
    if len(sys._current_frames()) > 1:
        sys.setswitchinterval(SHORT_TURN)
        import_everything()
        sys.setswitchinterval(LONG_TURN)
        give_way()
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def give_way():
    """
    A thread that has asked for its turn gets it, however long turns are from now on. It had better get it now: after it, a
    whole long turn is ours. Turns must not be longer than anyone can wait for.
    """
    end = perf_counter() + YIELDING
    while perf_counter() < end:
        pass


def import_everything():
    """The modules that are otherwise imported where they are needed, because that takes a while."""
    import ast  # noqa: F401
    import ctypes  # noqa: F401
    import dis  # noqa: F401
    import hashlib  # noqa: F401


def current_thread_name():
    """None if it is the main thread."""
    thread = threading._active.get(threading.get_ident())
    if thread is threading.main_thread() or thread is None:
        return None
    return threading.Thread.name.__get__(thread)
