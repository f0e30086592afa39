"""New objects like those of another run: a new one for each vertex of its graph, unless the vertex exists here."""

import gdb

from ..memory.c_types import Field, base_classes
from ..memory.class_objects import address_as
from ..memory.graph import Location
from ..memory.scalars import NULL, unquote
from ..memory.std_layouts import END, LIMIT, START
from ..memory.virtual_tables import virtual_table_pointers
from ..plan_errors import ImpossibleChange
from .changed_memory import Target


class ObjectCopier:
    def __init__(self, changed, scalars, to):
        self.changed = changed
        self.scalars = scalars
        self.memory = changed.memory
        self.first = to["copy"]
        self.graph = to["graph"]
        self.known = to["known"]  # vertices of the other run → vertices here
        self.made = {}  # vertices of the other run → locations
        self.to_fill = []  # not by recursion: a list may be long
        self.opaque_pointers = []

    def point_to_copy(self, pointer):
        self.changed.put_pointer(pointer, self._address_of(self.first, pointer.ctype.target))
        self._fill_all()

    def copy_into(self, target):
        self._fill(target, self.first)
        self._fill_all()

    def _fill_all(self):
        while self.to_fill:
            self._fill(*self.to_fill.pop())
        for target, to in self.opaque_pointers:
            self._fill_opaque_pointer(target, to)

    def _address_of(self, number, wanted):
        """What a pointer to `wanted` has to be to lead to the copy of a vertex."""
        if number in self.known:
            return self.changed.address_as(wanted, self.known[number])
        if number not in self.made:
            self._make(number, wanted)
        return address_as(wanted, *self.made[number])

    def _make(self, number, ctype):
        vertex = self.graph[number]
        if vertex.get("kind") == "array" and ctype.kind not in ("array", "std_vector"):
            address = self.memory.allocate(ctype.size * vertex["length"] + self.memory.word_size)
            self.made[number] = Location(address, ctype)
            self._fill_elements(self.made[number], vertex)
            return
        if ctype.kind == "struct" and vertex["type"] != ctype.name:
            ctype = derived_class(vertex["type"], ctype)
        self.made[number] = Location(self.memory.allocate(ctype.size + self._flexible_size(ctype, vertex)), ctype)
        self.to_fill.append((Target(*self.made[number]), number))

    def _flexible_size(self, ctype, vertex):
        edges = vertex.get("edges", ())
        part = next((to for label, to in edges if ctype.flexible and label == ctype.flexible.label), None)
        return 0 if part is None else self._flexible_field(ctype, part).ctype.size

    def _flexible_field(self, ctype, number):
        vertex = self.graph[number]
        text = unquote(vertex["value"]) if "value" in vertex else b""
        label, offset, element = ctype.flexible
        return Field(label, offset, element.array(vertex.get("length", len(text) + 1)))

    def _fill(self, target, number, is_base=False):
        vertex, ctype = self.graph[number], target.ctype
        if number in self.known:
            self._fill_from_known(target, self.known[number])
        elif vertex.get("kind") == "opaque":
            raise ImpossibleChange(f"the contents of a value of type {vertex['type']} are unknown")
        elif "value" in vertex:
            self._fill_value(target, vertex["value"])
        elif ctype.kind == "opaque_pointer":
            self.opaque_pointers += [(target, to) for _, to in vertex.get("edges", ())]
        elif ctype.kind in ("pointer", "c_string"):
            for _, to in vertex.get("edges", ()):
                self.changed.put_pointer(target, self._address_of(to, ctype.target))
        elif ctype.kind == "array":
            self._fill_elements(Location(target.address, ctype.target), vertex)
        elif ctype.kind == "std_vector":
            self._fill_vector(target.address, ctype.target, vertex)
        elif ctype.kind == "struct" and vertex.get("kind") == "object":
            # A base class uses the virtual tables of the class that is derived from it.
            for offset, table in () if is_base else virtual_table_pointers(ctype, self.memory):
                self.changed.put_word(target.address + offset, table)
            self._fill_members(target, vertex)
        else:
            raise ImpossibleChange(f"a new value of type {vertex['type']} cannot be made")

    def _fill_from_known(self, target, here):
        address, ctype = self.changed.graph.locations[here]
        if address is None or ctype.size != target.ctype.size:
            raise ImpossibleChange(f"a value of type {target.ctype.name} cannot become one of type {ctype.name}")
        self.changed.put(target, self.changed.old_bytes(here))

    def _fill_value(self, target, text):
        if target.ctype.kind == "c_string" and text != NULL:
            self.changed.put_pointer(target, self.scalars.new_c_string(unquote(text)))
        else:
            self.scalars.set(target, text)

    def _fill_members(self, target, vertex):
        for label, to in vertex.get("edges", ()):
            field = target.ctype.field(label)
            if target.ctype.flexible and label == target.ctype.flexible.label:
                field = self._flexible_field(target.ctype, to)
            if field is None:
                raise ImpossibleChange(f"{target.ctype.name} has no member {label}")
            part = Location(target.address + field.offset, field.ctype)
            self.made.setdefault(to, part)
            self.to_fill.append((Target(*part), to, label in target.ctype.base_names))

    def _fill_elements(self, first, vertex):
        for label, to in vertex.get("edges", ()):
            part = Location(first.address + int(label) * first.ctype.size, first.ctype)
            self.made.setdefault(to, part)
            self.to_fill.append((Target(*part), to))

    def _fill_vector(self, address, element, vertex):
        size = element.size * vertex["length"]
        start = self.memory.allocate(size)
        for offset, word in ((START, start), (END, start + size), (LIMIT, start + size)):
            self.changed.put_word(address + offset, word)
        self._fill_elements(Location(start, element), vertex)

    def _fill_opaque_pointer(self, target, to):
        """What a `void *` leads to is only made where a typed pointer leads to it."""
        if to in self.known:
            self.changed.put_pointer(target, self.changed.address_of(self.known[to]))
        elif to in self.made:
            self.changed.put_pointer(target, self.made[to].address)
        else:
            raise ImpossibleChange(f"the type of what a {target.ctype.name} points to is unknown")


def derived_class(name, base):
    try:
        found = gdb.lookup_type(name).strip_typedefs().unqualified()
    except gdb.error:
        found = None
    if found is None or not is_derived(found, base.plain_name):
        raise ImpossibleChange(f"a new {name} cannot be made in place of a {base.name}")
    return base.types.of(found)


def is_derived(plain, base_name):
    if plain.code != gdb.TYPE_CODE_STRUCT:
        return False
    bases = [each.type.strip_typedefs() for each in base_classes(plain)]
    return any(str(each) == base_name or is_derived(each, base_name) for each in bases)
