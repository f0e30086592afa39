"""Where a line is come to, counted as someone would who steps through the program with `next`.

A line can have code in several stretches: what a `while` asks lies behind its body, and so does the step of a `for`. It is
visited when control comes to it from another line of the same call. As long as control stays there, or goes from one of its
stretches to another, as from the head of a `while` to the question, or comes back from a function that was called, it is
the same visit; so a loop that is written on one line is a single one. (gdb itself runs past a line if it is come to in the
midst of its code, as some are by `continue` or `case`: here that is a visit like any other.)
"""

import gdb

from flow import flow_at
from own import is_own


class Entry:
    """A step with which a visit may begin."""

    def __init__(self, joins=False, leads_on=False, exits=()):
        self.joins = joins  # It may also be reached in the midst of a visit.
        self.leads_on = leads_on  # From here one that joins may be reached in the same visit.
        self.exits = exits  # Where the line may be left instead.


def entries_of(file, line):
    """By their addresses; none if the line is not in the program, or not yet, or has no code but that with which a call begins."""
    addresses = addresses_of(file, line)
    entries = {}
    for place in own_places(file, line):
        flow = flow_at(place.pc)
        if flow is None:
            entries.update({each: Entry() for each in addresses if each == place.pc})
        else:
            entries.update(entries_in(flow, (place.symtab.filename, place.line), addresses))
    return entries


def beginnings_of(file, line):
    """Where gdb itself would stop: of a line that only begins a call, behind that beginning."""
    return {each: Entry() for each in addresses_of(file, line) if is_own(gdb.find_pc_line(each).symtab)}


def own_places(file, line):
    """One at least of each function that has the line; where it has no code, the next one that has."""
    try:
        places = gdb.decode_line("'%s':%d" % (file, line))[1] or ()
    except gdb.error:
        places = ()
    return [each for each in places if each.symtab is not None and is_own(each.symtab)]


def addresses_of(file, line):
    """Of a breakpoint there: gdb knows where a call has begun."""
    breakpoint = gdb.Breakpoint(source=file, line=line, internal=True)
    try:
        if hasattr(breakpoint, "locations"):
            return [] if breakpoint.pending else [each.address for each in breakpoint.locations]
        listed = gdb.execute(f"maintenance info breakpoints {breakpoint.number}", to_string=True)
        return [int(word, 16) for word in listed.split() if word.startswith("0x")]
    finally:
        breakpoint.delete()


def entries_in(flow, line, addresses):
    own = flow.steps.get(line, set())
    starts = {step for step in own if is_come_to(flow, own, step)}
    if flow.start in own:
        # What makes room for the variables of a call is not yet a line to anyone.
        starts = starts - {flow.start} | own.intersection(addresses)
    joining = {step for step in starts if any(each in own for each in flow.before.get(step, ()))}
    return {step: entry_at(flow, own, step, joining) for step in starts}


def is_come_to(flow, own, step):
    """From another line; or from somewhere that cannot be known, as by the table of a `switch`."""
    if step in flow.askew:
        return False
    is_new = flow.preceding.get(step) not in own
    return is_new or any(each not in own for each in flow.before.get(step, ()))


def entry_at(flow, own, step, joining):
    """What can be reached from there in the same visit, up to where another may begin."""
    todo, seen, leads_on, exits = [step], {step}, False, set()
    while todo:
        at = todo.pop()
        follows = flow.after[at]
        if not follows:
            exits.add(at)
        for each in follows:
            if each in joining:
                leads_on = True
            elif each not in own:
                exits.add(each)
            elif each not in seen:
                seen.add(each)
                todo.append(each)
    return Entry(step in joining, leads_on, exits if leads_on else ())
