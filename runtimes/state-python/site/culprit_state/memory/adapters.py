"""
Which adapter knows the parts of an object. An adapter has `kind` (as in a vertex), `immutable`, `parts(thing)`,
`set_part(thing, label, value)` and `delete_part(thing, label)`; an immutable one has `rebuild(thing, parts)` and
`build(cls, parts)` instead of the last two.
"""
import array
import collections
import sys
import types

from ..names import type_name
from .attributes import has_attributes
from .containers import Container, Immutable, Mapping, MutableSet, NamedTuple, Sequence, field_names
from .generators import GENERATORS, GeneratorAdapter
from .iterators import ITERATORS
from .memory_views import MemoryView
from .numpy_arrays import NumpyArray, is_array_class
from .object_adapters import ClassAdapter, FunctionAdapter, InstanceAdapter, MethodAdapter
from .pandas_tables import adapter_of_class
from .scalars import writer_for

CONTAINERS = [
    *(Mapping(base) for base in (collections.OrderedDict, collections.defaultdict, dict)),
    *(Sequence(base) for base in (list, collections.deque, bytearray, array.array)),
    *(Immutable(base) for base in (tuple, frozenset)),
    MutableSet(set),
    *ITERATORS,
]
NUMPY_ARRAY = NumpyArray()
NAMED_TUPLE = NamedTuple(tuple)
# Objects of these modules stand for something outside of the program's memory.
HANDLES = {"_io", "io", "threading", "_thread", "socket", "subprocess", "logging", "asyncio", "concurrent", "selectors"}
HANDLES |= {"_pytest", "pluggy", "multiprocessing", "ctypes", "weakref", "sqlite3", "ssl", "importlib", "_frozen_importlib", "typing"}


class Adapters:
    def __init__(self, own_files):
        self.own_files = own_files
        self.known = {}
        self.instance = InstanceAdapter()
        self.function = FunctionAdapter(self)
        self.method = MethodAdapter()
        self.class_variables = ClassAdapter(self)
        self.generator = GeneratorAdapter(own_files)
        self.memory_view = MemoryView()

    def of(self, thing):
        """The name of its class, the function that writes it if it is a scalar, and its adapter if it has parts."""
        cls = type(thing)
        found = self.known.get(id(cls))
        if found is None:
            found = self.known[id(cls)] = (type_name(cls), writer_for(cls), self.adapter_for(cls), cls)
        return found[:3]

    def adapter(self, thing):
        """None if it is a scalar, or if nothing is known about its parts."""
        _, write, adapter = self.of(thing)
        return None if write else adapter

    def has_parts(self, thing):
        adapter = self.adapter(thing)
        return adapter is not None and next(iter(adapter.parts(thing)), None) is not None

    def is_container(self, thing):
        return isinstance(self.adapter(thing), Container)

    def adapter_for(self, cls):
        if issubclass(cls, type):
            return self.class_variables
        if field_names(cls):
            return NAMED_TUPLE
        for adapter in CONTAINERS:
            if issubclass(cls, adapter.base):
                return adapter
        if cls in GENERATORS:
            return self.generator
        if cls is memoryview:
            return self.memory_view
        elements = NUMPY_ARRAY if is_array_class(cls) else adapter_of_class(cls)
        if elements is not None:
            return elements
        special = {types.FunctionType: self.function, types.MethodType: self.method}.get(cls)
        if special or str(type.__getattribute__(cls, "__module__")).split(".")[0] in HANDLES:
            return special
        if issubclass(cls, types.ModuleType) or not (has_attributes(cls) or issubclass(cls, BaseException)):
            return None
        return self.instance

    def is_own_class(self, cls):
        name = type.__getattribute__(cls, "__module__")
        module = sys.modules.get(name) if isinstance(name, str) else None
        return writer_for(cls) is None and not field_names(cls) and bool(self.own_files.module_path(module))
