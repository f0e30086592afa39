"""Breakpoints that tell of each visit of a line, in whatever functions it has code."""

from lines import beginnings_of, entries_of
from reached import Reached, call_of


class Visits:
    """Calls `arrive` with the frame at each visit; the program stops there if that says so."""

    all = []

    def __init__(self, arrive, file, line):
        self.arrive = arrive
        self.at = (file, line)
        self.breakpoints = []
        self.entries = {}
        self.exits = set()
        self.inside = set()  # Calls in which the line may be met again in the same visit.
        self.all.append(self)
        self.find()

    def find(self):
        """Again whenever a library was loaded."""
        found = entries_of(*self.at) or beginnings_of(*self.at)
        new = {address: entry for address, entry in found.items() if address not in self.entries}
        self.entries.update(new)
        for address in new:
            self.breakpoints.append(Reached(self.at_entry, spec=f"*{address:#x}"))
        exits = {each for entry in new.values() for each in entry.exits} - self.exits
        self.exits |= exits
        for address in exits:
            self.breakpoints.append(Reached(self.at_exit, spec=f"*{address:#x}"))

    @property
    def pending(self):
        return not self.entries

    def at_entry(self, frame):
        entry = self.entries[frame.pc()]
        return self.is_new(frame, entry) and self.arrive(frame)

    def is_new(self, frame, entry):
        if not entry.joins and not entry.leads_on:
            return True
        call = call_of(frame)
        is_new = not entry.joins or call not in self.inside
        if entry.leads_on:
            self.inside.add(call)
        else:
            self.inside.discard(call)
        return is_new

    def at_exit(self, frame):
        self.inside.discard(call_of(frame))
        return False

    def forget(self):
        self.all.remove(self)
        for each in self.breakpoints:
            each.forget()

