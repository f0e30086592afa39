"""A plug-in of pytest that follows a plan: which tests run, in which order, and how each came out.

It takes back the variables that load it. pytest 6 and later.
"""

import os
import sys
import traceback

import pytest

from .plan import MAX_ERROR, key_of, read_suite, restore_environment


class Plugin:
    def __init__(self, config, suite):
        self.config = config
        self.suite = suite
        self.leak = suite.leak()
        self.skipped = set()
        self.errors = {}
        # With pytest-xdist, tests run in other processes, which load this plug-in too and need the variables for that.
        self.is_controller = getattr(config.option, "dist", "no") != "no" and not hasattr(config, "workerinput")
        if not self.is_controller:
            restore_environment()

    def pytest_collection(self, session):
        if self.leak:
            self.leak.before_loading()

    def pytest_sessionstart(self, session):
        if not hasattr(self.config, "workerinput"):
            self.suite.started("pytest", [sys.executable, "-m", "pytest", *sys.argv[1:]], _seed(self.config))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, session, config, items):
        found = list(items)
        self.suite.name_all(found, lambda item: (_file_of(item), _names_of(item)))
        yield
        if self.suite.places is None:
            return
        # What options leave out may be chosen too.
        wanted, others = self.suite.choose(found)
        kept = set(items)
        unwanted = [item for item in others if item in kept]
        if unwanted:
            config.hook.pytest_deselected(items=unwanted)
        items[:] = wanted

    def pytest_collectreport(self, report):
        if report.failed and not self.is_controller:
            file = os.path.join(str(self.config.rootdir), report.nodeid.split("::")[0])
            self.suite.file_failed(file, str(report.longrepr)[:MAX_ERROR])

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        known = item in self.suite.names and not self.is_controller
        if known:
            self.suite.began(item)
        if known and self.leak:
            self.leak.before_test(key_of(self.suite.names[item]))
        yield
        if known:
            outcome = "skipped" if item.nodeid in self.skipped else "passed"
            self.suite.ended(item, outcome, self.errors.get(item.nodeid))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item):
        if self.leak and item in self.suite.names:
            self.leak.after_setup(key_of(self.suite.names[item]), dict(getattr(item, "funcargs", {})))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if call.when == "setup":
            # It may be run again after it failed.
            self.errors.pop(item.nodeid, None)
            self.skipped.discard(item.nodeid)
        if report.skipped:
            self.skipped.add(item.nodeid)
        if report.failed:
            error = str(report.longrepr)[:MAX_ERROR] if call.excinfo is None else _error_text(item, call.excinfo)
            self.errors.setdefault(item.nodeid, error)


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
    """Words that ask for the same random order and numbers again; None: there are none."""
    option = config.option
    if isinstance(getattr(option, "randomly_seed", None), int):
        return ["--randomly-seed=%s" % option.randomly_seed]
    seed = getattr(option, "random_order_seed", "default:")
    given = (seed, getattr(option, "random_order_bucket", "default:"))
    if not getattr(option, "random_order_enabled", False) and all(each.startswith("default:") for each in given):
        return None
    return ["--random-order-bucket=%s" % _plain(given[1]), "--random-order-seed=%s" % _plain(seed)]


def _plain(value):
    return value[len("default:") :] if value.startswith("default:") else value


def _file_of(item):
    return str(getattr(item, "path", None) or item.fspath)


def _names_of(item):
    """Its own name last, those of classes before. Old versions have nodes called () in between."""
    file = _file_of(item)
    inside = [node for node in item.listchain() if node.nodeid.count("::") > 0 and node.name != "()"]
    return [node.name for node in inside if str(getattr(node, "path", None) or node.fspath) == file]


def _use_seed(config, seed):
    """Random order is the matter of other plug-ins: pytest-randomly, pytest-random-order."""
    if hasattr(config.option, "randomly_seed"):
        config.option.randomly_seed = int(seed)
    elif hasattr(config.option, "random_order_seed"):
        config.option.random_order_seed = seed
        config.option.random_order_bucket = config.option.random_order_bucket or "module"
    else:
        raise pytest.UsageError("a random order needs pytest-randomly or pytest-random-order")


def _use_one_process(config):
    """pytest-xdist has read its options already, and starts its processes after this."""
    if getattr(config.option, "dist", "no") != "no":
        config.option.dist = "no"
        config.option.numprocesses = None
        config.option.tx = []


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    suite = read_suite() if "CULPRIT_SUITE_ADDED" in os.environ else None
    if suite is None:
        return
    if suite.seed is not None:
        _use_seed(config, suite.seed)
    if suite.places is not None:
        # A test that fails before the last one must not end the run, nor what failed last time decide what runs.
        config.option.maxfail = 0
        for option in ("lf", "failedfirst", "newfirst", "stepwise", "stepwise_skip"):
            if hasattr(config.option, option):
                setattr(config.option, option, False)
        if not suite.is_parallel:
            _use_one_process(config)
    config.pluginmanager.register(Plugin(config, suite), "culprit_suite_plugin")
    config.pluginmanager.register(IgnoringFiles(suite), "culprit_suite_files")
