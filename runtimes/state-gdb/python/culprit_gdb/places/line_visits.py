"""Breakpoints at every visit to a line, in all functions that have code of it."""

from .calls import call_of


class LineVisits:
    """Calls `arrive` with the frame at each visit; the program stops there if that returns true."""

    def __init__(self, arrive, find_entries, breakpoints):
        self.arrive = arrive
        self.find_entries = find_entries
        self.breakpoints = breakpoints
        self.set_breakpoints = []
        self.entries = {}
        self.exits = set()
        self.visiting = set()  # calls in which an entry may be reached again in the same visit
        self.find()

    def find(self):
        """Called again whenever a library is loaded."""
        found = self.find_entries()
        new = {address: entry for address, entry in found.items() if address not in self.entries}
        self.entries.update(new)
        self._set_at(new, self.at_entry)
        exits = {each for entry in new.values() for each in entry.exits} - self.exits
        self.exits |= exits
        self._set_at(exits, self.at_exit)

    @property
    def pending(self):
        return not self.entries

    def at_entry(self, frame):
        return self.is_new_visit(frame, self.entries[frame.pc()]) and self.arrive(frame)

    def is_new_visit(self, frame, entry):
        if not entry.may_continue_visit and not entry.leads_to_entry:
            return True
        call = call_of(frame)
        is_new = not entry.may_continue_visit or call not in self.visiting
        if entry.leads_to_entry:
            self.visiting.add(call)
        else:
            self.visiting.discard(call)
        return is_new

    def at_exit(self, frame):
        self.visiting.discard(call_of(frame))
        return False

    def delete(self):
        for each in self.set_breakpoints:
            self.breakpoints.delete(each)

    def _set_at(self, addresses, arrive):
        self.set_breakpoints += [self.breakpoints.add(arrive, spec=f"*{each:#x}") for each in addresses]
