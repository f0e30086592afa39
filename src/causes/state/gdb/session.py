"""One run of a program under gdb by a plan: to a place, its state captured and changed there, and on to its end.

The driver has set `plan_file`, `folder` and `environment` (what gdb itself has changed in it). How it ended goes to
file descriptor 6 as JSON: {exit}, {signal} or {refused}.
"""

import json
import os
import resource
import shlex
import shutil

import gdb

from changes import Changes
from memory import Memory
from own import own_sources, see_data_files, set_root
from moments import Moments
from places import Place, Reached
from roots import Snapshot
from scalars import Refused

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

    def run_watched(self, wanted):
        """Stops when there is enough; the rest of the run is not watched."""
        moments = Moments(wanted)
        ending = self.go_on("run", to_stop=True)
        while ending is None and moments.goes_on():
            ending = self.go_on("continue", to_stop=True)
        if ending is None:
            forget_breakpoints()
            ending = {"exit": 0} if self.plan.get("stop") else self.go_on("continue")
        write_json(wanted["capture"], moments.seen)
        return ending

    def run_to_place(self, at):
        place = Place(at)
        ending = self.go_on("run", to_stop=True)
        if ending is not None:
            why = "was not reached" if not place.breakpoint.pending else "is not in the program"
            raise Refused(f"{place_text(at)} {why}")
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


def forget_breakpoints():
    for each in Reached.all:
        each.delete()


def hexadecimal(word):
    return "x" + os.fsencode(word).hex()


def gdb_quoted(path):
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def place_text(at):
    name = at.get("function") if at.get("line") is None else f"{at.get('file')}:{at['line']}"
    return f"{name}, hit {at['hit']},"


def write_json(path, content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, separators=(",", ":"))


def one_line(error):
    return " ".join(str(error).split())


def main():
    try:
        for each in (os.getpid(), os.getppid()):
            resource.prlimit(each, resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        with open(plan_file, encoding="utf-8") as file:
            plan = json.load(file)
        ending = Session(plan).run()
    except (Refused, gdb.error) as error:
        ending = {"refused": one_line(error)}
    except Exception as error:
        ending = {"refused": f"the driver for gdb failed: {type(error).__name__}: {one_line(error)}"}
    os.write(6, json.dumps(ending).encode())
