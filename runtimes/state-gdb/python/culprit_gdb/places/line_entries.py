"""The instructions with which a visit to a line begins, counted like the stops of someone who steps with `next`.

The code of a line can be in several pieces: the condition of a `while` lies behind its body, and so does the step of a
`for`. A visit begins when control comes to the line from another line of the same call. It goes on while control stays on
the line, moves from one of its pieces to another (as from the head of a `while` to its condition), or returns from a
function that the line called; so a loop that is written on one line is a single visit. (gdb itself runs past a line that is
reached in the middle of its code, as some are by `continue` or `case`: here that is a visit like any other.)
"""

import gdb


class LineEntry:
    """An instruction with which a visit may begin."""

    def __init__(self, may_continue_visit=False, leads_to_entry=False, exits=()):
        self.may_continue_visit = may_continue_visit  # It is also reached in the middle of a visit.
        self.leads_to_entry = leads_to_entry  # Such an entry can be reached from here in the same visit.
        self.exits = exits  # instructions where the line may be left instead


class LineEntries:
    def __init__(self, own_files, flows):
        self.own_files = own_files
        self.flows = flows

    def find(self, file, line):
        """By address. None are found if the line is not in the program, or not yet."""
        return self.of_statements(file, line) or self.where_gdb_stops(file, line)

    def of_statements(self, file, line):
        """By address. None are found for a line whose only code sets up a call."""
        addresses = breakpoint_addresses(file, line)
        entries = {}
        for place in self._own_places(file, line):
            flow = self.flows.at(place.pc)
            if flow is None:
                entries.update({each: LineEntry() for each in addresses if each == place.pc})
            else:
                entries.update(LineCode(flow, (place.symtab.filename, place.line)).entries(addresses))
        return entries

    def where_gdb_stops(self, file, line):
        """For a line that only sets up a call, that is behind the set-up."""
        addresses = breakpoint_addresses(file, line)
        return {each: LineEntry() for each in addresses if self.own_files.contains(gdb.find_pc_line(each).symtab)}

    def _own_places(self, file, line):
        """At least one in each function that has the line; gdb takes the next line with code if it has none."""
        try:
            places = gdb.decode_line("'%s':%d" % (file, line))[1] or ()
        except gdb.error:
            places = ()
        return [each for each in places if each.symtab is not None and self.own_files.contains(each.symtab)]


def breakpoint_addresses(file, line):
    """Where gdb would set a breakpoint: it knows where the set-up of a call ends."""
    breakpoint = gdb.Breakpoint(source=file, line=line, internal=True)
    try:
        if hasattr(breakpoint, "locations"):
            return [] if breakpoint.pending else [each.address for each in breakpoint.locations]
        listed = gdb.execute(f"maintenance info breakpoints {breakpoint.number}", to_string=True)
        return [int(word, 16) for word in listed.split() if word.startswith("0x")]
    finally:
        breakpoint.delete()


class LineCode:
    """The instructions of a line in one function."""

    def __init__(self, flow, line):
        self.flow = flow
        self.instructions = flow.of_line.get(line, set())

    def entries(self, addresses):
        """`addresses` are those where gdb would set a breakpoint."""
        starts = {each for each in self.instructions if self._is_reached_from_elsewhere(each)}
        if self.flow.start in self.instructions:
            # The instructions that set up the call do not count as the line.
            starts = starts - {self.flow.start} | self.instructions.intersection(addresses)
        shared = {each for each in starts if not self.instructions.isdisjoint(self.flow.before.get(each, ()))}
        return {each: self._entry_at(each, shared) for each in starts}

    def _is_reached_from_elsewhere(self, instruction):
        """From another line, or from an unknown place, as by the jump table of a `switch`."""
        if instruction in self.flow.of_other_line:
            return False
        begins_piece = self.flow.preceding.get(instruction) not in self.instructions
        return begins_piece or any(each not in self.instructions for each in self.flow.before.get(instruction, ()))

    def _entry_at(self, instruction, shared):
        """Follows the visit from this instruction, up to where another may begin: in `shared`, or off the line."""
        to_follow, seen, leads_to_entry, exits = [instruction], {instruction}, False, set()
        while to_follow:
            at = to_follow.pop()
            followers = self.flow.after[at]
            if not followers:
                exits.add(at)
            for each in followers:
                if each in shared:
                    leads_to_entry = True
                elif each not in self.instructions:
                    exits.add(each)
                elif each not in seen:
                    seen.add(each)
                    to_follow.append(each)
        return LineEntry(instruction in shared, leads_to_entry, exits if leads_to_entry else ())
