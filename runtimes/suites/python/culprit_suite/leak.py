"""What tests leave behind in a Python process: finds it, takes parts of it back, and sees which line did it.

A snapshot remembers what is in everything that modules lead to, by reference. Later, whatever is no longer the same object is a
difference, known by the path that leads to it, such as `settings.currency`. To take one back is to put the remembered object there
again, so it works for any value: mocks, functions, classes.
"""

import ast
import collections
import locale
import os
import random
import signal
import socket
import sys
import sysconfig
import types

MAX_THINGS = 300_000
MAX_TEXT = 200
MISSING = object()

# What changes in these is how Python and its test runners do their work, or cannot be put back.
IGNORED = {"sys", "posix", "gc", "linecache", "tokenize", "traceback", "tracemalloc", "abc", "_weakrefset", "weakref", "threading"}
IGNORED |= {"importlib", "unittest", "pytest", "_pytest", "pluggy", "iniconfig", "culprit_suite", "coverage", "xdist", "__main__"}
IGNORED |= {"re", "sre_parse", "sre_compile", "enum", "copyreg", "inspect", "dis", "opcode", "pickle", "codecs", "encodings", "zipimport"}
# Of objects of these modules nothing is known that could be put back.
OPAQUE = {"builtins", "_thread", "_io", "_socket", "weakref", "functools"}
LISTS = (list, set, collections.deque)
SCALARS = (int, float, complex, str, bytes, bool, type(None), range, types.CodeType)
OWN_DEPTH, FOREIGN_DEPTH = 40, 3


class Snapshot:
    """What was in all things when it was taken."""

    def __init__(self, root, fixtures):
        self.own = _OwnCode(root)
        self.fixtures = fixtures
        self.modules = {name for name, _ in _modules()}
        self.things = {}
        self.ignored = {id(sys.modules), id(os.environ), *self._ignored_things()}
        self.surroundings = {name: read() for name, (read, _) in SURROUNDINGS.items()}
        queue = collections.deque(self._roots())
        while queue and len(self.things) < MAX_THINGS:
            path, thing, depth = queue.popleft()
            if id(thing) in self.things or id(thing) in self.ignored or depth < 0:
                continue
            parts = parts_of(thing)
            if parts is None:
                continue
            self.things[id(thing)] = (path, thing, parts)
            for label, value in parts.items():
                if type(value) not in SCALARS:
                    queue.append((home_of(value) or path.part(label, thing), value, depth - 1))

    def _roots(self):
        """The program's own modules first: what they and others lead to is called by their names; tests come after the rest."""
        modules = [(name, module) for name, module in _modules() if not is_ignored(name)]
        for name, module in sorted(modules, key=lambda each: (self.own.rank(each[1]), each[0])):
            yield Path(name), module, OWN_DEPTH if self.own.has(module) else FOREIGN_DEPTH
        for name, value in self.fixtures.items():
            yield Path("the fixture %s" % name), value, OWN_DEPTH

    def _ignored_things(self):
        for name, module in _modules():
            if is_ignored(name):
                yield from (id(value) for value in vars(module).values() if isinstance(value, (dict, list, set)))

    def loaded(self):
        """Modules of the program's own that were not there."""
        return [name for name, module in _modules() if name not in self.modules and self.own.has(module)]

    def differences(self):
        """Each with what is needed to take it back, in the order in which things were found."""
        for name, (read, write) in SURROUNDINGS.items():
            before, now = self.surroundings[name], read()
            if isinstance(before, dict):
                for key in sorted(set(before) | set(now)):
                    if before.get(key, MISSING) != now.get(key, MISSING) and key not in OUR_VARIABLES:
                        yield Difference(Path(name).part(key, before), _Entry(os.environ, key), before.get(key, MISSING))
            elif before != now:
                yield Difference(Path(name), _Surrounding(read, write), before)
        for path, thing, before in list(self.things.values()):
            now = parts_of(thing) or {}
            if isinstance(thing, LISTS):
                if not same_items(before.values(), now.values()):
                    yield Difference(path, _Contents(thing), list(before.values()))
                continue
            for label in list(before) + [each for each in now if each not in before]:
                old, new = before.get(label, MISSING), now.get(label, MISSING)
                if not same(old, new):
                    yield Difference(path.part(label, thing), _Part(thing, label), old)


