"""Objects of C++ classes that are reached by pointers to their base classes."""

import gdb

from .virtual_tables import is_polymorphic


def whole_object(address, ctype):
    """The object of the class that it was made as, from a pointer to one of its base classes."""
    if ctype.kind != "struct" or not ctype.gdb_type.dynamic and not is_polymorphic(ctype.gdb_type):
        return address, ctype
    try:
        pointer = gdb.Value(address).cast(ctype.gdb_type.pointer())
        whole = pointer.cast(pointer.dynamic_type)
        return int(whole), ctype.types.of(whole.type.target())
    except gdb.error:
        return address, ctype


def address_as(wanted, address, ctype):
    """Where the part of an object is that a pointer to `wanted` leads to."""
    if ctype.kind != "struct" or wanted.kind != "struct" or ctype.identity == wanted.identity:
        return address
    return int(gdb.Value(address).cast(ctype.gdb_type.pointer()).cast(wanted.gdb_type.pointer()))
