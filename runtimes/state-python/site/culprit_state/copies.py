"""Objects of another run, made again in this one without running a constructor."""
import array
import collections
import types

from .attributes import line_of
from .containers import KEY, MOST, Fixed, Mapping, Members
from .ending import Impossible
from .iterators import Iterator
from .names import find_thing, find_type, type_name
from .scalars import read

HEAP = 1 << 9  # the flag of classes that were made at run time


class Shared:
    """What the copies of all changes have in common."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.objects = {}


class Copies:
    """
    `known` gives, for some vertices, the object of this run that stands for it; `shared` holds what was made for other
    changes, by its address in the other run: there it is one object, so it is one here.
    """

    def __init__(self, graph, known, shared):
        self.graph = graph
        self.made = dict(known)
        self.shared = shared
        self.kinds = shared.kinds
        self.empty = []
        self.hashed = []

    def copy(self, index):
        copied = self.make(index)
        self.fill_all()
        return copied

    def fill_all(self):
        while self.empty:
            self.fill(*self.empty.pop())
        # Only now can keys and elements be asked for their hash.
        while self.hashed:
            self.fill(*self.hashed.pop())

    def make(self, index):
        if index not in self.made:
            address = self.graph[index].get("address")
            found = self.shared.objects.get(address)
            made = self.begin(index, self.graph[index]) if found is None else found
            self.made.setdefault(index, made)
            if address is not None:
                self.shared.objects[address] = self.made[index]
        return self.made[index]

    def begin(self, index, vertex):
        name = vertex["type"]
        if vertex.get("kind") is None:
            return read(name, vertex["value"])
        word, _, named = name.partition(" ")
        if word == "method":
            return types.MethodType(find_thing(named), self.make(dict(vertex["edges"])["__self__"]))
        if vertex["kind"] == "opaque" or named:
            return find_named(vertex, named)
        cls = find_type(name)
        kind = self.kinds.adapter(cls)
        if isinstance(kind, Fixed):
            parts = {label: self.make(part) for label, part in vertex["edges"]}
            if isinstance(kind, Iterator):
                self.fill_all()  # it cannot come further than there is something to go over
            return kind.made(cls, parts)
        self.made[index] = shell(cls, kind, dict(vertex["edges"]), self)
        later = isinstance(kind, Members) or any(label.startswith(KEY) for label, _ in vertex["edges"])
        (self.hashed if later else self.empty).append((index, kind))
        return self.made[index]

    def fill(self, index, kind):
        thing = self.made[index]
        edges = self.graph[index]["edges"]
        keys = {label[len(KEY) :]: self.make(part) for label, part in edges if label.startswith(KEY)}
        for label, part in edges:
            if label in keys and isinstance(kind, Mapping):
                kind.base.__setitem__(thing, keys[label], self.make(part))
            elif not label.startswith(KEY) and label != MOST:
                kind.put(thing, label, self.make(part))


def find_named(vertex, name):
    """Functions, classes and modules are not made again: they are there already, under their names."""
    name = name or vertex.get("value")
    if name is None:
        raise Impossible(f"a {vertex['type']} cannot be made again")
    return find_thing(name)


def flags_of(cls):
    return type.__dict__["__flags__"].__get__(cls)


def shell(cls, kind, edges, copies):
    """An object of this class with nothing in it."""
    base = next(each for each in line_of(cls) if not flags_of(each) & HEAP or each in (collections.deque, array.array))
    if kind is None or base is array.array:
        raise Impossible(f"a {type_name(cls)} cannot be made again")
    try:
        thing = base.__new__(cls)
    except TypeError as error:
        raise Impossible(str(error)) from error
    if MOST in edges:
        collections.deque.__init__(thing, (), copies.make(edges[MOST]))
    return thing
