"""C++ classes with virtual methods, as the Itanium ABI lays them out: what an object was made as, and what makes it one."""

import gdb

from scalars import Refused
from shapes import plain_bases, shape_of

WORD = 8
TOP = 1 << 64
# Of one class with all its bases, in words.
LONGEST_TABLE = 4096


def is_polymorphic(plain):
    return any(is_table(each) or (each.is_base_class and is_polymorphic(each.type.strip_typedefs())) for each in plain.fields())


def is_table(field):
    return (field.name or "").startswith("_vptr")


def whole_object(to, shape):
    """A pointer to a base class leads to the object of the class it was made as."""
    if shape.kind != "struct" or not shape.type.dynamic and not is_polymorphic(shape.type):
        return to, shape
    try:
        pointer = gdb.Value(to).cast(shape.type.pointer())
        whole = pointer.cast(pointer.dynamic_type)
        return int(whole), shape_of(whole.type.target())
    except gdb.error:
        return to, shape


def seen_as(address, shape, wanted):
    """Where the part of an object is that a pointer to `wanted` leads to."""
    if shape.kind != "struct" or wanted.kind != "struct" or shape.identity == wanted.identity:
        return address
    return int(gdb.Value(address).cast(shape.type.pointer()).cast(wanted.type.pointer()))


def derived_shape(name, base):
    try:
        found = gdb.lookup_type(name).strip_typedefs().unqualified()
    except gdb.error:
        found = None
    if found is None or not is_derived(found, base.identity[0]):
        raise Refused(f"a new {name} cannot be made where a {base.name} is")
    return shape_of(found)


def is_derived(plain, name):
    bases = [each.type.strip_typedefs() for each in plain_bases(plain)] if is_class(plain) else []
    return any(str(each) == name or is_derived(each, name) for each in bases)


def is_class(plain):
    return plain.code == gdb.TYPE_CODE_STRUCT


def tables_of(shape, memory):
    """(offset, pointer) of all tables of methods in an object made as that class, not in its members."""
    if not is_polymorphic(shape.type):
        return
    if has_virtual_base(shape.type):
        raise Refused(f"a new {shape.name} cannot be made: it has a virtual base class")
    start = table_of(shape)
    words = [memory.pointer(start + WORD * each) for each in range(LONGEST_TABLE) if memory.is_readable(start + WORD * each, WORD)]
    for offset in sorted(set(table_offsets(shape.type))):
        yield offset, start + WORD * first_method(words, offset, shape)


def table_of(shape):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long) &'vtable for {shape.identity[0]}'"))
    except gdb.error:
        raise Refused(f"a new {shape.name} cannot be made: its table of methods is not known") from None


def first_method(words, offset, shape):
    """Each part begins with the way to the top of the object and with the type, which is the same in all of them."""
    for at in range(len(words) - 1):
        if words[at] == -offset % TOP and words[at + 1] == words[1]:
            return at + 2
    raise Refused(f"a new {shape.name} cannot be made: its table of methods is not understood")


def table_offsets(plain, start=0):
    for each in plain.fields():
        if is_table(each):
            yield start + each.bitpos // 8
        elif each.is_base_class:
            yield from table_offsets(each.type.strip_typedefs(), start + each.bitpos // 8)


def has_virtual_base(plain):
    return any(not hasattr(each, "bitpos") or has_virtual_base(each.type.strip_typedefs()) for each in plain_bases(plain))
