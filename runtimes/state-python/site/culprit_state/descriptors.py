"""File descriptors that do not get in the program's way."""
import fcntl
import os

LOWEST = 200  # lower numbers are left to the program, which may count on getting the next one


def high_descriptor(file):
    """The same open file under a high number."""
    try:
        high = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, LOWEST)
    except OSError:
        return file  # the limit for open files is lower
    os.close(file)
    return high
