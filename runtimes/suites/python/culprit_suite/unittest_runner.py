"""Makes unittest follow a plan, and what builds on it, such as Django's tests. Programs that run no tests do not notice.

Tests are chosen where a runner is given them, and reported by what the runner's result is told.
"""

import functools
import os
import re
import sys
import traceback

from .plan import MAX_ERROR, key_of, read_suite, restore_environment


def change(main):
    """Called once unittest is loaded."""
    from unittest import loader, runner, suite

    run = _Run()
    _wrap(main.TestProgram, "__init__", run.create_program)
    _wrap(main.TestProgram, "runTests", run.run_program)
    _wrap(runner.TextTestRunner, "run", run.run_tests)
    _wrap(suite.TestSuite, "run", run.run_suite)
    _wrap(loader.TestLoader, "_find_test_path", run.find_tests)
    _wrap(loader.TestLoader, "loadTestsFromName", run.load_name)


def _wrap(owner, name, around):
    own = getattr(owner, name)

    @functools.wraps(own)
    def wrapped(self, *args, **named):
        return around(functools.partial(own, self), self, *args, **named)

    setattr(owner, name, wrapped)


class _Run:
    """The first run of tests in this process. A test may start others, which are left alone."""

    def __init__(self):
        self.suite = None
        self.leak = None
        self.observer = None

    def create_program(self, own, program, *args, **named):
        self._start()
        return own(*args, **named)

    def run_program(self, own, program):
        program.test = self._prepare(program.test)
        program.failfast = program.failfast and not self._is_planned()
        return own()

    def run_tests(self, own, runner, test):
        self._start()
        test = self._prepare(test)
        runner.failfast = getattr(runner, "failfast", False) and not self._is_planned()
        return own(test)

    def run_suite(self, own, suite, result, *args, **named):
        if self.observer is not None:
            self.observer.watch(result)
        return own(result, *args, **named)

    def find_tests(self, own, loader, path, *args, **named):
        return (None, False) if self._is_left_out(os.path.abspath(path)) else own(path, *args, **named)

    def load_name(self, own, loader, name, module=None):
        left_out = module is None and self._is_left_out(_file_of_module(name))
        return loader.suiteClass() if left_out else own(name, module)

    def _start(self):
        # Inside pytest, the plan is pytest's.
        if self.suite is not None or "CULPRIT_SUITE_ADDED" not in os.environ:
            return
        self.suite = read_suite()
        if self.suite.seed is not None:
            sys.exit("culprit: unittest has no random order")
        restore_environment()
        self.suite.started("unittest", _command_line())
        self.leak = self.suite.leak()
        if self.leak:
            self.leak.before_loading()

    def _prepare(self, test):
        """The tests of the plan, in its order. What could not be loaded fails whatever the plan."""
        from unittest import TestSuite

        if self.suite is None or self.observer is not None:
            return test
        tests = list(_flatten(test))
        self.suite.name_all(tests, _name_of)
        self.observer = _Observer(self.suite, tests, self.leak)
        if not self._is_planned():
            return test if isinstance(test, TestSuite) else TestSuite([test])
        wanted, others = self.suite.choose(tests)
        return TestSuite([each for each in others if _is_failure_to_load(each)] + wanted)

    def _is_planned(self):
        return self.suite is not None and self.suite.places is not None

    def _is_left_out(self, file):
        suite = self.suite or (read_suite() if "CULPRIT_SUITE_ADDED" in os.environ else None)
        return suite is not None and file in suite.left_out


