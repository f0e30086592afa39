"""Carries out one plan: runs the program to a place, captures and changes its memory there, and lets it continue.

How the plan went is written to the file that the plan names; how the program ended goes to the driver as JSON on file
descriptor 6: {"exit": …}, {"signal": …}, or {"message": …} if the plan could not be carried out.
"""

import json
import os

import gdb

from .at_place import carry_out_at_place
from .inputs.output_mark import flush_output
from .json_file import replace_json, write_json
from .places.missed_place import missed_call, missed_place
from .places.moments_watcher import MomentsWatcher
from .places.watched_places import PlaceWatcher, WatchedPlaces
from .plan_errors import ImpossibleChange, MissedPlace, PlanFailure
from .program.execution import Execution
from .program.own_code import OwnCode
from .program.start import prepare_program

DRIVER = 6  # file descriptor
REACHED = {"reached": True}


def main(plan_file, wrapper, environment):
    """`wrapper` is the script that becomes the program; `environment` has the variables that gdb itself changed."""
    with open(plan_file, encoding="utf-8") as file:
        plan = json.load(file)
    ending = carry_out(plan, wrapper, environment)
    os.write(DRIVER, json.dumps(ending).encode())


def carry_out(plan, wrapper, environment):
    """How the program ended, or the message why the plan could not be carried out."""
    answer = PlanAnswer(plan.get("answer"))
    try:
        return PlanRun(plan, answer).run(wrapper, environment)
    except MissedPlace as missed:
        answer.write(missed.answer)
        return {"message": str(missed)}
    except PlanFailure as failure:
        return answer.failed(failure.why, str(failure))
    except ImpossibleChange as reason:
        return answer.failed("impossible-change", f"a change cannot be made: {one_line(reason)}")
    except gdb.error as error:
        return answer.failed("other", one_line(error))
    except Exception as error:
        return answer.failed("other", f"internal error in the driver for gdb: {type(error).__name__}: {one_line(error)}")


class PlanAnswer:
    """How the plan went, in a file for the tool; without a path, nothing is written."""

    def __init__(self, path):
        self.path = path

    def write(self, answer):
        if self.path:
            replace_json(self.path, answer)

    def failed(self, why, reason):
        self.write({"failed": True, "why": why, "reason": reason})
        return {"message": reason}


class PlanRun:
    def __init__(self, plan, answer):
        self.plan = plan
        self.answer = answer
        self.code = OwnCode(plan.get("root"))
        self.execution = Execution()
        self.places = WatchedPlaces(self.code)

    def run(self, wrapper, environment):
        prepare_program(self.plan, wrapper, environment)
        self.code.require_debug_information(self.plan)
        if self.plan.get("moments"):
            return self.watch_call(self.plan["moments"])
        if self.plan.get("place"):
            return self.run_to_place(self.plan["place"])
        self.answer.write(REACHED)
        return self.execution.run_to_end("run")

    def run_to_place(self, place):
        self.code.find_data_variables()
        self.begin()
        watcher = PlaceWatcher(self.places, place)
        if self.execution.run_to_stop() is not None:
            raise missed_place(place, watcher, self.code)
        self.places.forget_all()
        carry_out_at_place(self.plan, self.code)
        self.answer.write(REACHED)
        return self.let_continue()

    def watch_call(self, wanted):
        """Stops when there is enough; the rest of the run is not watched."""
        self.begin()
        watcher = MomentsWatcher(wanted, self.places, self.code)
        ending = self.execution.run_to_stop()
        while ending is None and watcher.wants_more():
            ending = self.execution.run_to_stop()
        if ending is None:
            self.places.forget_all()
            ending = self.let_continue()
        write_json(wanted["capture"], watcher.moments)
        self.answer.write(missed_call(watcher) or REACHED)
        return ending

    def begin(self):
        """Runs the program to its first instruction: only then does its code have addresses."""
        self.execution.start()
        gdb.events.new_objfile.connect(self.places.on_loaded_library)

    def let_continue(self):
        if not self.plan.get("stop"):
            return self.execution.run_to_end()
        if self.plan.get("mark"):
            flush_output()
        return {"exit": 0}


def one_line(error):
    return " ".join(str(error).split())
