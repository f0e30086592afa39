"""Which files are the program's own, and what they declare."""

import os
import re

import gdb

SYSTEM = ("/usr/", "/lib/", "/lib64/", "/build/", "/opt/rh/")
_root = None
_known = {}
_in_data_files = []
_sources = {}


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
    """Those of libraries too, unless they are all of the system: its list is long where debug information is installed."""
    loaded = tuple(each.filename for each in gdb.objfiles() if not is_of_system(each))
    if loaded not in _sources:
        _sources[loaded] = list_sources()
    return _sources[loaded]


def is_of_system(objfile):
    return objfile.filename is None or objfile.filename.startswith(("system-supplied", *SYSTEM))


def list_sources():
    try:
        listed = gdb.execute("info sources", to_string=True)
    except gdb.error:
        return []
    lines = [line for line in listed.splitlines() if not line.endswith(":")]  # Those are names of programs.
    names = {name.strip() for line in lines for name in line.split(", ")}
    return sorted(name for name in names if os.path.isabs(name) and "<" not in name and is_own_file(name))


def own_symbols():
    """All that own files declare outside of functions, each once."""
    seen = set()
    for name in own_sources():
        for block in blocks_of(name):
            for symbol in block:
                if is_declared_here(symbol) and (symbol.name, symbol.symtab.filename, symbol.line) not in seen:
                    seen.add((symbol.name, symbol.symtab.filename, symbol.line))
                    yield symbol


def is_declared_here(symbol):
    """Not what the compiler has added, nor what is only announced."""
    if symbol.name.startswith(("__", "_GLOBAL__")) or not (symbol.is_variable or symbol.is_function):
        return False
    return symbol.symtab is not None and is_own(symbol.symtab)


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


def see_data_files():
    """Files without code cannot be looked up by a line; gdb only prints what they declare.

    Called before libraries are loaded: with their debug information, where it is installed, it takes seconds.
    """
    without_code = {os.path.basename(name) for name in own_sources() if not any(True for _ in blocks_of(name))}
    listed = gdb.execute("info variables -n", to_string=True) if without_code else ""
    file = None
    for line in listed.splitlines():
        declared = re.match(r"(?:\d+:|\}).*?(?:\(\*+(\w+)[^)]*\).*|\b(\w+)(?:\[[^\]]*\])*);$", line)
        if line.startswith("File "):
            file = line[5:].rstrip(":")
        elif declared and os.path.basename(file) in without_code:
            _in_data_files.append(declared[1] or declared[2])


def variables_of_data_files():
    for name in _in_data_files:
        symbol = gdb.lookup_static_symbol(name) or gdb.lookup_global_symbol(name)
        if symbol is not None and is_declared_here(symbol):
            yield symbol
