"""What the program's own files declare: functions and global variables."""

import os
import re

import gdb

from ..plan_errors import PlanFailure
from .own_files import OwnFiles, is_system_library

# A line of `info variables`: `12: static int (*callback)(void);`, `13: char names[3][8];`.
VARIABLE = re.compile(r"(?:\d+:|\}).*?(?:\(\*+(\w+)[^)]*\).*|\b(\w+)(?:\[[^\]]*\])*);$")


class OwnCode:
    def __init__(self, root):
        self.files = OwnFiles(root)
        self.sources_of_objects = {}
        self.data_variables = []

    def require_debug_information(self, plan):
        if not self.source_paths():
            root = f" for files under {plan['root']}" if plan.get("root") else ""
            raise PlanFailure("not-loaded", f"{plan['command'][0]} has no debug information{root}: compile it with -g")

    def source_paths(self):
        """Own files of the program and of the libraries it has loaded."""
        # Listed again only for libraries outside the system's folders: with debug information of the others, the list is long.
        loaded = tuple(each.filename for each in gdb.objfiles() if not is_system_library(each))
        if loaded not in self.sources_of_objects:
            self.sources_of_objects[loaded] = sorted(filter(self.files.contains_path, listed_sources()))
        return self.sources_of_objects[loaded]

    def symbols(self):
        """The functions and variables that own files declare outside functions, each once."""
        seen = set()
        for path in self.source_paths():
            for symbol in (each for block in blocks_in(path) for each in block if self.is_declared_here(each)):
                key = (symbol.name, symbol.symtab.filename, symbol.line)
                if key not in seen:
                    seen.add(key)
                    yield symbol

    def is_declared_here(self, symbol):
        """False for what the compiler added, and for mere declarations."""
        if symbol.name.startswith(("__", "_GLOBAL__")) or not (symbol.is_variable or symbol.is_function):
            return False
        return symbol.symtab is not None and self.files.contains(symbol.symtab)

    def function_names(self):
        """As frames name them: gdb does not find all names with types of parameters that it prints itself."""
        return {without_parameters(each.name) for each in self.symbols() if each.is_function}

    def global_variables(self):
        """(name, symbol) of global and static variables; those in functions as `function::name`."""
        for symbol in self.symbols():
            if symbol.is_variable:
                yield symbol.name, symbol
            elif symbol.is_function:
                yield from static_variables_in(symbol)
        for name in self.data_variables:
            symbol = gdb.lookup_static_symbol(name) or gdb.lookup_global_symbol(name)
            if symbol is not None and self.is_declared_here(symbol):
                yield symbol.name, symbol

    def find_data_variables(self):
        """Looks for variables in files without code, which gdb does not find by a line: it only prints what they declare.

        Called before libraries are loaded: with their debug information, where it is installed, it takes seconds.
        """
        without_code = {os.path.basename(path) for path in self.source_paths() if not any(True for _ in blocks_in(path))}
        listed = gdb.execute("info variables -n", to_string=True) if without_code else ""
        file = None
        for line in listed.splitlines():
            declared = VARIABLE.match(line)
            if line.startswith("File "):
                file = line[5:].rstrip(":")
            elif declared and os.path.basename(file) in without_code:
                self.data_variables.append(declared[1] or declared[2])


def without_parameters(name):
    """`f` for `f(int)`, `(anonymous namespace)::f` for itself."""
    end = name.rfind(")")
    depth = 0
    for at in range(end, -1, -1):
        depth += {")": 1, "(": -1}.get(name[at], 0)
        if depth == 0:
            return name[:at] or name
    return name


def listed_sources():
    try:
        listed = gdb.execute("info sources", to_string=True)
    except gdb.error:
        return set()
    lines = [line for line in listed.splitlines() if not line.endswith(":")]  # Those name the object files.
    names = {name.strip() for line in lines for name in line.split(", ")}
    return {name for name in names if os.path.isabs(name) and "<" not in name}


def blocks_in(path):
    """The global and the static block of each compilation unit that has code from a file."""
    try:
        # With options, as in `-source FILE -line 1`, an error makes gdb 13 crash.
        places = gdb.decode_line("'%s':1" % path)[1] or ()
    except gdb.error:
        return
    for place in places:
        if place.symtab is not None:
            yield place.symtab.global_block()
            yield place.symtab.static_block()


def static_variables_in(function):
    block = gdb.block_for_pc(int(function.value().address))
    while block is not None and block.function is None:
        block = block.superblock
    for symbol in block or ():
        if symbol.is_variable and symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
            yield f"{function.name}::{symbol.name}", symbol
