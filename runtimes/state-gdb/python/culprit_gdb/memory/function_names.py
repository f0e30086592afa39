"""Pointers to functions are captured by name, which means the same in every run."""

import gdb


def name_of_function(address):
    """The name of the function that begins there; None if the name would not lead back."""
    block = gdb.block_for_pc(address)
    name = block.function.name if block is not None and block.function is not None else None
    return name if name is not None and address_of_function(name) == address else None


def address_of_function(name):
    symbol = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
    return int(symbol.value().address) if symbol is not None and symbol.is_function else None
