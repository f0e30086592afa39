"""Which files are the program's own, and what they declare."""

import os
import re

import gdb

SYSTEM = ("/usr/", "/lib/", "/lib64/", "/build/", "/opt/rh/")
_root = None
_known = {}


def set_root(root):
    global _root
    _root = root and os.path.join(os.path.realpath(root), "")


def is_own(symtab):
    if symtab.filename not in _known:
        _known[symtab.filename] = is_own_file(symtab.fullname())
    return _known[symtab.filename]


def is_own_file(name):
    path = os.path.realpath(name)
    if not os.path.isabs(name) or "/node_modules/" in path:
        return False
    return path.startswith(_root) if _root else not path.startswith(SYSTEM)


def own_frames():
    """Innermost first; those of inlined functions too."""
    frame = gdb.newest_frame()
    while frame is not None:
        if frame.function() is not None and frame.find_sal().symtab is not None and is_own(frame.find_sal().symtab):
            yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def own_sources():
    listed = gdb.execute("info sources", to_string=True)
    lines = [line for line in listed.splitlines() if not line.endswith(":")]  # Those are names of programs.
    names = {name.strip() for line in lines for name in line.split(", ")}
    return sorted(name for name in names if os.path.isabs(name) and is_own_file(name))


def own_symbols():
    """All that own files declare outside of functions, each once."""
    seen = set()
    for name in own_sources():
        for block in blocks_of(name):
            for symbol in block:
                where = (symbol.name, symbol.symtab and symbol.symtab.filename, symbol.line)
                if where in seen or symbol.symtab is None or not is_own(symbol.symtab):
                    continue
                seen.add(where)
                yield symbol


def blocks_of(name):
    try:
        # gdb 13 does not survive an error in the form with options.
        places = gdb.decode_line("'%s':1" % name)[1] or ()
    except gdb.error:
        return
    for place in places:
        if place.symtab is not None:
            yield place.symtab.global_block()
            yield place.symtab.static_block()


def variables_of_data_files():
    """Files without code cannot be looked up by a line; gdb only prints what they declare."""
    name = None
    for line in gdb.execute("info variables -n", to_string=True).splitlines():
        if line.startswith("File "):
            name = line[5:].rstrip(":")
            continue
        declared = re.match(r"\d+:\s.*?(\w+)(?:\[[^\]]*\])*;$", line)
        if name and declared and not any(True for _ in blocks_of(name)):
            symbol = gdb.lookup_static_symbol(declared[1]) or gdb.lookup_global_symbol(declared[1])
            if symbol is not None and symbol.symtab is not None and is_own(symbol.symtab):
                yield symbol
