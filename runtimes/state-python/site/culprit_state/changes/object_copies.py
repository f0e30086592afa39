"""Objects of another run, made again in this one without running a constructor."""
import array
import collections
import types

from ..impossible_change import ImpossibleChange
from ..memory.attributes import base_classes
from ..memory.containers import KEY_PREFIX, MAX_LENGTH, Immutable, Mapping, MutableSet
from ..memory.iterators import Iterator
from ..memory.numpy_arrays import ARRAY_PREFIX, make_array
from ..memory.pandas_tables import make_table
from ..memory.scalars import read_scalar
from ..names import find_object, find_type, type_name

HEAP_TYPE = 1 << 9  # the flag of classes that were created at run time


class ObjectCopier:
    """
    `known` has, for some vertices, the object of this run that stands for them; `copies` has what was made for other
    changes, by its address in the other run: an object there is one object here.
    """

    def __init__(self, graph, known, adapters, copies):
        self.graph = graph
        self.objects = dict(known)
        self.adapters = adapters
        self.copies = copies
        self.to_fill = []
        self.to_fill_last = []

    def copy(self, index):
        copied = self.make(index)
        self.fill_all()
        return copied

    def fill_all(self):
        while self.to_fill:
            self.fill(*self.to_fill.pop())
        # Only complete keys and elements can be hashed.
        while self.to_fill_last:
            self.fill(*self.to_fill_last.pop())

    def make(self, index):
        if index not in self.objects:
            address = self.graph[index].get("address")
            found = self.copies.get(address)
            made = self.begin(index, self.graph[index]) if found is None else found
            self.objects.setdefault(index, made)
            if address is not None:
                self.copies[address] = self.objects[index]
        return self.objects[index]

    def begin(self, index, vertex):
        """The object of a vertex; its parts may follow later, because it may be among the parts of its parts."""
        name = vertex["type"]
        if vertex.get("kind") is None:
            return read_scalar(name, vertex["value"])
        if name.startswith(ARRAY_PREFIX):
            return make_array(name, [self.make(part) for _, part in vertex["edges"]])
        if name.startswith("pandas.") and "[" in name:
            return make_table(name, {label: self.make(part) for label, part in vertex["edges"]})
        word, _, qualified_name = name.partition(" ")
        if word == "method":
            return types.MethodType(find_object(qualified_name), self.make(dict(vertex["edges"])["__self__"]))
        if vertex["kind"] == "opaque" or qualified_name:
            return find_named(vertex, qualified_name)
        cls = find_type(name)
        adapter = self.adapters.adapter_for(cls)
        if isinstance(adapter, Immutable):
            parts = {label: self.make(part) for label, part in vertex["edges"]}
            if isinstance(adapter, Iterator):
                self.fill_all()  # its position must be inside of what it iterates over
            return adapter.build(cls, parts)
        self.objects[index] = empty_object(cls, adapter, dict(vertex["edges"]), self)
        needs_hashes = isinstance(adapter, MutableSet) or any(label.startswith(KEY_PREFIX) for label, _ in vertex["edges"])
        (self.to_fill_last if needs_hashes else self.to_fill).append((index, adapter))
        return self.objects[index]

    def fill(self, index, adapter):
        thing = self.objects[index]
        edges = self.graph[index]["edges"]
        keys = {label[len(KEY_PREFIX) :]: self.make(part) for label, part in edges if label.startswith(KEY_PREFIX)}
        for label, part in edges:
            if label in keys and isinstance(adapter, Mapping):
                adapter.base.__setitem__(thing, keys[label], self.make(part))
            elif not label.startswith(KEY_PREFIX) and label != MAX_LENGTH:
                adapter.set_part(thing, label, self.make(part))


def find_named(vertex, name):
    """Functions, classes and modules are not made again: they exist already, under their names."""
    name = name or vertex.get("value")
    if name is None:
        raise ImpossibleChange(f"a {vertex['type']} cannot be created")
    return find_object(name)


def empty_object(cls, adapter, edges, copier):
    def is_built_in(each):
        is_static = not type.__dict__["__flags__"].__get__(each) & HEAP_TYPE
        return is_static or each in (collections.deque, array.array)

    base = next(each for each in base_classes(cls) if is_built_in(each))
    if adapter is None or base is array.array:
        raise ImpossibleChange(f"a {type_name(cls)} cannot be created")
    try:
        thing = base.__new__(cls)
    except TypeError as error:
        raise ImpossibleChange(str(error)) from error
    if MAX_LENGTH in edges:
        collections.deque.__init__(thing, (), copier.make(edges[MAX_LENGTH]))
    return thing
