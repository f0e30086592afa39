"""A file that is a whole JSON list at every moment, so that it can be read however the program ends."""
import fcntl
import json
import os

FAR = 200  # numbers below are left to the program, which may count on getting the next one


class GrowingList:
    def __init__(self, path):
        near = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        self.file = fcntl.fcntl(near, fcntl.F_DUPFD_CLOEXEC, FAR)
        os.close(near)
        os.write(self.file, b"[]")
        self.end = 1
        self.length = 0

    def append(self, entry):
        text = json.dumps(entry).encode()
        text = text if self.length == 0 else b",\n" + text
        os.pwrite(self.file, text + b"]", self.end)
        self.end += len(text)
        self.length += 1
