"""Virtual tables as the Itanium C++ ABI lays them out."""

import gdb

from ..plan_errors import ImpossibleChange
from .c_types import base_classes

WORD = 8
ADDRESS_SPACE = 1 << 64
MAX_TABLE_WORDS = 4096  # of one class with all its bases


def is_polymorphic(plain):
    return any(
        is_table_pointer(each) or (each.is_base_class and is_polymorphic(each.type.strip_typedefs())) for each in plain.fields()
    )


def is_table_pointer(field):
    return (field.name or "").startswith("_vptr")


def virtual_table_pointers(ctype, memory):
    """(offset, pointer) for all pointers to virtual tables in an object made as that class, except in its members."""
    if not is_polymorphic(ctype.gdb_type):
        return
    if has_virtual_base(ctype.gdb_type):
        raise ImpossibleChange(f"a new {ctype.name} cannot be made: it has a virtual base class")
    start = table_address(ctype)
    addresses = [start + WORD * each for each in range(MAX_TABLE_WORDS)]
    words = [memory.read_word(each) for each in addresses if memory.is_readable(each, WORD)]
    for offset in sorted(set(table_offsets(ctype.gdb_type))):
        yield offset, start + WORD * first_method(words, offset, ctype)


def table_address(ctype):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long) &'vtable for {ctype.plain_name}'"))
    except gdb.error:
        raise ImpossibleChange(f"a new {ctype.name} cannot be made: its virtual table was not found") from None


def first_method(words, offset, ctype):
    """Each part of a table begins with the distance to the top of the object and the type, which is the same in all parts."""
    for at in range(len(words) - 1):
        if words[at] == -offset % ADDRESS_SPACE and words[at + 1] == words[1]:
            return at + 2
    raise ImpossibleChange(f"a new {ctype.name} cannot be made: its virtual table has an unknown layout")


def table_offsets(plain, start=0):
    for each in plain.fields():
        if is_table_pointer(each):
            yield start + each.bitpos // 8
        elif each.is_base_class:
            yield from table_offsets(each.type.strip_typedefs(), start + each.bitpos // 8)


def has_virtual_base(plain):
    return any(not hasattr(each, "bitpos") or has_virtual_base(each.type.strip_typedefs()) for each in base_classes(plain))
