"""A plug-in of pytest that follows a plan (runtimes/protocol/suite.ts): which tests run, in which order, and how each came out.

It is loaded by the environment (PYTEST_PLUGINS), and takes the variables back that load it. Python 3.8 and later, pytest 6 and later.
"""

import json
import os
import sys
import time
import traceback

import pytest

MAX_ERROR = 20_000


def _restore_environment():
    """What this process and those that it starts see again. Processes of pytest-xdist need the variables as they are."""
    given = os.environ.pop("CULPRIT_SUITE_PYTHONPATH", None)
    if given is None:
        return
    if given:
        os.environ["PYTHONPATH"] = given
    else:
        os.environ.pop("PYTHONPATH", None)
    others = [name for name in os.environ.get("PYTEST_PLUGINS", "").split(",") if name not in ("", __name__)]
    if others:
        os.environ["PYTEST_PLUGINS"] = ",".join(others)
    else:
        os.environ.pop("PYTEST_PLUGINS", None)
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [each for each in sys.path if each != folder]


class Suite:
    def __init__(self, plan):
        self.report = plan["report"]
        tests = plan.get("tests")
        self.places = None if tests is None else {_key(test): i for i, test in enumerate(tests)}
        self.loaded = {test["file"] for test in tests or []}
        self.left_out = set(plan.get("leftOut", []))
        self.names = {}
        self.failed = {}

    def write(self, event):
        with open(self.report, "a", encoding="utf-8") as report:
            report.write(json.dumps(event) + "\n")

    def name(self, items):
        """Tests of the same name are counted, in the order in which they are collected."""
        seen = {}
        for item in items:
            name = {"file": _file_of(item), "names": _names_of(item)}
            key = _key(name)
            seen[key] = seen.get(key, 0) + 1
            self.names[item] = name if seen[key] == 1 else dict(name, nth=seen[key])

    def place(self, item):
        return self.places.get(_key(self.names[item]))

    def began(self, item):
        self.failed.pop(item.nodeid, None)
        self.write(dict(self.names[item], event="began", **_now()))

    def ended(self, item, outcome):
        error = self.failed.get(item.nodeid)
        how = {"outcome": outcome} if error is None else {"outcome": "failed", "error": error}
        self.write(dict(self.names[item], event="ended", **how, **_now()))


class Leak:
    """Compares what there is before the last test with what there was before the first one."""

    def __init__(self, plan, last):
        import culprit_leak  # our folder is still on the path

        self.tools = culprit_leak
        self.plan, self.last = plan, last
        self.snapshot = self.watch = None

    def before_loading(self):
        if self.plan.get("loading"):
            self.take_snapshot()

    def before_test(self, key):
        if self.snapshot is None and key != self.last:
            self.take_snapshot()
        if key == self.last and self.snapshot is not None:
            self.compare()

    def take_snapshot(self):
        self.snapshot = self.tools.Snapshot(self.plan["root"])
        if self.plan.get("watch"):
            self.watch = self.tools.LineWatch(self.snapshot, self.plan["watch"])
            self.watch.start()

    def compare(self):
        lines = self.watch.stop() if self.watch else None
        found = list(self.snapshot.differences())
        wanted = set(self.plan.get("takeBack", []))
        described = [each.describe() for each in found]
        for each in found:
            if each.key in wanted:
                each.take_back()
        with open(self.plan["report"], "w", encoding="utf-8") as report:
            json.dump({"differences": described, **({"lines": lines} if lines else {})}, report)


