"""The variables from which the graph is reached, and the whole graph."""

import struct

import gdb

from hints import Hint, hinted_arrays
from own import own_frames, own_symbols, variables_of_data_files
from scalars import FLOATS
from shapes import shape_of
from walk import Walk


class Snapshot:
    """Of the stopped program. `frames` are the own ones, in the numbering of the roots."""

    def __init__(self, memory, limit, hints=()):
        self.memory = memory
        self.frames = list(own_frames())
        missing = [(each, not_yet_there(each)) for each in self.frames]
        self.walk = Walk(memory, limit, hinted_arrays([Hint(each) for each in hints], missing, memory))
        self.roots = []
        for number, frame in enumerate(self.frames):
            frame.select()  # The length of an array may be another variable of its frame.
            self._add_variables(number, frame)
        gdb.newest_frame().select()
        for name, symbol in global_variables():
            self._add({"global": symbol.symtab.fullname(), "name": name}, symbol, None)
        self.walk.follow_pointers()

    def graph(self):
        stack = [
            {"function": each.name(), "file": each.find_sal().symtab.fullname(), "line": each.find_sal().line}
            for each in self.frames
        ]
        walk = self.walk
        return {"stack": stack, "roots": self.roots, "vertices": walk.vertices, "truncated": walk.truncated}

    def _add_variables(self, number, frame):
        names = {}
        for symbol, is_outermost in variables_there(frame):
            if is_outermost and symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
                continue  # Among the globals, whether its function runs or not.
            names[symbol.name] = names.get(symbol.name, 0) + 1
            # A variable that is hidden by another of its name is state too.
            name = symbol.name if names[symbol.name] == 1 else "%s#%d" % (symbol.name, names[symbol.name])
            self._add({"frame": number, "name": name}, symbol, frame)

    def _add(self, root, symbol, frame):
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
        shape = shape_of(value.type)
        if value.address is not None:
            return self.walk.at(int(value.address), shape)
        raw = bytes_in_register(value, shape)
        return None if raw is None else self.walk.add(None, shape, raw)


def bytes_in_register(value, shape):
    if shape.kind == "float":
        return struct.pack(FLOATS[shape.size], float(value)) if shape.size in FLOATS else None
    if shape.kind in ("number", "enum", "bool", "pointer", "text", "function", "blind"):
        return (int(value) & (1 << 8 * shape.size) - 1).to_bytes(shape.size, "little")
    return None


def variables_there(frame):
    begins = last_declared(frame)
    return (each for each in variables_of(frame) if not is_later(each[0], begins))


def not_yet_there(frame):
    """Names that mean nothing in that frame: a variable further in or out may have the same and exist."""
    there = {symbol.name for symbol, _ in variables_there(frame)}
    return {symbol.name for symbol, _ in variables_of(frame)} - there


def last_declared(frame):
    """(file, line) of what is declared at last: variables further down do not exist yet, whatever may lie there."""
    sal = frame.find_sal()
    # Before the first step of a line nothing is declared by it; a call in the midst of it may come after its declaration.
    is_before = frame == gdb.newest_frame() and sal.pc == frame.pc() and sal.pc == first_step(sal)
    return sal.symtab.filename, sal.line - 1 if is_before else sal.line


def first_step(sal):
    steps = sal.symtab.linetable().line(sal.line) or ()
    return min((each.pc for each in steps), default=None)


def is_later(symbol, begins):
    """Whether a local variable is declared after that."""
    if symbol.is_argument or symbol.addr_class == gdb.SYMBOL_LOC_STATIC or symbol.symtab.filename != begins[0]:
        return False
    return symbol.line > begins[1]


def variables_of(frame):
    """(symbol, whether it is of the function's outermost block), from the innermost block outwards."""
    try:
        block = frame.block()
    except RuntimeError:
        return
    while block is not None and not block.is_static and not block.is_global:
        for symbol in block:
            if symbol.is_variable or symbol.is_argument:
                yield symbol, block.function is not None
        if block.function is not None:
            return
        block = block.superblock


def global_variables():
    for symbol in own_symbols():
        if symbol.is_variable:
            yield symbol.name, symbol
        elif symbol.is_function:
            yield from statics_in(symbol)
    for symbol in variables_of_data_files():
        yield symbol.name, symbol


def statics_in(function):
    block = gdb.block_for_pc(int(function.value().address))
    while block is not None and block.function is None:
        block = block.superblock
    for symbol in block or ():
        if symbol.is_variable and symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
            yield f"{function.name}::{symbol.name}", symbol
