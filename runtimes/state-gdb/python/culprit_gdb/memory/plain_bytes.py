"""Values without pointers: their bytes, without those that mean nothing, say everything about them."""

import struct

from .c_types import INTEGER_KINDS


class PlainBytes:
    def __init__(self):
        self.known = {}  # type → its layout, or None if it is not plain

    def is_plain(self, ctype):
        return self._layout(ctype) is not None

    def values_in(self, ctype):
        return self._layout(ctype).values

    def stable(self, ctype, raw):
        """The bytes of one or more values, without padding and what stands behind the ends of texts."""
        layout = self._layout(ctype)
        if layout.is_whole:
            return raw
        pieces = layout.struct.iter_unpack(raw)
        if not layout.texts:
            return b"".join(b"".join(each) for each in pieces)
        return b"\0".join(
            piece.split(b"\0", 1)[0] if index in layout.texts else piece for each in pieces for index, piece in enumerate(each)
        )

    def _layout(self, ctype):
        if ctype not in self.known:
            spans = list(spans_of(ctype, 0))
            self.known[ctype] = None if None in spans else Layout(spans, ctype.size)
        return self.known[ctype]


class Layout:
    """How the bytes of a value are divided: into numbers, texts and padding."""

    def __init__(self, spans, size):
        self.values = max(1, len(spans))
        self.texts = set()  # indexes of pieces
        form, end, pieces = "<", 0, 0
        for offset, length, is_text in spans:
            if offset < end:
                continue  # bit fields share their bytes
            form += f"{offset - end}x{length}s"
            if is_text:
                self.texts.add(pieces)
            end, pieces = offset + length, pieces + 1
        self.struct = struct.Struct(form + f"{max(0, size - end)}x")
        self.is_whole = not self.texts and sum(length for _, length, _ in spans) == size


def spans_of(ctype, offset):
    """(offset, length, whether it is a text) of everything in a value; with None where it is not plain."""
    if ctype.kind in INTEGER_KINDS or ctype.kind in ("float", "union"):
        # Of the 16 bytes of a long double, 10 are used.
        yield offset, 10 if ctype.kind == "float" and ctype.size == 16 else ctype.size, False
    elif ctype.kind == "char_array":
        yield offset, ctype.size, True
    elif ctype.kind == "array" and ctype.length * max(1, ctype.target.size) <= 4096:
        for index in range(ctype.length):
            yield from spans_of(ctype.target, offset + index * ctype.target.size)
    elif ctype.kind == "struct" and not ctype.plain_name.startswith("std::") and ctype.flexible is None:
        for _, field_offset, field in ctype.fields:
            yield from spans_of(field, offset + field_offset)
    else:
        yield None
