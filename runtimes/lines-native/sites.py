"""Run in gdb, without starting the program: writes the functions at some addresses as JSON.

Standard input has the addresses, in ascending order, and an address for each source file that is known by a relative path only;
standard output gets one line with the functions (their instructions, and the variables that they keep in their frames) and the
whole paths.
"""

import json
import re
import sys

import gdb

# `info scope` says where a variable is in one of two ways: by gcc relative to the frame's address, by clang to a register.
IN_FRAME = re.compile(
    r"Symbol (\S+) is a (?:complex DWARF expression:\s+0: DW_OP_fbreg (-?\d+)\s*,|"
    r"variable at frame base reg \$rbp offset (-?\d+)\+(-?\d+),) length (\d+)\."
)
# The frame's address is above the saved base pointer and the return address.
FRAME_ABOVE_BASE_POINTER = 16


def main():
    gdb.execute("set disassembly-flavor att")
    gdb.execute("set print asm-demangle on")
    wanted = json.load(sys.stdin)
    functions = list(functions_at(wanted["addresses"]))
    paths = {name: gdb.find_pc_line(address).symtab.fullname() for name, address in wanted["files"].items()}
    print(json.dumps({"functions": functions, "paths": paths}))


def functions_at(addresses):
    end = 0
    for address in addresses:
        block = function_block(address) if address >= end else None
        if block is not None:
            end = block.end
            yield describe(block)


def function_block(address):
    """The function itself, not one that is inlined there."""
    block = gdb.block_for_pc(address)
    found = None
    while block is not None:
        found = block if block.function is not None else found
        block = block.superblock
    return found


def describe(block):
    listed = gdb.selected_inferior().architecture().disassemble(block.start, block.end - 1)
    return {
        "name": block.function.print_name,
        "instructions": [[each["addr"], read_bytes(each), each["asm"]] for each in listed],
        "scopes": list(scopes(block, [each["addr"] for each in listed])),
    }


def read_bytes(instruction):
    return bytes(gdb.selected_inferior().read_memory(instruction["addr"], instruction["length"])).hex()


def scopes(function, addresses):
    """The variables of each block that has instructions, innermost first and without those they hide."""
    known = set()
    for address in addresses:
        block = gdb.block_for_pc(address)
        if block is not None and (block.start, block.end) not in known:
            known.add((block.start, block.end))
            yield {"low": block.start, "high": block.end, "variables": variables_at(address, block, function)}


def variables_at(address, block, function):
    listed = gdb.execute(f"info scope *{address:#x}", to_string=True)
    offsets = {}
    for name, from_frame, register, offset, size in IN_FRAME.findall(listed):
        at = int(from_frame) + FRAME_ABOVE_BASE_POINTER if from_frame else int(register) + int(offset)
        offsets.setdefault(name, (at, int(size)))
    types = types_and_lines(block, function)
    return [
        {"name": name, "offset": at, "size": size, "type": types[name][0], "line": types[name][1]}
        for name, (at, size) in offsets.items()
        if name in types
    ]


def types_and_lines(block, function):
    types = {}
    while block is not None and block.start >= function.start and block.end <= function.end:
        for symbol in block:
            if symbol.is_variable or symbol.is_argument:
                types.setdefault(symbol.name, (str(symbol.type.strip_typedefs()), symbol.line))
        block = block.superblock
    return types


main()
