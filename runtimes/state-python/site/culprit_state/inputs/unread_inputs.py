"""The regular files that the program has open for reading, and what it has not yet read of them."""
import fcntl
import os
import stat

from ..descriptors import LOWEST
from ..impossible_change import ImpossibleChange
from .lines import changed_lines, lines_of
from .readers import Unmatched, readers_by_descriptor

STANDARD_INPUT = 0
MAX_BYTES = 1 << 24  # of a file: more is neither captured nor changed


class UnreadInputs:
    """
    Looking is not free of effects: the buffers of the program's streams can only be emptied, so that it reads the same bytes
    again. Nothing is done unless a plan captures or changes them.
    """

    def __init__(self, plan):
        changes = plan.get("changes") or ()
        is_needed = plan.get("capture") or any("input" in each["at"]["root"] for each in changes)
        descriptors = list(readable_files()) if is_needed else []
        self.unknown = []  # the descriptors of files of which it is not known what was read
        self.by_descriptor = {}
        readers = readers_by_descriptor() if descriptors else {}
        for descriptor in descriptors:
            self.add(descriptor, readers.get(descriptor, ()))

    def add(self, descriptor, readers):
        try:
            if os.fstat(descriptor).st_size > MAX_BYTES:
                self.unknown.append(descriptor)
                return
            content = whole_content(descriptor)
            position = find_position(descriptor, readers, content)
        except Unmatched as found:
            UnreadInput(descriptor, readers, b"", 0).replace(found.rest)
            self.unknown.append(descriptor)
            return
        except Exception:  # a stream that is closed, detached, or in use right now
            self.unknown.append(descriptor)
            return
        self.by_descriptor[descriptor] = UnreadInput(descriptor, readers, content, position)

    def change(self, changes):
        """The function that makes changes of unread lines; an impossible one raises an error before."""
        wanted = {}
        for each in changes:
            wanted.setdefault(each["at"]["root"]["input"], []).append(each)
        prepared = [(self.find(number), changed_lines(self.lines, some)) for number, some in wanted.items()]

        def make():
            for unread, lines in prepared:
                unread.replace(b"".join(lines))

        return make

    def find(self, number):
        if number not in self.by_descriptor:
            raise ImpossibleChange("the program has no such file open for reading here")
        return self.by_descriptor[number]

    def lines(self, number):
        return self.find(number).lines


class UnreadInput:
    def __init__(self, descriptor, readers, content, position):
        self.descriptor = descriptor
        self.readers = readers
        self.content = content
        self.position = position
        self.lines = lines_of(content[position:])

    def root(self):
        return {**root_of(self.descriptor), "line": self.content.count(b"\n", 0, self.position) + 1}

    def replace(self, rest):
        """The file is the user's: the program reads from a copy of it in memory from now on, under the same number."""
        copy = os.memfd_create("input", os.MFD_CLOEXEC)
        try:
            with open(copy, "wb", closefd=False) as file:
                file.write(self.content[: self.position] + rest)
            os.dup2(copy, self.descriptor, os.get_inheritable(self.descriptor))
        finally:
            os.close(copy)
        for reader in self.readers:
            reader.go_to(self.position)
        os.lseek(self.descriptor, self.position, os.SEEK_SET)


def root_of(descriptor):
    path = os.readlink(f"/proc/self/fd/{descriptor}")
    return {"input": descriptor, "name": "standard input" if descriptor == STANDARD_INPUT else os.path.basename(path)}


def find_position(descriptor, readers, content):
    """The position of the first byte that the program has not seen. Afterwards no stream has anything in its buffers."""
    raw = os.lseek(descriptor, 0, os.SEEK_CUR)
    position = raw
    for reader in readers:
        position = min(position, reader.position(content))
        os.lseek(descriptor, raw, os.SEEK_SET)
    for reader in readers:
        reader.go_to(position)
    os.lseek(descriptor, position, os.SEEK_SET)
    return position


def readable_files():
    for name in sorted(os.listdir("/proc/self/fd"), key=int):
        descriptor = int(name)
        try:
            is_read_only = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
            if descriptor < LOWEST and is_read_only and stat.S_ISREG(os.fstat(descriptor).st_mode):
                yield descriptor
        except OSError:
            pass  # the folder itself, which is closed by now


def whole_content(descriptor):
    """Read by position: that of the descriptor stays."""
    content = b""
    while True:
        piece = os.pread(descriptor, MAX_BYTES, len(content))
        if not piece:
            return content
        content += piece
