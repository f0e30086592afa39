"""What is said of a place that the program never came to."""

import gdb

from own import is_own
from places import own_functions
from scalars import Refused


class Missed(Refused):
    """`instead`: places that are in the program, among which the one that was meant may be."""

    def __init__(self, reason, instead=()):
        super().__init__(reason)
        self.instead = list(instead)


def missed(at, place):
    if place.breakpoint.pending:
        return Missed(f"{place_text(at)} is not in the program", places_like(at))
    times = at["hit"] - place.left
    often = f"was reached {times} time{'s' * (times != 1)}" if times else "was not reached"
    return Missed(f"{place_text(at)} {often}")


def places_like(at):
    if at.get("line") is None:
        return sorted(own_functions())
    lines = lines_of(at["file"])
    return [f"{at['file']}:{max(lines)}"] if lines else []


def lines_of(file):
    try:
        places = gdb.decode_line("'%s':1" % file)[1] or ()
    except gdb.error:
        return set()
    tables = [each.symtab.linetable() for each in places if each.symtab is not None and is_own(each.symtab)]
    return {line for table in tables for line in table.source_lines()}


def place_text(at):
    return at.get("function") if at.get("line") is None else f"{at.get('file')}:{at['line']}"