def _modules():
    return [(name, module) for name, module in list(sys.modules.items()) if type(module) is types.ModuleType]


def is_ignored(name):
    return name.split(".")[0] in IGNORED


def home_of(thing):
    """Classes and functions are called by where they are defined, whoever else has them."""
    if not isinstance(thing, (type, types.FunctionType)):
        return None
    module, name = thing.__module__, thing.__qualname__
    is_there = isinstance(module, str) and vars(sys.modules.get(module, types)).get(name) is thing
    return Path(module, "%s.%s" % (module, name)) if is_there else None


def same(old, new):
    return old is new or (type(old) is type(new) and isinstance(old, SCALARS) and old == new)


def same_items(old, new):
    old, new = list(old), list(new)
    return len(old) == len(new) and all(same(a, b) for a, b in zip(old, new))


class Difference:
    def __init__(self, path, place, old):
        self.path, self.place, self.old = path, place, old

    @property
    def key(self):
        return str(self.path)

    def take_back(self):
        self.place.put(self.old)

    def describe(self):
        texts = {"old": value_text(self.old), "new": value_text(self.place.get())}
        told = {side: text for side, text in texts.items() if text is not None}
        return {"key": self.key, "name": self.path.name, **self.path.scope, **told}


class Path:
    """How people write where a thing is: `module.variable.attribute['key'][2]`."""

    def __init__(self, root, name="", scope=None):
        self.root, self.own_name, self.scope = root, name, scope or {}

    @property
    def name(self):
        return self.own_name or self.root

    def part(self, label, thing):
        if isinstance(thing, types.ModuleType):
            return Path(self.root, "%s.%s" % (self.root, label), self.scope)
        is_key = isinstance(thing, (dict, list, tuple, collections.deque))
        return Path(self.root, self.name + ("[%r]" % (label,) if is_key else ".%s" % (label,)), self.scope)

    def __str__(self):
        return self.name


def parts_of(thing):
    """What is in a thing, by label; None if nothing can be known of it. No code of the program runs for it."""
    cls = type(thing)
    try:
        if cls is types.ModuleType:
            return {name: value for name, value in vars(thing).items() if not name.startswith("__")}
        if isinstance(thing, type):
            return {name: value for name, value in type.__dict__["__dict__"].__get__(thing).items() if not name.startswith("__")}
        if isinstance(thing, dict):
            return dict(dict.items(thing))
        if isinstance(thing, (list, tuple, collections.deque)):
            return dict(enumerate(thing))
        if isinstance(thing, (set, frozenset)):
            return dict(enumerate(sorted(thing, key=id)))
        if cls is types.FunctionType:
            return _function_parts(thing)
        if cls is types.MethodType:
            return {"__self__": thing.__self__}
        if cls.__module__ in OPAQUE or is_ignored(str(cls.__module__)) or isinstance(thing, SCALARS):
            return None
        return dict(object.__getattribute__(thing, "__dict__"))
    except Exception:
        return None


def _function_parts(function):
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    parts = {}
    for name, cell in cells:
        try:
            parts[name] = cell.cell_contents
        except ValueError:
            pass
    return {**parts, **dict(function.__dict__)} if parts or function.__dict__ else None


class _Place:
    """Where something can be read and put."""

    def watched(self):
        """What is not the same any more when it changes."""
        return self.get()


class _Part(_Place):
    """An attribute, a key, or a variable of a closure."""

    def __init__(self, thing, label):
        self.thing, self.label = thing, label

    def get(self):
        thing, label = self.thing, self.label
        try:
            if isinstance(thing, dict):
                return dict.get(thing, label, MISSING)
            if isinstance(thing, type):
                return type.__dict__["__dict__"].__get__(thing).get(label, MISSING)
            if type(thing) is not types.FunctionType:
                return object.__getattribute__(thing, "__dict__").get(label, MISSING)
        except Exception:
            return MISSING
        return (parts_of(thing) or {}).get(label, MISSING)

    def put(self, value):
        thing, label = self.thing, self.label
        if isinstance(thing, dict):
            if value is MISSING:
                dict.pop(thing, label, None)
            else:
                dict.__setitem__(thing, label, value)
        elif isinstance(thing, type):
            type.__delattr__(thing, label) if value is MISSING else type.__setattr__(thing, label, value)
        elif type(thing) is types.FunctionType and label in thing.__code__.co_freevars:
            thing.__closure__[thing.__code__.co_freevars.index(label)].cell_contents = value
        elif isinstance(thing, types.ModuleType):
            vars(thing).pop(label, None) if value is MISSING else vars(thing).__setitem__(label, value)
        elif value is MISSING:
            object.__getattribute__(thing, "__dict__").pop(label, None)
        else:
            object.__getattribute__(thing, "__dict__")[label] = value


