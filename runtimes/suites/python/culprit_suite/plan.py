"""A plan, and the report of what was done with it: the same for all test runners of Python."""

import json
import os
import sys
import time
import weakref

MAX_ERROR = 20_000


class Suite:
    """Which tests run, in which order, and how each came out. Tests are the runner's own objects, once they are named."""

    def __init__(self, plan):
        self.plan = plan
        self.report = plan["report"]
        self.seed = plan.get("seed")
        tests = plan.get("tests")
        self.places = None if tests is None else {key_of(test): i for i, test in enumerate(tests)}
        self.left_out = set(plan.get("leftOut", []))
        self.is_parallel = plan.get("parallel", False)
        self.names = _ByIdentity()

    def leak(self):
        """None: nobody asks what tests leave behind."""
        if self.plan.get("leak") is None:
            return None
        from .leak_plan import Leak

        return Leak(self.plan["leak"], key_of(self.plan["tests"][-1]))

    def name_all(self, tests, file_and_names):
        """Tests of the same name are counted, in the order in which they are collected."""
        seen = {}
        for test in tests:
            file, names = file_and_names(test)
            name = {"file": file, "names": names}
            key = key_of(name)
            seen[key] = seen.get(key, 0) + 1
            self.names[test] = name if seen[key] == 1 else dict(name, nth=seen[key])

    def choose(self, tests):
        """Those of the plan, in its order, and the others."""
        wanted = [test for test in tests if self._place(test) is not None]
        return sorted(wanted, key=self._place), [test for test in tests if self._place(test) is None]

    def _place(self, test):
        return self.places.get(key_of(self.names[test]))

    def began(self, test):
        self.write(dict(self.names[test], event="began", **_now()))

    def ended(self, test, outcome, error=None):
        self.name_ended(self.names[test], outcome, error)

    def name_ended(self, name, outcome, error=None):
        """With an error, it failed."""
        how = {"outcome": outcome} if error is None else {"outcome": "failed", "error": error}
        self.write(dict(name, event="ended", **how, **_now()))

    def file_failed(self, file, error):
        self.write({"event": "ended", "file": file, "names": [], "outcome": "failed", "error": error, **_now()})

    def started(self, runner, argv, seed=None):
        event = {"event": "runner", "runner": runner, "argv": argv, "cwd": os.getcwd(), "process": os.getpid()}
        self.write(event if seed is None else dict(event, seed=seed))

    def write(self, event):
        with open(self.report, "a", encoding="utf-8") as report:
            report.write(json.dumps(event) + "\n")


class _ByIdentity:
    """The names of tests. Some tests equal each other, and none is to live longer for having a name."""

    def __init__(self):
        self.entries = {}

    def __setitem__(self, test, name):
        self.entries[id(test)] = (weakref.ref(test), name)

    def __getitem__(self, test):
        return self.entries[id(test)][1]

    def __contains__(self, test):
        entry = self.entries.get(id(test))
        return entry is not None and entry[0]() is test


def read_suite():
    """None: this process follows no plan."""
    file = os.environ.get("CULPRIT_SUITE")
    if file is None:
        return None
    with open(file, encoding="utf-8") as content:
        return Suite(json.load(content))


def key_of(test):
    return (test["file"], tuple(test["names"]), test.get("nth", 1))


def restore_environment():
    """What this process and those that it starts see again: the variables without what launch.ts added to them."""
    for name, (text, separator) in json.loads(os.environ.pop("CULPRIT_SUITE_ADDED", "{}")).items():
        rest = _without(os.environ.get(name, ""), text, separator)
        if rest:
            os.environ[name] = rest
        else:
            os.environ.pop(name, None)
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:] = [each for each in sys.path if each != folder]


def _without(value, text, separator):
    before, _, after = value.partition(text)
    before = before[: -len(separator)] if before.endswith(separator) else before
    after = after[len(separator) :] if after.startswith(separator) else after
    return separator.join(part for part in (before, after) if part)


def _now():
    return {"process": os.getpid(), "at": int(time.time() * 1000)}
