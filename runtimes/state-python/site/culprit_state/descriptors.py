"""
Open files of a program that stands still while copies of it go on. They share each open file with it and with each
other, and how far it was read: so a copy opens again what can be opened again, and a program that has others open is not
copied.
"""
import fcntl
import os
import stat

MEMORY = 1  # the major number of /dev/null, /dev/zero, /dev/urandom


class Descriptors:
    """
    What is open at the start is known: to two of those the program says what it has to say, and the others are shared by
    all runs, wherever they begin.
    """

    def __init__(self):
        self.inherited = {number: identity(number) for number in open_numbers() if number > 2}
        self.said = {identity(number): number for number in (1, 2) if is_socket(number)}
        self.speaking = []
        self.reading = []

    def look(self, ours):
        """Takes in what is open, but for some that are ours. Gives the reason why it cannot be copied, or None."""
        if len(self.said) < 2:
            return "its output goes elsewhere"
        seen = set()
        for number in open_numbers() - ours:
            reason = self.take(number, seen)
            if reason is not None:
                return reason
        return None

    def take(self, number, seen):
        mode = os.fstat(number).st_mode
        if identity(number) in self.said:
            self.speaking.append((number, self.said[identity(number)], os.get_inheritable(number)))
        elif stat.S_ISREG(mode):
            if identity(number) in seen:
                return "it has a file open twice"
            seen.add(identity(number))
            return self.take_file(number)
        elif self.inherited.get(number) != identity(number) and not is_memory(number):
            return "it has pipes, sockets or devices open"
        return None

    def take_file(self, number):
        flags = fcntl.fcntl(number, fcntl.F_GETFL)
        if flags & os.O_ACCMODE != os.O_RDONLY:
            return "it has a file open for writing"
        try:
            os.close(reopened(number, flags))
        except OSError:
            return "it has a file open that cannot be opened again"
        self.reading.append((number, flags, os.lseek(number, 0, os.SEEK_CUR), os.get_inheritable(number)))
        return None

    def silence(self):
        """What was said is complete: who listens sees the end of it."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for number, _, inheritable in self.speaking:
            os.dup2(nowhere, number, inheritable)
        os.close(nowhere)

    def renew(self, outputs):
        """In a copy: its own outputs, by the numbers 1 and 2, and its own way through the files that it reads."""
        for number, said, inheritable in self.speaking:
            os.dup2(outputs[said], number, inheritable)
        for number, flags, offset, inheritable in self.reading:
            file = reopened(number, flags)
            os.lseek(file, offset, os.SEEK_SET)
            os.dup2(file, number, inheritable)
            os.close(file)


def open_numbers():
    return {number for number in map(int, os.listdir("/proc/self/fd")) if is_open(number)}


def is_open(number):
    try:
        os.fstat(number)
        return True
    except OSError:
        return False


def reopened(number, flags):
    return os.open(f"/proc/self/fd/{number}", flags & ~(os.O_CREAT | os.O_EXCL | os.O_TRUNC) | os.O_CLOEXEC)


def identity(number):
    status = os.fstat(number)
    return status.st_dev, status.st_ino


def is_memory(number):
    status = os.fstat(number)
    return stat.S_ISCHR(status.st_mode) and os.major(status.st_rdev) == MEMORY


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False
