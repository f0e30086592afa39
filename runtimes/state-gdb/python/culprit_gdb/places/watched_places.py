"""Places that call a function each time the program reaches them."""

from functools import partial

from ..program.own_files import is_system_library
from .breakpoints import Breakpoints
from .control_flow import ControlFlows
from .function_calls import FunctionCalls
from .line_entries import LineEntries
from .line_visits import LineVisits


class WatchedPlaces:
    def __init__(self, code):
        self.breakpoints = Breakpoints()
        self.own_files = code.files
        self.flows = ControlFlows(code.files)
        self.line_entries = LineEntries(code.files, self.flows)
        self.line_visits = []

    def watch(self, place, arrive):
        """Calls `arrive` with the frame each time; the program stops there if that returns true."""
        if place.get("line") is None:
            return FunctionCalls(self.only_in_own_files(arrive), place["function"], self.breakpoints)
        find_entries = partial(self.line_entries.find, place.get("file"), place["line"])
        watched = LineVisits(arrive, find_entries, self.breakpoints)
        self.line_visits.append(watched)
        return watched

    def only_in_own_files(self, arrive):
        """A library without debug information may have a function of the same name."""

        def arrive_in_own_file(frame):
            symtab = frame.find_sal().symtab
            return symtab is not None and self.own_files.contains(symtab) and arrive(frame)

        return arrive_in_own_file

    def forget(self, watched):
        if watched in self.line_visits:
            self.line_visits.remove(watched)
        watched.delete()

    def forget_all(self):
        self.line_visits.clear()
        self.breakpoints.delete_all()

    def on_loaded_library(self, event):
        if not is_system_library(event.new_objfile):
            for each in self.line_visits:
                each.find()


class PlaceWatcher:
    """Stops the program when it reaches a place for the `hit`-th time."""

    def __init__(self, places, place):
        self.hits = 0
        self.wanted_hit = place["hit"]
        self.watched = places.watch(place, self.arrive)

    def arrive(self, _frame):
        self.hits += 1
        return self.hits == self.wanted_hit

    @property
    def pending(self):
        return self.watched.pending