class Plugin:
    def __init__(self, config, suite, leak):
        self.config = config
        self.suite = suite
        self.leak = leak
        self.skipped = set()
        # With pytest-xdist, tests run in other processes, which load this plug-in too.
        self.is_controller = config.pluginmanager.hasplugin("dsession")
        if not self.is_controller:
            _restore_environment()

    def pytest_collection(self, session):
        if self.leak:
            self.leak.before_loading()

    def pytest_sessionstart(self, session):
        if hasattr(self.config, "workerinput"):
            return
        argv = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        event = {"event": "runner", "runner": "pytest", "argv": argv, "cwd": os.getcwd(), "process": os.getpid()}
        self.suite.write(dict(event, **_seed(self.config)))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, session, config, items):
        self.suite.name(items)
        yield
        if self.suite.places is None:
            return
        wanted = [item for item in items if self.suite.place(item) is not None]
        unwanted = [item for item in items if self.suite.place(item) is None]
        wanted.sort(key=self.suite.place)
        if unwanted:
            config.hook.pytest_deselected(items=unwanted)
        items[:] = wanted

    def pytest_collectreport(self, report):
        if report.failed and not self.is_controller:
            file = os.path.join(str(self.config.rootdir), report.nodeid.split("::")[0])
            name = {"file": file, "names": []}
            self.suite.write(dict(name, event="ended", outcome="failed", error=str(report.longrepr)[:MAX_ERROR], **_now()))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        known = item in self.suite.names and not self.is_controller
        if known:
            self.suite.began(item)
        if known and self.leak:
            self.leak.before_test(_key(self.suite.names[item]))
        yield
        if known:
            self.suite.ended(item, "skipped" if item.nodeid in self.skipped else "passed")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if report.skipped:
            self.skipped.add(item.nodeid)
        if report.failed and call.excinfo is not None:
            self.suite.failed.setdefault(item.nodeid, _error_text(item, call.excinfo))
        elif report.failed:
            self.suite.failed.setdefault(item.nodeid, str(report.longrepr)[:MAX_ERROR])


class IgnoringFiles:
    """Since pytest 7, hooks are given another kind of path, under another name."""

    def __init__(self, suite):
        self.suite = suite

    if int(pytest.__version__.split(".")[0]) >= 7:

        def pytest_ignore_collect(self, collection_path):
            return True if str(collection_path) in self.suite.left_out else None

    else:

        def pytest_ignore_collect(self, path):
            return True if str(path) in self.suite.left_out else None


def _error_text(item, excinfo):
    """The error as Python prints it, from the test's own frame on."""
    entries = excinfo.traceback.cut(path=getattr(item, "path", None) or getattr(item, "fspath", None))
    first = entries[0]._rawentry if len(entries) > 0 else excinfo.tb
    return "".join(traceback.format_exception(excinfo.type, excinfo.value, first))[-MAX_ERROR:]


def _seed(config):
    """Words that ask for the same random order and numbers again."""
    for option, word in (("randomly_seed", "-p=randomly_seed"), ("random_order_seed", "--random-order-seed")):
        value = getattr(config.option, option, None)
        if isinstance(value, (int, str)) and value not in ("", "default", "last"):
            return {"seed": ["--randomly-seed=%s" % value if option == "randomly_seed" else "%s=%s" % (word, value)]}
    return {}


def _file_of(item):
    return str(getattr(item, "path", None) or item.fspath)


def _names_of(item):
    """Its own name last, those of classes before. Old versions have nodes called () in between."""
    file = _file_of(item)
    inside = [node for node in item.listchain() if node.nodeid.count("::") > 0 and node.name != "()"]
    return [node.name for node in inside if str(getattr(node, "path", None) or node.fspath) == file]


def _key(test):
    return (test["file"], tuple(test["names"]), test.get("nth", 1))


def _now():
    return {"process": os.getpid(), "at": int(time.time() * 1000)}


def _use_seed(config, seed):
    """Random order is the matter of other plug-ins: pytest-randomly, pytest-random-order."""
    if hasattr(config.option, "randomly_seed"):
        config.option.randomly_seed = int(seed)
    elif hasattr(config.option, "random_order_seed"):
        config.option.random_order_seed = seed
        config.option.random_order_bucket = config.option.random_order_bucket or "module"
    else:
        raise pytest.UsageError("a random order needs pytest-randomly or pytest-random-order")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    file = os.environ.get("CULPRIT_SUITE")
    if file is None:
        return
    with open(file, encoding="utf-8") as content:
        plan = json.load(content)
    suite = Suite(plan)
    if plan.get("seed") is not None:
        _use_seed(config, plan["seed"])
    if suite.places is not None:
        # A test that fails before the last one must not end the run.
        config.option.maxfail = 0
    leak = Leak(plan["leak"], _key(plan["tests"][-1])) if plan.get("leak") else None
    config.pluginmanager.register(Plugin(config, suite, leak), "culprit_suite_plugin")
    config.pluginmanager.register(IgnoringFiles(suite), "culprit_suite_files")
