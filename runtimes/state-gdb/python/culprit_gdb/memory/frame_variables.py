"""The variables of a frame that exist at its line."""

import gdb


def existing_variables(frame):
    """(name, symbol), from the innermost block outwards; a variable hidden by others of its name is `name#2`, `name#3`."""
    counts = {}
    for symbol, is_outermost in variables_so_far(frame):
        if is_outermost and symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
            continue  # It is among the globals, whether its function runs or not.
        counts[symbol.name] = counts.get(symbol.name, 0) + 1
        yield symbol.name if counts[symbol.name] == 1 else "%s#%d" % (symbol.name, counts[symbol.name]), symbol


def nonexistent_names(frame):
    """Names of variables that are declared further down; another of the same name may exist in an outer block."""
    existing = {symbol.name for symbol, _ in variables_so_far(frame)}
    return {symbol.name for symbol, _ in declared_variables(frame)} - existing


def variables_so_far(frame):
    last = last_declaring_line(frame)
    return (each for each in declared_variables(frame) if not is_declared_after(each[0], last))


def declared_variables(frame):
    """(symbol, whether it is in the function's outermost block), from the innermost block outwards."""
    try:
        block = frame.block()
    except RuntimeError:
        return
    while block is not None and not block.is_static and not block.is_global:
        for symbol in block:
            if symbol.is_variable or symbol.is_argument:
                yield symbol, block.function is not None
        if block.function is not None:
            return
        block = block.superblock


def last_declaring_line(frame):
    """(file, line): variables that are declared further down do not exist yet, whatever is in their memory."""
    sal = frame.find_sal()
    # Before its first instruction, a line has declared nothing; a call in the middle of it may come after its declaration.
    is_before = frame == gdb.newest_frame() and sal.pc == frame.pc() and sal.pc == first_instruction(sal)
    return sal.symtab.filename, sal.line - 1 if is_before else sal.line


def first_instruction(sal):
    entries = sal.symtab.linetable().line(sal.line) or ()
    return min((each.pc for each in entries), default=None)


def is_declared_after(symbol, last):
    file, line = last
    if symbol.is_argument or symbol.addr_class == gdb.SYMBOL_LOC_STATIC or symbol.symtab.filename != file:
        return False
    return symbol.line > line
