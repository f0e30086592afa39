"""Which adapter looks after an object: one of the containers, or one of those here for objects with named members."""
import array
import collections
import sys
import types

from .attributes import attributes, class_variables, drop_attribute, has_attributes, line_of, put_attribute
from .containers import Container, Fixed, Mapping, Members, Named, Sequence, fields
from .ending import Impossible
from .iterators import ITERATORS
from .names import type_name
from .scalars import writer_of
from .suspended import SUSPENDED, Suspended

CONTAINERS = [
    *(Mapping(base) for base in (collections.OrderedDict, collections.defaultdict, dict)),
    *(Sequence(base) for base in (list, collections.deque, bytearray, array.array)),
    *(Fixed(base) for base in (tuple, frozenset)),
    Members(set),
    *ITERATORS,
]
NAMED = Named(tuple)
# Objects of these modules stand for something outside of the program's memory.
HANDLES = {"_io", "io", "threading", "_thread", "socket", "subprocess", "logging", "asyncio", "concurrent", "selectors"}
HANDLES |= {"multiprocessing", "ctypes", "weakref", "sqlite3", "ssl", "importlib", "_frozen_importlib", "typing"}


class ObjectMembers:
    """An object with a dictionary or slots; the arguments of an exception are among its members."""

    word = "object"
    fixed = False

    def parts(self, thing):
        if issubclass(type(thing), BaseException):
            yield "args", BaseException.__dict__["args"].__get__(thing)
        yield from attributes(thing)

    def put(self, thing, label, value):
        if label == "args" and issubclass(type(thing), BaseException):
            BaseException.__dict__["args"].__set__(thing, value)
        else:
            put_attribute(thing, label, value)

    def drop(self, thing, label):
        drop_attribute(thing, label)


class Closure:
    """A function of the program: what it has kept of the functions around it, and defaults that can be changed."""

    word = "object"
    fixed = False
    prefix = "default "

    def __init__(self, kinds):
        self.kinds = kinds

    def parts(self, thing):
        code = thing.__code__
        if not self.kinds.own.path(code.co_filename):
            return
        for name, cell in zip(code.co_freevars, thing.__closure__ or ()):
            try:
                yield name, cell.cell_contents
            except ValueError:
                pass  # not set yet
        for name, value in self.defaults(thing).items():
            if self.kinds.is_container(value):
                yield self.prefix + name, value

    def defaults(self, thing):
        given = thing.__defaults__ or ()
        code = thing.__code__
        return dict(zip(code.co_varnames[code.co_argcount - len(given) : code.co_argcount], given))

    def put(self, thing, label, value):
        if label.startswith(self.prefix):
            defaults = self.defaults(thing)
            defaults[label[len(self.prefix) :]] = value
            thing.__defaults__ = tuple(defaults.values())
        else:
            self.cell(thing, label).cell_contents = value

    def drop(self, thing, label):
        del self.cell(thing, label).cell_contents

    def cell(self, thing, label):
        names = thing.__code__.co_freevars
        if label not in names:
            raise Impossible(f"the function has no variable {label}")
        return thing.__closure__[names.index(label)]


class Method:
    """A method with the object it was taken from."""

    word = "object"
    fixed = False

    def parts(self, thing):
        yield "__self__", thing.__self__

    def put(self, thing, label, value):
        raise Impossible("a method cannot be bound to another object")

    drop = put


class ClassVariables:
    """The variables of a class of the program, without its methods and descriptors."""

    word = "object"
    fixed = False

    def __init__(self, kinds):
        self.kinds = kinds

    def parts(self, thing):
        if not self.kinds.is_own_class(thing):
            return
        for name, value in class_variables(thing).items():
            described = any("__get__" in class_variables(each) for each in line_of(type(value)))
            if not name.startswith(("__", "_abc_")) and not described:
                yield name, value

    def put(self, thing, label, value):
        type.__setattr__(thing, label, value)

    def drop(self, thing, label):
        type.__delattr__(thing, label)


class Kinds:
    """Finds the adapter of an object, once for each class."""

    def __init__(self, own):
        self.own = own
        self.known = {}
        self.own_modules = {}
        self.object = ObjectMembers()
        self.closure = Closure(self)
        self.method = Method()
        self.class_variables = ClassVariables(self)
        self.suspended = Suspended(own)

    def of(self, thing):
        """The class's name, how to write the object if it is a scalar, its adapter if it has parts."""
        cls = type(thing)
        found = self.known.get(id(cls))
        if found is None:
            found = self.known[id(cls)] = (type_name(cls), writer_of(cls), self.adapter(cls), cls)
        return found[:3]

    def has_parts(self, thing):
        _, write, kind = self.of(thing)
        return write is None and kind is not None and next(iter(kind.parts(thing)), None) is not None

    def is_container(self, thing):
        _, write, kind = self.of(thing)
        return write is None and isinstance(kind, Container)

    def adapter(self, cls):
        if issubclass(cls, type):
            return self.class_variables
        if fields(cls):
            return NAMED
        for kind in CONTAINERS:
            if issubclass(cls, kind.base):
                return kind
        if cls in SUSPENDED:
            return self.suspended
        special = {types.FunctionType: self.closure, types.MethodType: self.method}.get(cls)
        if special or str(type.__getattribute__(cls, "__module__")).split(".")[0] in HANDLES:
            return special
        if issubclass(cls, types.ModuleType) or not (has_attributes(cls) or issubclass(cls, BaseException)):
            return None
        return self.object

    def is_own_class(self, cls):
        name = type.__getattribute__(cls, "__module__")
        module = sys.modules.get(name) if isinstance(name, str) else None
        return writer_of(cls) is None and not fields(cls) and bool(self.own.module_path(module))