class _Observer:
    """Is told what results are told."""

    def __init__(self, suite, tests, leak):
        self.suite = suite
        self.leak = leak
        # By classes and modules, whose set-up may fail for all of their tests.
        self.groups = {}
        self.known = {_key(test) for test in tests}
        self.process = os.getpid()
        for test in tests:
            for group in (_class_name(test), type(test).__module__):
                self.groups.setdefault(group, []).append(suite.names[test])
        self.outcomes = {}

    def watch(self, result):
        if getattr(result, "_culprit_watched", False):
            return
        result._culprit_watched = True
        for name in ("startTest", "stopTest", "addSuccess", "addSkip", "addError", "addFailure", "addSubTest"):
            self._listen(result, name)
        for name in ("addExpectedFailure", "addUnexpectedSuccess"):
            self._listen(result, name)

    def _listen(self, result, name):
        own = getattr(result, name, None)
        if own is None:
            return
        hear = getattr(self, name)

        def listening(test, *args, **named):
            hear(test, *args, **named)
            return own(test, *args, **named)

        setattr(result, name, listening)

    def startTest(self, test):
        if self._knows(test):
            self.outcomes[id(test)] = None
            self.suite.began(test)
            if self.leak:
                self.leak.before_test(key_of(self.suite.names[test]))

    def stopTest(self, test):
        """One that was interrupted has no outcome."""
        outcome = self.outcomes.pop(id(test), None)
        if outcome is not None and self._knows(test):
            self.suite.ended(test, *outcome)

    def addSuccess(self, test):
        self._set(test, "passed")

    def addSkip(self, test, reason):
        self._set(test, "skipped")

    def addExpectedFailure(self, test, error):
        self._set(test, "passed")

    def addUnexpectedSuccess(self, test):
        self._set(test, "failed", "unexpected success")

    def addFailure(self, test, error):
        self._set(test, "failed", _error_text(error))

    def addSubTest(self, test, part, error):
        if error is not None:
            self._set(test, "failed", _error_text(error))

    def addError(self, test, error):
        text = _error_text(error)
        if id(test) in self.outcomes:
            self._set(test, "failed", text)
        elif self._knows(test):
            self.suite.ended(test, "failed", text)
        else:
            self._fixture_failed(str(test), text)

    def _set(self, test, outcome, error=None):
        """The first error counts."""
        if id(test) in self.outcomes and (self.outcomes[id(test)] is None or self.outcomes[id(test)][1] is None):
            self.outcomes[id(test)] = (outcome, error)

    def _fixture_failed(self, description, error):
        """`setUpClass (module.Class)`, or what comes after the last test of a class or module."""
        found = re.match(r"(?:setUp|tearDown)(?:Class|Module) \((.*)\)$", description)
        for name in self.groups.get(found.group(1), []) if found else []:
            self.suite.name_ended(name, "failed", error)

    def _knows(self, test):
        """Django runs copies of tests in other processes. In this one, a test that has no name was made by a test."""
        if os.getpid() != self.process and test not in self.suite.names and _key(test) in self.known:
            self.suite.name_all([test], _name_of)
        return test in self.suite.names


def _flatten(tests):
    try:
        members = iter(tests)
    except TypeError:
        yield tests
        return
    for each in members:
        if each is not None:
            yield from _flatten(each)


def _name_of(test):
    """Its file, and its class and method."""
    if _is_failure_to_load(test):
        file = _file_of_failure(test)
        return (file, []) if file else ("", [test._testMethodName])
    if hasattr(test, "_dt_test"):
        return os.path.abspath(test._dt_test.filename or ""), [test._dt_test.name]
    if hasattr(test, "_testFunc"):
        return os.path.abspath(test._testFunc.__code__.co_filename), [test._testFunc.__name__]
    file = getattr(sys.modules.get(type(test).__module__), "__file__", None)
    return os.path.abspath(file or ""), [type(test).__qualname__, getattr(test, "_testMethodName", str(test))]


def _key(test):
    file, names = _name_of(test)
    return (file, *names)


def _is_failure_to_load(test):
    return type(test).__name__ == "_FailedTest" and type(test).__module__ == "unittest.loader"


def _file_of_failure(test):
    """The test has the name of the module, perhaps without its package. Its error may have the path."""
    name = test._testMethodName
    found = re.search(r'File "([^"]*[/\\]%s\.py)"' % re.escape(name.split(".")[-1]), str(test._exception))
    return _file_of_module(name) or (found and found.group(1))


def _class_name(test):
    return "%s.%s" % (type(test).__module__, type(test).__qualname__)


def _file_of_module(name):
    """Of `package.module.Class.method`, without importing anything; None: there is none."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = os.path.join(*parts[:end]) + ".py"
        for folder in sys.path:
            file = os.path.abspath(os.path.join(folder, path))
            if os.path.isfile(file):
                return file
    return None


def _command_line():
    program = sys.argv[0]
    if program.endswith(" -m unittest") or program.endswith(os.path.join("unittest", "__main__.py")):
        return [sys.executable, "-m", "unittest", *sys.argv[1:]]
    return [sys.executable, *sys.argv]


def _error_text(error):
    """As Python prints it, without the frames of unittest at both ends."""
    kind, value, trace = error
    while trace is not None and _is_of_unittest(trace) and trace.tb_next is not None:
        trace = trace.tb_next
    shown = traceback.TracebackException(kind, value, trace)
    own = 0
    while trace is not None and not _is_of_unittest(trace):
        own, trace = own + 1, trace.tb_next
    if own > 0:
        del shown.stack[own:]
    return "".join(shown.format())[-MAX_ERROR:]


def _is_of_unittest(trace):
    return "__unittest" in trace.tb_frame.f_globals
