"""The vertex of unread lines in the graph. Where there are too many of them, the others are digested like parts of other things."""

from ..memory.cut_parts import CHUNK_SIZE, shorten
from .lines import line_vertex


class CapturedLines:
    def __init__(self, lines, vertices, max_lines):
        self.lines = lines
        self.vertices = vertices
        self.vertex = {"type": "lines", "kind": "array", "length": len(lines), "edges": []}
        self.known = set()
        vertices.append(self.vertex)
        self.add(range(len(lines)), max_lines)

    @property
    def left_out(self):
        return len(self.lines) - len(self.known)

    def add(self, indexes, max_lines):
        for index in [each for each in indexes if each not in self.known][: max(0, max_lines)]:
            self.known.add(index)
            self.vertex["edges"].append([str(index), len(self.vertices)])
            self.vertices.append(line_vertex(self.lines[index]))

    def add_chunks(self, numbers, max_lines):
        chunks = list(self.chunks())
        self.add([index for number in numbers if number < len(chunks) for index in chunks[number]], max_lines)

    def chunks(self):
        length = len(self.lines)
        return (range(start, min(length, start + CHUNK_SIZE)) for start in range(0, length, CHUNK_SIZE))

    def finish(self):
        """Adds digests of the lines that were left out."""
        if self.left_out == 0:
            return
        digests, captured = [], []
        for number, indexes in enumerate(self.chunks()):
            is_captured = self.known.issuperset(indexes)
            if is_captured:
                captured.append(number)
            digests.append(None if is_captured else shorten(b"".join(self.lines[indexes.start : indexes.stop])))
        self.vertex["cut"] = {"digests": digests, "captured": captured}
