"""From a plan to the program: the runs of a batch are forks of one interpreter that has not begun with the program."""
import json
import os
import sys

from culprit_templates.preloading import note_modules

from . import loading
from .own_files import OwnFiles
from .recorder import Recorder


def prepare_run(plan_path):
    """Arranges for one run by a plan. Returns what has to be called last: it runs the main script, if that is the program's own."""
    with open(plan_path, encoding="utf-8") as file:
        return arrange(json.load(file), {})


def run_batch(batch_path):
    """Forks a process for each run of a batch, and returns in each of them; the first process ends here."""
    from .batch import fork_runs

    plan, prepared = fork_runs(batch_path)
    return arrange(plan, prepared)


def arrange(plan, prepared):
    own_files = OwnFiles(plan["root"], plan.get("fixed") or ())
    recorder = Recorder(plan)
    loader = loading.Loader(plan, own_files, recorder, prepared)
    loader.begin()
    if plan.get("trace"):
        note_modules(recorder.prefix + ".modules")
    main = own_files.path(sys.argv[0]) if is_script(sys.argv[0]) else None
    if main is None:
        return lambda: None

    def run_main():
        from .main_script import run_main_script

        run_main_script(main, loader)

    return run_main


def is_script(word):
    return word not in ("", "-c", "-m") and os.path.isfile(word)