class _Contents(_Place):
    """All elements of a list or a set."""

    def __init__(self, thing):
        self.thing = thing

    def get(self):
        return list(self.thing)

    def watched(self):
        # It stays the same object.
        return repr([id(each) for each in self.thing])

    def put(self, value):
        self.thing.clear()
        (self.thing.update if isinstance(self.thing, set) else self.thing.extend)(value)


class _Entry(_Place):
    """An environment variable: what C code sees of it changes, too."""

    def __init__(self, mapping, key):
        self.mapping, self.key = mapping, key

    def get(self):
        return self.mapping.get(self.key, MISSING)

    def put(self, value):
        if value is MISSING:
            self.mapping.pop(self.key, None)
        else:
            self.mapping[self.key] = value


class _Surrounding(_Place):
    def __init__(self, read, write):
        self.get, self.put = read, write

    def watched(self):
        value = self.get()
        return repr([id(each) for each in value]) if isinstance(value, list) else value


OUR_VARIABLES = {"PYTEST_CURRENT_TEST", "CULPRIT_SUITE"}


def _read_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _read_folder():
    try:
        return os.getcwd()
    except OSError:
        return None


class _DecimalContext:
    """How numbers of the module decimal are computed. Contexts themselves are compared by identity."""

    def __init__(self, context):
        self.context = context.copy()

    def __eq__(self, other):
        return other is not None and repr(self) == repr(other)

    def __repr__(self):
        traps = [signal.__name__ for signal, is_set in self.context.traps.items() if is_set]
        return "prec=%d, rounding=%s, traps=%s" % (self.context.prec, self.context.rounding, "|".join(traps))


def _decimal_context():
    decimal = sys.modules.get("decimal")
    return None if decimal is None else _DecimalContext(decimal.getcontext())


def _signal_handlers():
    return tuple((number, signal.getsignal(number)) for number in signal.valid_signals())


def _set_signal_handlers(handlers):
    for number, handler in handlers:
        if handler is not None and signal.getsignal(number) is not handler:
            signal.signal(number, handler)


# What surrounds a program besides its own variables: how to read it, and how to set it again.
SURROUNDINGS = {
    "os.environ": (lambda: dict(os.environ), None),
    "the working directory": (_read_folder, os.chdir),
    "the umask": (_read_umask, os.umask),
    "sys.path": (lambda: list(sys.path), lambda value: sys.path.__setitem__(slice(None), value)),
    "sys.argv": (lambda: list(sys.argv), lambda value: sys.argv.__setitem__(slice(None), value)),
    "sys.stdin": (lambda: sys.stdin, lambda value: setattr(sys, "stdin", value)),
    "sys.excepthook": (lambda: sys.excepthook, lambda value: setattr(sys, "excepthook", value)),
    "the recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "the locale": (lambda: locale.setlocale(locale.LC_ALL), lambda value: locale.setlocale(locale.LC_ALL, value)),
    "the state of random": (random.getstate, random.setstate),
    "the default timeout of sockets": (socket.getdefaulttimeout, socket.setdefaulttimeout),
    "the context of decimal": (lambda: _decimal_context(), lambda value: sys.modules["decimal"].setcontext(value.context)),
    "the signal handlers": (_signal_handlers, _set_signal_handlers),
}


def value_text(value):
    """None if there is no value."""
    if value is MISSING:
        return None
    try:
        text = _short_repr(value)
    except Exception as error:
        text = "<%s>" % type(error).__name__
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _short_repr(value):
    """Without running code of the program: only what Python itself has is printed in full."""
    if isinstance(value, (*SCALARS, _DecimalContext)):
        return repr(value)
    if type(value) in (list, tuple, dict, set, frozenset):
        return repr(value) if _is_plain(value, 3) else "a %s of %d" % (type(value).__name__, len(value))
    if isinstance(value, type):
        return "class %s.%s" % (value.__module__, value.__qualname__)
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)):
        return "%s.%s" % (value.__module__, value.__qualname__)
    return "a %s" % type(value).__name__


