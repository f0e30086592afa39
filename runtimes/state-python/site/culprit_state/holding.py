"""
A program that has come to its place and stands still there, so that many tests can go on from it. For each a copy is
made by fork, as it is: none of what Python and the program have arranged for forks is done, since to the program there is
none.

The copy is not a child of the process that runs the test and waits for it, which is `client.py`. So between the two there
is a keeper, one for each test, which sees to it that nothing of the copy is left when the test is over.
"""
import ctypes
import json
import os
import select
import signal
import socket
import sys

from .descriptors import Descriptors
from .ending import NOT_DONE
from .growing_list import far_from_others
from .keeping import keep
from .outside import Outside

NAMESPACES = ("pid", "mnt", "net", "user", "ipc")


class Holding:
    def __init__(self, plan, parent):
        self.plan = plan
        self.parent = parent
        self.folder = plan["hold"]["folder"]
        self.control = far_from_others(plan["hold"]["control"])
        self.descriptors = Descriptors()
        self.outside = Outside()
        self.libc = ctypes.PyDLL(None)  # which keeps Python's lock: no other thread may run meanwhile

    def hold(self):
        """Comes back once in each copy, with the plan of its test."""
        self.outside.watching = False
        reason = why_not(self.parent, self.outside) or self.descriptors.look({self.control})
        if reason is not None:
            self.tell({"declined": reason})
            os._exit(NOT_DONE)
        return self.serve()

    def serve(self):
        # From here on the end of `control` is the end, and what is sent to the program is not its affair.
        self.libc.prctl(1, 0, 0, 0, 0)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        listening = self.listen()
        self.descriptors.silence()
        self.tell({"held": {"interpreter": sys.executable, "namespaces": namespaces()}})
        while True:
            ready, _, _ = select.select([listening, self.control], [], [])
            if self.control in ready:
                break
            connection, _ = listening.accept()
            if self.libc.fork() == 0:
                listening.close()
                asked = keep(self, connection)
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                return asked
            connection.close()
            reap()
        self.leave()

    def listen(self):
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        folder = os.open(self.folder, os.O_PATH | os.O_CLOEXEC)
        listening.bind(f"/proc/self/fd/{folder}/socket")  # a longer path may be too long
        os.close(folder)
        listening.listen(64)
        return listening

    def tell(self, message):
        os.write(self.control, json.dumps(message).encode() + b"\n")

    def leave(self):
        """Ends when all keepers have."""
        while reap(0):
            pass
        for name in os.listdir(self.folder):
            os.unlink(os.path.join(self.folder, name))
        os.rmdir(self.folder)
        os._exit(0)


def why_not(parent, outside):
    """What a copy would not share or do as the program itself does; None if there is nothing."""
    if not (sys.executable and hasattr(os, "pidfd_open") and os.path.exists(f"/proc/self/task/{os.getpid()}/children")):
        return "this Python or this system cannot look after copies"
    if os.getppid() != parent:
        return "it is a part of another program"
    if len(os.listdir("/proc/self/task")) > 1:
        return "it has threads"
    if has_children():
        return "it has started other processes"
    if any(signal.getitimer(timer)[0] for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)):
        return "it has set a timer"
    if signal.getsignal(signal.SIGCHLD) is None:
        return "it looks after processes by itself"
    with open("/proc/self/maps") as maps:
        if any(line.split()[1][1::2] == "ws" for line in maps):
            return "it shares memory"
    return f"it {outside.deed}" if outside.deed else None


def has_children():
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except ChildProcessError:
        return False


def reap(options=os.WNOHANG):
    """Whether there may be more."""
    try:
        return os.waitpid(-1, options) != (0, 0)
    except ChildProcessError:
        return False


def namespaces():
    return [os.readlink(f"/proc/self/ns/{name}") for name in NAMESPACES]
