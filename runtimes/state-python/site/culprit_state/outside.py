"""
Notes what the program does to the world outside of its memory. A copy of it that goes on from the middle would not do
that again, as a run from the beginning does.
"""
import os
import sys

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events of Python's audit hooks, by what they mean.
DEEDS = {
    "started a process": {
        *("subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec"),
    },
    "changed files": {
        *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"),
        *("os.chown", "os.utime", "os.setxattr", "os.removexattr", "sqlite3.connect", "fcntl.flock", "fcntl.lockf"),
    },
    "used the network": {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"},
    "sent a signal": {"os.kill", "os.killpg", "signal.pthread_kill"},
}
MEANING = {event: deed for deed, events in DEEDS.items() for event in events}


class Outside:
    """`deed` says what was done first, or is None."""

    def __init__(self):
        self.deed = None
        self.watching = True
        sys.addaudithook(self.note)

    def note(self, event, arguments):
        if not self.watching:
            return
        if event == "open":
            deed = "wrote a file" if is_for_writing(*arguments[:3]) else None
        else:
            deed = MEANING.get(event)
        if deed is not None and not is_compiled_code(arguments):
            self.deed = deed
            self.watching = False


def is_for_writing(path, mode, flags):
    return isinstance(flags, int) and flags & WRITES and path != os.devnull


def is_compiled_code(arguments):
    """Python keeps what it has compiled; that is none of the program's doing."""
    return bool(arguments) and isinstance(arguments[0], str) and "__pycache__" in arguments[0]
