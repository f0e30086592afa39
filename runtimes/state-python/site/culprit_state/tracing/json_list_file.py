import os

from .. import plain_json as json
from ..descriptors import high_descriptor


class JsonListFile:
    """A JSON list in a file, complete after each `append`: it can be read however the program ends."""

    def __init__(self, path):
        self.file = high_descriptor(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666))
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
