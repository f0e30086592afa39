"""
The streams of Python's library that read from file descriptors. What they have in their buffers is only known by asking for all of
it; then the stream is set back, and reads it again. Only exact classes: others may run code of the program.
"""
import gc
import io
import os


def readers_by_descriptor():
    """The readers of each file descriptor."""
    streams = [each for each in gc.get_objects() if type(each) in (io.TextIOWrapper, io.BufferedReader)]
    texts = [TextReader(each) for each in streams if type(each) is io.TextIOWrapper and is_buffer(each)]
    wrapped = {id(each.stream.buffer) for each in texts}
    buffers = [BufferReader(each) for each in streams if type(each) is io.BufferedReader and id(each) not in wrapped]
    found = {}
    for reader in [*texts, *buffers]:
        try:
            found.setdefault(reader.descriptor(), []).append(reader)
        except (ValueError, OSError):
            pass  # closed, detached, or not from a file
    return found


def is_buffer(stream):
    try:
        return type(stream.buffer) is io.BufferedReader
    except ValueError:
        return False  # detached


class Unmatched(Exception):
    """What a stream has not yet read, as bytes: these are not at the end of its file as they stand."""

    def __init__(self, rest):
        self.rest = rest


class BufferReader:
    def __init__(self, stream):
        self.stream = stream

    def descriptor(self):
        if type(self.stream.raw) is not io.FileIO:
            raise ValueError
        return self.stream.raw.fileno()

    def position(self, content):
        return self.stream.tell()

    def go_to(self, position):
        self.stream.seek(0, os.SEEK_END)  # otherwise it might stay within its buffer
        self.stream.seek(position)


class TextReader(BufferReader):
    """`for line in stream` turns `stream.tell()` off, so the position follows from the text that is left."""

    def descriptor(self):
        return BufferReader(self.stream.buffer).descriptor()

    def position(self, content):
        codec = (self.stream.encoding, self.stream.errors)
        if "".encode(*codec):
            raise ValueError  # with a mark at the beginning, which is not where the rest begins
        before = self.stream.buffer.tell()
        try:
            rest = self.stream.read()
        except Exception:
            self.go_to(before)
            raise
        position = len(content) - length_of(rest, content, codec)
        if position < 0 or translated(content[position:].decode(*codec)) != translated(rest):
            raise Unmatched(rest.encode(*codec))
        return position

    def go_to(self, position):
        BufferReader(self.stream.buffer).go_to(position)


def length_of(rest, content, codec):
    """The number of bytes at the end of the content for a text that was read from it, where two bytes may be one end of a line."""
    encoded = rest.encode(*codec)
    size, longer = -1, len(encoded)
    while size < longer <= len(content):
        size = longer
        longer = len(encoded) + content.count(b"\r\n", len(content) - size) - encoded.count(b"\r\n")
    return size


def translated(text):
    return text.replace("\r\n", "\n").replace("\r", "\n")
