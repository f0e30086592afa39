"""Why the program did not reach the place of a plan."""

import os

import gdb

from ..plan_errors import MissedPlace

MAX_CANDIDATES = 1000
MAX_NAMED = 3


def missed_place(place, watcher, code):
    if watcher.pending:
        return absent_place(place, code)
    if watcher.hits == 0:
        return MissedPlace(missed_hits(0), f"{place_text(place)} was not reached")
    times = "1 time" if watcher.hits == 1 else f"{watcher.hits} times"
    return MissedPlace(missed_hits(watcher.hits), f"{place_text(place)} was reached {times}")


def missed_call(watcher):
    """The answer for a call that was to be watched; None if there was such a call."""
    return None if watcher.is_reached else missed_hits(watcher.calls)


def missed_hits(hits):
    return {"missed": "too-few-hits", "hits": hits} if hits else {"missed": "unreached"}


def absent_place(place, code):
    candidates = candidates_for(place, code)
    near = [each for each in candidates if place.get("line") is not None or is_near(last_part(each), place["function"])]
    hint = f"; did you mean {' or '.join(near[:MAX_NAMED])}?" if near else ""
    answer = {"missed": "absent", "candidates": candidates[:MAX_CANDIDATES]}
    return MissedPlace(answer, f"{place_text(place)} is not in the program{hint}")


def candidates_for(place, code):
    """The program's functions; or the last line with code, because any line before it leads to one."""
    if place.get("line") is None:
        return sorted(code.function_names())
    lines = lines_with_code(place["file"], code.files)
    return [f"{place['file']}:{max(lines)}"] if lines else []


def lines_with_code(file, own_files):
    try:
        places = gdb.decode_line("'%s':1" % file)[1] or ()
    except gdb.error:
        return set()
    tables = [each.symtab.linetable() for each in places if each.symtab is not None and own_files.contains(each.symtab)]
    return {line for table in tables for line in table.source_lines()}


def place_text(place):
    return place.get("function") if place.get("line") is None else f"{place.get('file')}:{place['line']}"


def last_part(name):
    return name.split("::")[-1]


def is_near(name, written):
    """A beginning of it, or one letter off, or two letters in the wrong order."""
    if len(written) > 2 and name.startswith(written):
        return True
    if abs(len(name) - len(written)) > 1:
        return False
    start = len(os.path.commonprefix([name, written]))
    end = len(os.path.commonprefix([name[start:][::-1], written[start:][::-1]]))
    one, other = (word[start : len(word) - end] for word in (name, written))
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and other == one[::-1])
