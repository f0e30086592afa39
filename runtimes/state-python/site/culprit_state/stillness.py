"""While the program is looked at, its other threads stand still, and there is room for calls of ours on its stack."""
import contextlib
import sys
import threading
from time import perf_counter

ROOM = 1000  # calls
LONG, SHORT = 0.5, 0.00001  # seconds after which a thread has to give way to another one
ASKING = 0.02  # seconds in which those that have waited for less will have asked for their turn


def make_room():
    """Gives the function that takes it back. Called first of all: the program may stand at its limit."""
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + ROOM)

    def take_back():
        try:
            sys.setrecursionlimit(depth)
        except RecursionError:
            pass  # the program stands so deep that the limit would be passed just here

    return take_back


@contextlib.contextmanager
def standing_still():
    """Nothing in here may wait, be it for a file: another thread would go on, and not give way for as long as that."""
    pause = sys.getswitchinterval()
    if len(sys._current_frames()) > 1:
        sys.setswitchinterval(SHORT)
        load_all()
        sys.setswitchinterval(LONG)
        give_way()
    try:
        yield
    finally:
        sys.setswitchinterval(pause)


def give_way():
    """
    A thread that has asked for its turn already gets it, however long the turns are from now on: better before than in the midst.
    When it is over, a whole turn is ours. Turns may not be longer than can be waited for.
    """
    end = perf_counter() + ASKING
    while perf_counter() < end:
        pass


def load_all():
    """What is loaded only where it is needed, as that takes a while."""
    import ast  # noqa: F401
    import ctypes  # noqa: F401
    import dis  # noqa: F401
    import hashlib  # noqa: F401


def thread_name():
    """The name of the thread at work, or None if it is the main one."""
    thread = threading._active.get(threading.get_ident())
    if thread is threading.main_thread() or thread is None:
        return None
    return threading.Thread.name.__get__(thread)
