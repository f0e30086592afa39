"""Why a program that has come to its place cannot be held there: a copy of it would not go on just as it would itself."""

import os
import stat

import gdb

# By what they mean: system calls that leave something outside of the memory of the program.
DEEDS = {
    "wrote a file": "creat openat2 truncate ftruncate",
    "changed files": "unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat mknod mknodat"
    " chmod fchmod fchmodat chown fchown lchown fchownat utime utimes utimensat futimesat"
    " setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr flock",
    "used the network": "connect bind sendto sendmsg sendmmsg",
    "sent a signal": "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo",
    "started threads or processes": "fork vfork clone clone3",
    "has set a timer": "alarm setitimer timer_create",
    "shares memory": "shmget shmat msgget semget",
    "left its group": "setsid setpgid",
}
# In which register it is said how a file is opened.
OPENING = {"x86_64": {"open": "$rsi", "openat": "$rdx"}, "aarch64": {"openat": "$x2"}}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
SIGCHLD = 17
MEMORY = 1  # the major number of /dev/null, /dev/zero, /dev/urandom


class Deeds:
    """Stops the program at what it does outside of its memory."""

    def __init__(self):
        self.meaning = {}
        for meaning, names in DEEDS.items():
            for name in names.split():
                self._watch(name, meaning)
        for name, register in OPENING[os.uname().machine].items():
            self._watch(name, "wrote a file", f"{register} & {WRITES}")

    def _watch(self, name, meaning, condition=None):
        before = set(numbers())
        try:
            gdb.execute(f"catch syscall {name}", to_string=True)
        except gdb.error:
            return  # There is none on this system.
        (number,) = set(numbers()) - before
        self.meaning[number] = meaning
        if condition is not None:
            gdb.execute(f"condition {number} {condition}", to_string=True)

    def done(self, event):
        """What was done, if that is why the program has stopped."""
        return next((self.meaning[each.number] for each in event.breakpoints if each.number in self.meaning), None)

    def forget(self):
        for number in self.meaning:
            gdb.execute(f"delete {number}", to_string=True)


def numbers():
    return [each.number for each in gdb.breakpoints()]


def is_known_system():
    return os.uname().machine in OPENING and os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def why_not(pid, known):
    """None if nothing is in the way. `known` is what may be open: what was from the start, and its outputs."""
    if len(os.listdir(f"/proc/{pid}/task")) > 1:
        return "it has threads"
    if int(status_of(pid)["SigCgt"], 16) >> (SIGCHLD - 1) & 1:
        return "it looks after processes by itself"
    with open(f"/proc/{pid}/maps") as maps:
        if any(line.split()[1][1::2] == "ws" for line in maps):
            return "it shares memory"
    reasons = (why_not_open(pid, number) for number, each in open_files(pid).items() if each not in known)
    return next((each for each in reasons if each is not None), None)


def open_files(pid):
    """By their numbers."""
    numbers = os.listdir(f"/proc/{pid}/fd")
    return {number: identity(f"/proc/{pid}/fd/{number}") for number in numbers}


def identity(path):
    status = os.stat(path)
    return status.st_dev, status.st_ino


def status_of(pid):
    with open(f"/proc/{pid}/status") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def why_not_open(pid, number):
    """How far files were read gdb puts right for each copy."""
    status = os.stat(f"/proc/{pid}/fd/{number}")
    if stat.S_ISCHR(status.st_mode) and os.major(status.st_rdev) == MEMORY:
        return None
    if not stat.S_ISREG(status.st_mode):
        return "it has pipes, sockets or devices open"
    with open(f"/proc/{pid}/fdinfo/{number}") as file:
        flags = next(int(line.split()[1], 8) for line in file if line.startswith("flags:"))
    return None if flags & os.O_ACCMODE == os.O_RDONLY else "it has a file open for writing"
