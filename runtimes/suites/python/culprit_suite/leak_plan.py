"""Follows the part of a plan that asks what tests leave behind (`LeakPlan` in runtimes/protocol/suite.ts)."""

import importlib
import json


class Leak:
    """Compares what there is before the last test with what there was before the first one."""

    def __init__(self, plan, last):
        from . import leak  # Not at the top: most runs do not need it.

        self.tools = leak
        self.plan, self.last = plan, last
        self.snapshot = self.watch = None

    def before_loading(self):
        if self.plan.get("loading"):
            self.take_snapshot()

    def before_test(self, key):
        if self.snapshot is None and key != self.last and not self.plan.get("afterSetup"):
            self.take_snapshot()
        if key == self.last and self.snapshot is not None:
            self.compare()

    def after_setup(self, key, fixtures):
        if self.snapshot is None and key != self.last and self.plan.get("afterSetup"):
            self.take_snapshot(fixtures)

    def take_snapshot(self, fixtures=None):
        for name in self.plan.get("preload", []):
            self.preload(name)
        self.snapshot = self.tools.Snapshot(self.plan["root"], fixtures or {})
        if self.plan.get("watch"):
            self.watch = self.tools.LineWatch(self.snapshot, self.plan["watch"])
            self.watch.start()

    def preload(self, name):
        try:
            importlib.import_module(name)
        except Exception:
            pass  # The tests will see that, too.

    def compare(self):
        lines = self.watch.stop() if self.watch else None
        found = list(self.snapshot.differences())
        loaded = self.snapshot.loaded()
        wanted = set(self.plan.get("takeBack", []))
        described = [each.describe() for each in found]
        for each in found:
            if each.key in wanted:
                each.take_back()
        with open(self.plan["report"], "w", encoding="utf-8") as report:
            json.dump({"differences": described, "loaded": loaded, **({"lines": lines} if lines else {})}, report)
