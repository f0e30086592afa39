"""The variables of the stopped program, and the graph of everything that they reach."""

import struct

import gdb

from .c_types import INTEGER_KINDS, POINTER_KINDS, CTypes
from .cut_parts import CutParts
from .frame_variables import existing_variables, nonexistent_names
from .graph import Location
from .graph_builder import GraphBuilder
from .length_hints import HintedLengths
from .scalars import FLOAT_FORMATS


class Snapshot:
    """`frames` are the program's own, in the numbering of the roots."""

    def __init__(self, code, memory, max_values, hints=()):
        self.code = code
        self.memory = memory
        self.types = CTypes(code.files)
        self.frames = list(code.files.frames())
        self.builder = GraphBuilder(self.memory, max_values, self._hinted_lengths(hints))
        self.graph = self.builder.graph
        self.roots = []
        self._add_variables()
        self.builder.follow_pointers()

    @property
    def null_terminated(self):
        """The starts of arrays that end at a null pointer."""
        return self.builder.extents.null_terminated

    def to_json(self):
        stack = [
            {"function": each.name(), "file": each.find_sal().symtab.fullname(), "line": each.find_sal().line}
            for each in self.frames
        ]
        cut = CutParts(self.builder)
        is_truncated = cut.add_all()
        # Copies: unread lines are added to them, which have no location.
        roots, vertices = list(self.roots), list(self.graph.vertices)
        graph = {"stack": stack, "roots": roots, "vertices": vertices, "truncated": is_truncated}
        return {**graph, "total": len(vertices) + cut.values} if is_truncated and cut.is_complete else graph

    def _hinted_lengths(self, hints):
        lengths = HintedLengths(hints, self.memory, self.types)
        for frame in self.frames:
            lengths.evaluate_in(frame, nonexistent_names(frame))
        gdb.newest_frame().select()
        return lengths

    def _add_variables(self):
        for number, frame in enumerate(self.frames):
            frame.select()  # The length of an array may be another variable of its frame.
            for name, symbol in existing_variables(frame):
                self._add({"frame": number, "name": name}, symbol, frame)
        gdb.newest_frame().select()
        for name, symbol in self.code.global_variables():
            self._add({"global": symbol.symtab.fullname(), "name": name}, symbol)

    def _add(self, root, symbol, frame=None):
        self.graph.allow_one()
        try:
            value = symbol.value() if frame is None else symbol.value(frame)
            vertex = None if value.is_optimized_out else self._vertex_of(value)
        except gdb.error:
            return
        if vertex is not None:
            self.roots.append({**root, "vertex": vertex})

    def _vertex_of(self, value):
        if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        ctype = self.types.of(value.type)
        if value.address is not None:
            return self.builder.vertex_at(int(value.address), ctype)
        raw = register_bytes(value, ctype)
        return None if raw is None else self.builder.add(Location(None, ctype), raw)


def register_bytes(value, ctype):
    if ctype.kind == "float":
        return struct.pack(FLOAT_FORMATS[ctype.size], float(value)) if ctype.size in FLOAT_FORMATS else None
    if ctype.kind in INTEGER_KINDS or ctype.kind in POINTER_KINDS:
        return (int(value) & (1 << 8 * ctype.size) - 1).to_bytes(ctype.size, "little")
    return None
