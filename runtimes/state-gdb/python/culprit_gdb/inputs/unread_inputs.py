"""The regular files that the program has open for reading, and what it has not yet read of them."""

import os
import stat
import tempfile

import gdb

from ..plan_errors import ImpossibleChange
from .buffers import UnknownBuffers, open_buffers
from .captured_lines import CapturedLines
from .lines import changed_lines, lines_of

STANDARD_INPUT = 0
MAX_BYTES = 1 << 24  # of a file: more is neither captured nor changed


class UnreadInputs:
    def __init__(self, memory):
        self.memory = memory
        self.unknown = []  # the numbers of files of which it is not known what was read
        self.by_number = {}
        numbers = list(readable_files(memory.process.pid))
        if numbers:
            self._add_all(numbers)

    def _add_all(self, numbers):
        try:
            buffers = open_buffers(self.memory)
        except UnknownBuffers:
            self.unknown = numbers
            return
        for number in numbers:
            unread = unread_input(self.memory, number, [each for each in buffers if each.number == number])
            if unread is None:
                self.unknown.append(number)
            else:
                self.by_number[number] = unread

    def count(self, max_lines):
        return min(max_lines, sum(len(each.lines) + 1 for each in self.by_number.values()))

    def add_to(self, graph, max_lines, chunks, max_values):
        """Adds roots and vertices to a graph of the protocol, and chunks of lines until it has `max_values`."""
        vertices = graph["vertices"]
        is_counted = "total" in graph or not graph["truncated"]
        left_out = graph.get("total", len(vertices)) - len(vertices)
        captured = {}
        for number, unread in self.by_number.items():
            graph["roots"].append({**unread.root(), "vertex": len(vertices)})
            captured[number] = CapturedLines(unread.lines, vertices, max_lines)
            max_lines -= len(captured[number].known)
        for wanted in chunks:
            number = wanted["at"]["root"].get("input")
            if number in captured:
                captured[number].add_chunks(wanted["chunks"], max_values - len(vertices))
        for lines in captured.values():
            lines.finish()
            left_out += lines.left_out
            graph["truncated"] = graph["truncated"] or lines.left_out > 0
        if graph["truncated"] and is_counted:
            graph["total"] = len(vertices) + left_out
        self._add_unknown(graph)

    def _add_unknown(self, graph):
        for number in self.unknown:
            graph["roots"].append({**root_of(self.memory, number), "vertex": len(graph["vertices"])})
            graph["vertices"].append({"type": "lines", "kind": "opaque"})

    def lines(self, number):
        return self.find(number).lines

    def find(self, number):
        if number not in self.by_number:
            raise ImpossibleChange("the program has no such file open for reading here")
        return self.by_number[number]

    def prepare(self, changes):
        """The function that makes changes of unread lines; an impossible one raises an error before."""
        wanted = {}
        for each in changes:
            wanted.setdefault(each["at"]["root"]["input"], []).append(each)
        prepared = [(self.find(number), changed_lines(self.lines, some)) for number, some in wanted.items()]

        def make():
            for unread, lines in prepared:
                unread.replace(b"".join(lines))

        return make


class UnreadInput:
    def __init__(self, memory, number, buffers, content, position):
        self.memory = memory
        self.number = number
        self.buffers = buffers
        self.content = content
        self.position = position
        self.lines = lines_of(content[position:])

    def root(self):
        return {**root_of(self.memory, self.number), "line": self.content.count(b"\n", 0, self.position) + 1}

    def replace(self, rest):
        """The file is the user's: the program reads from a copy of it from now on, under the same number."""
        with tempfile.TemporaryFile() as copy:
            copy.write(self.content[: self.position] + rest)
            copy.flush()
            self._open_as_input(f"/proc/{os.getpid()}/fd/{copy.fileno()}")
        for each in self.buffers:
            each.skip()

    def _open_as_input(self, path):
        raw = os.fsencode(path) + b"\0"
        text = self.memory.allocate(len(raw))
        self.memory.write(text, raw)
        file = self._call("open", text, os.O_RDONLY)
        self._call("dup2", file, self.number)
        self._call("close", file)
        self._call("lseek", self.number, self.position, os.SEEK_SET)
        self.memory.forget_pages()

    def _call(self, name, *words):
        try:
            function = gdb.parse_and_eval(f"(long (*)({', '.join(['long'] * len(words))})) {name}").dereference()
        except gdb.error:
            raise ImpossibleChange(f"what is read cannot be changed: the program does not contain {name}") from None
        result = int(function(*words))
        # An `int` leaves the upper half of the register as it was.
        if result & 0x80000000 and name != "lseek" or result < 0:
            raise ImpossibleChange(f"what is read cannot be changed: {name} failed")
        return result & 0xFFFFFFFF


def root_of(memory, number):
    path = os.readlink(f"/proc/{memory.process.pid}/fd/{number}")
    return {"input": number, "name": "standard input" if number == STANDARD_INPUT else os.path.basename(path)}


def unread_input(memory, number, buffers):
    """None if it is not known what the program has read."""
    link = f"/proc/{memory.process.pid}/fd/{number}"
    try:
        if os.stat(link).st_size > MAX_BYTES:
            return None
        with open(link, "rb") as file:
            content = file.read()
        offset = descriptor_field(memory.process.pid, number, "pos", 10)
    except OSError:
        return None
    read_ahead = max((each.read_ahead for each in buffers), key=len, default=b"")
    position = offset - len(read_ahead)
    if position < 0 or content[position:offset] != read_ahead:
        return None
    return UnreadInput(memory, number, buffers, content, position)


def readable_files(pid):
    for name in sorted(os.listdir(f"/proc/{pid}/fd"), key=int):
        is_read_only = descriptor_field(pid, name, "flags", 8) & os.O_ACCMODE == os.O_RDONLY
        if is_read_only and stat.S_ISREG(os.stat(f"/proc/{pid}/fd/{name}").st_mode):
            yield int(name)


def descriptor_field(pid, number, field, base):
    with open(f"/proc/{pid}/fdinfo/{number}", encoding="ascii") as file:
        return next(int(line.split(":")[1], base) for line in file if line.startswith(field + ":"))
