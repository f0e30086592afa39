"""What copies of the program have started: gdb becomes the parent of those whose own has ended."""

import ctypes
import os
import signal
import time

from deeds import open_files

ADOPT = 36  # PR_SET_CHILD_SUBREAPER
PAUSE = 0.02  # seconds


def adopt():
    ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)


def children():
    """Of all threads: which of them it is that adopts is not said."""
    found = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/children") as file:
                found.extend(map(int, file.read().split()))
        except OSError:
            pass  # The thread has just ended.
    return found


def wait_for_speakers(held, pipes, goes_on):
    """What was started may go on as long as it can be heard, and the test goes on."""
    while goes_on() and any(speaks(each, pipes) for each in children() if each != held):
        time.sleep(PAUSE)


def speaks(pid, pipes):
    try:
        return not pipes.isdisjoint(open_files(pid).values())
    except OSError:
        return False  # It has just ended.


def kill_others(held):
    """The children of those that are killed become children of gdb, and are next."""
    while True:
        others = [each for each in children() if each != held]
        if not others:
            return
        for each in others:
            kill(each)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass  # It has ended, and gdb has seen to it.
