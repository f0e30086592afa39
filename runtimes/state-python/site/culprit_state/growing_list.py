"""A file that is a whole JSON list at every moment, so that it can be read however the program ends."""
import fcntl
import json
import os

FAR = 200  # numbers below are left to the program, which may count on getting the next one


class GrowingList:
    def __init__(self, path):
        self.file = far_from_others(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666))
        os.write(self.file, b"[]")
        self.end = 1
        self.length = 0

    def append(self, entry):
        text = json.dumps(entry).encode()
        text = text if self.length == 0 else b",\n" + text
        try:
            os.pwrite(self.file, text + b"]", self.end)
        except OSError:
            return  # a program that becomes a daemon closes all files
        self.end += len(text)
        self.length += 1


def far_from_others(file):
    try:
        far = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, FAR)
    except OSError:
        return file  # so many are not allowed
    os.close(file)
    return far