def _is_plain(value, depth):
    if isinstance(value, SCALARS):
        return True
    if depth == 0 or type(value) not in (list, tuple, dict, set, frozenset):
        return False
    items = [*value.keys(), *value.values()] if isinstance(value, dict) else value
    return len(value) <= 20 and all(_is_plain(each, depth - 1) for each in items)


class _OwnCode:
    """The program's own files: those under its folder that are not installed."""

    def __init__(self, root):
        self.root = os.path.join(os.path.realpath(root), "")
        self.foreign = tuple(
            os.path.join(os.path.realpath(each), "") for each in {*sysconfig.get_paths().values(), sys.prefix} if each
        )
        self.known = {}

    def has(self, module):
        return self.has_file(getattr(module, "__file__", None))

    def rank(self, module):
        name = os.path.basename(getattr(module, "__file__", None) or "")
        is_test = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
        return 2 if not self.has(module) else 1 if is_test else 0

    def has_file(self, name):
        if name not in self.known:
            path = os.path.realpath(name) if isinstance(name, str) and not name.startswith("<") else ""
            is_foreign = any(path.startswith(each) for each in self.foreign if not self.root.startswith(each))
            self.known[name] = path.startswith(self.root) and not is_foreign and "site-packages" not in path
        return self.known[name]


class LineWatch:
    """Follows the lines that the program executes, and remembers the last one after which a difference was another one than before."""

    def __init__(self, snapshot, key):
        self.snapshot, self.key = snapshot, key
        self.own = snapshot.own
        self.places = find_places(snapshot, key)
        self.value = self._read()
        self.last = self.changed = None

    def start(self):
        sys.settrace(self._call)

    def stop(self):
        sys.settrace(None)
        self._look()
        return self.changed

    def _call(self, frame, event, argument):
        self._look()
        if not self.own.has_file(frame.f_code.co_filename):
            return None
        return self._line

    def _line(self, frame, event, argument):
        self._look()
        if event == "line":
            self.last = frame, frame.f_lineno
        elif event == "return" and frame.f_back is not None:
            # What comes next is the rest of the line that called it.
            self.last = frame.f_back, frame.f_back.f_lineno
        return self._line

    def _look(self):
        value = self._read()
        if not all(map(same, value, self.value)):
            self.value, self.changed = value, self._lines()

    def _read(self):
        return [place.watched() for place in self.places]

    def _lines(self):
        """From the line that ran last outwards: the program's own ones."""
        lines = []
        frame, line = self.last or (None, None)
        while frame is not None:
            if self.own.has_file(frame.f_code.co_filename):
                lines.append({"file": os.path.realpath(frame.f_code.co_filename), "line": line})
            frame = frame.f_back
            line = frame and frame.f_lineno
        return lines


def find_places(snapshot, key):
    """Where the difference of that name is, or will be: a variable, and what is in the list that it has now."""
    if key in SURROUNDINGS:
        return [_Surrounding(*SURROUNDINGS[key])]
    if key.startswith("os.environ["):
        return [_Entry(os.environ, ast.literal_eval(key[len("os.environ") :])[0])]
    around = [(str(path), thing) for path, thing, _ in snapshot.things.values() if key.startswith(str(path))]
    found = []
    for path, thing in sorted(around, key=lambda each: -len(each[0])):
        rest = key[len(path) :]
        if isinstance(thing, LISTS) and rest == "":
            found.append(_Contents(thing))
            continue
        part = _find_part(thing, rest)
        if part is not None:
            return [*found, part]
    return found


def _find_part(thing, rest):
    if isinstance(thing, dict) and rest.startswith("["):
        labels = {repr(label): label for label in parts_of(thing)}
        if rest[1:-1] in labels:
            return _Part(thing, labels[rest[1:-1]])
        try:
            return _Part(thing, ast.literal_eval(rest[1:-1]))
        except (ValueError, SyntaxError):
            return None
    if rest.startswith(".") and not isinstance(thing, dict):
        return _Part(thing, rest[1:])
    return None
