"""One run of a program under gdb by a plan: to a place, its state captured and changed there, and on to its end.

The driver has set `plan_file`, `folder` and `environment` (what gdb itself has changed in it). How it ended goes to
file descriptor 6 as JSON: {exit}, {signal} or {refused}.
"""

import json
import os
import shlex
import shutil

import gdb

from changes import Changes
from dumps import forbid_dumps
from memory import Memory
from missing import Missed, missed
from own import is_of_system, own_sources, see_data_files, set_root
from moments import Moments
from places import Place
from reached import Reached
from roots import Snapshot
from scalars import Refused
from visits import Visits

SETTINGS = (
    "set confirm off",
    "set pagination off",
    "set width 0",
    "set disable-randomization on",
    "set max-value-size unlimited",
    "set breakpoint pending on",
    "set unwindonsignal on",
    "set startup-with-shell on",
    "set print thread-events off",
    "handle all nostop noprint pass",
    "handle SIGINT nostop noprint pass",
)

# The number of the system call.
PRCTL = {"x86_64": 157, "aarch64": 167}


class Session:
    def __init__(self, plan):
        self.plan = plan
        self.ending = None
        self.stop = None
        gdb.events.exited.connect(self.on_exit)
        gdb.events.stop.connect(self.on_stop)

    def on_exit(self, event):
        code = getattr(event, "exit_code", None)
        signal = gdb.convenience_variable("_exitsignal")
        self.ending = {"signal": int(signal)} if code is None and signal is not None else {"exit": int(code or 0)}

    def on_stop(self, event):
        self.stop = event

    def run(self):
        self.prepare()
        if self.plan.get("moments"):
            return self.run_watched(self.plan["moments"])
        if self.plan.get("place"):
            return self.run_to_place(self.plan["place"])
        return self.go_on("run")

    def prepare(self):
        program, *words = self.plan["command"]
        found = shutil.which(program)
        if found is None:
            raise Refused(f"there is no program {program}")
        for each in SETTINGS:
            gdb.execute(each, to_string=True)
        numbers = (os.getpid(), os.getpgrp(), PRCTL.get(os.uname().machine, 0))
        launcher = ["perl", os.path.join(folder, "launch.pl"), *map(str, numbers), hexadecimal(program)]
        gdb.execute("set exec-wrapper " + shlex.join(launcher))
        gdb.execute("file " + gdb_quoted(os.path.realpath(found)), to_string=True)
        gdb.execute("set args " + " ".join(map(hexadecimal, words)))
        for name, value in environment.items():
            gdb.execute(f"unset environment {name}" if value is None else f"set environment {name} {value}")
        set_root(self.plan.get("root"))
        if not own_sources():
            below = f" of files below {self.plan['root']}" if self.plan.get("root") else ""
            raise Refused(f"{program} has no debug information{below}: compile it with -g")
        if self.plan.get("place"):
            see_data_files()

    def begin(self):
        """Up to its very first step: only then its code has addresses."""
        gdb.execute("starti", to_string=True)
        gdb.events.new_objfile.connect(on_new_file)

    def run_watched(self, wanted):
        """Stops when there is enough; the rest of the run is not watched."""
        self.begin()
        moments = Moments(wanted)
        ending = self.go_on("continue", to_stop=True)
        while ending is None and moments.goes_on():
            ending = self.go_on("continue", to_stop=True)
        if ending is None:
            forget_breakpoints()
            ending = {"exit": 0} if self.plan.get("stop") else self.go_on("continue")
        write_json(wanted["capture"], moments.seen)
        return ending

    def run_to_place(self, at):
        self.begin()
        place = Place(at)
        ending = self.go_on("continue", to_stop=True)
        if ending is not None:
            raise missed(at, place)
        forget_breakpoints()
        if self.plan.get("capture") or self.plan.get("changes"):
            self.look_and_change()
        return {"exit": 0} if self.plan.get("stop") else self.go_on("continue")

    def look_and_change(self):
        snapshot = Snapshot(Memory(), self.plan.get("maxValues", 100_000), self.plan.get("hints", ()))
        if self.plan.get("capture"):
            write_json(self.plan["capture"], snapshot.graph())
        if self.plan.get("changes"):
            # Its own functions are called for new memory: meanwhile other threads stand still.
            gdb.execute("set scheduler-locking on", to_string=True)
            self.change(Changes(snapshot), self.plan["changes"])
            gdb.execute("set scheduler-locking off", to_string=True)

    def change(self, changes, wanted):
        if self.plan.get("refused"):
            refused = list(changes.refused(wanted))
            write_json(self.plan["refused"], refused)
            left_out = {each["change"] for each in refused}
            wanted = [each for number, each in enumerate(wanted) if number not in left_out]
        changes.make(wanted)

    def go_on(self, command, to_stop=False):
        """How it ended; None: it stopped at a breakpoint of ours."""
        while self.ending is None:
            self.stop = None
            gdb.execute(command, to_string=True)
            if self.ending is None and to_stop and isinstance(self.stop, gdb.BreakpointEvent):
                return None
            # A trap of the program's own, to gdb, is no signal event.
            signal = getattr(self.stop, "stop_signal", "SIGTRAP")
            command = "continue" if isinstance(self.stop, gdb.BreakpointEvent) else f"signal {signal}"
        return self.ending


def on_new_file(event):
    if not is_of_system(event.new_objfile):
        for each in Visits.all:
            each.find()


def forget_breakpoints():
    for each in Reached.all:
        each.delete()


def hexadecimal(word):
    return "x" + os.fsencode(word).hex()


def gdb_quoted(path):
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_json(path, content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, separators=(",", ":"))


def one_line(error):
    return " ".join(str(error).split())


def main():
    try:
        with open(plan_file, encoding="utf-8") as file:
            plan = json.load(file)
        forbid_dumps(os.getpid())
        forbid_dumps(os.getppid())  # The driver, which ends as the program does.
        ending = Session(plan).run()
    except Missed as error:
        ending = {"refused": str(error), "instead": error.instead}
    except (Refused, gdb.error) as error:
        ending = {"refused": one_line(error)}
    except Exception as error:
        ending = {"refused": f"the driver for gdb failed: {type(error).__name__}: {one_line(error)}"}
    os.write(6, json.dumps(ending).encode())
