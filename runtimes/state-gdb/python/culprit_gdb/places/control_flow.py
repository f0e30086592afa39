"""The instructions of a function: the line of each, and those that may follow it."""

import re

import gdb

# More than any function has: where a part of a function lies far away, gdb takes everything between for the function.
MAX_BYTES = 1 << 20
# Mnemonics of x86 and ARM, as gdb writes them. An unknown jump is taken for an instruction that goes on to the next.
PREFIXES = {"bnd", "notrack", "rep", "repz", "cs", "ds"}
JUMP = re.compile(r"(?:j\w+|loop\w*|b|b\.\w+|cbn?z|tbn?z)$")
NEVER_FALLS_THROUGH = re.compile(r"(?:jmpq?|b|br|retq?|hlt|ud2|udf)$")
TARGET = re.compile(r"(?:^|[\s,])(0x[0-9a-f]+)(?: <[^>]*>)?(?:\s*//.*)?$")


class ControlFlows:
    def __init__(self, own_files):
        self.own_files = own_files
        self.known = {}

    def at(self, pc):
        """The flow of the function that has this instruction, with what was inlined into it; None if it cannot be known."""
        block = function_block(pc)
        if block is None or block.end - block.start > MAX_BYTES:
            return None
        key = (block.start, block.end)
        if key not in self.known:
            self.known[key] = ControlFlow(block.start, block.end, self.own_files)
        return self.known[key]


class ControlFlow:
    """Instructions are known by their addresses."""

    def __init__(self, start, end, own_files):
        self.start = start
        self.own_files = own_files
        self.of_line = {}  # (file, line) → its instructions
        self.of_other_line = set()  # instructions that the compiler attributes to another line than we do
        self.after = {}  # instruction → those that may follow; none if it leaves the function
        self.before = {}  # instruction → those that it may follow
        instructions = gdb.selected_inferior().architecture().disassemble(start, end - 1)
        self._find_lines([each["addr"] for each in instructions])
        for each in instructions:
            followers = followers_of(each["asm"], each["addr"] + each["length"])
            self.after[each["addr"]] = [to for to in followers if start <= to < end]
        addresses = list(self.after)
        self.preceding = dict(zip(addresses[1:], addresses))  # in memory, whether control comes from there or not
        for instruction, followers in self.after.items():
            for each in followers:
                self.before.setdefault(each, []).append(instruction)

    def _find_lines(self, instructions):
        """Code that does not begin a statement belongs to the statement before it: a debugger would not stop there."""
        line, stated_line, last = None, None, -1
        for instruction in instructions:
            if instruction > last:
                sal = gdb.find_pc_line(instruction)
                last = sal.last if sal.last is not None and sal.last >= instruction else instruction
                stated_line = (sal.symtab.filename, sal.line) if sal.symtab is not None else None
                line = stated_line if self._begins_statement(sal, instruction) else line
            self.of_line.setdefault(line, set()).add(instruction)
            if stated_line != line:
                self.of_other_line.add(instruction)

    def _begins_statement(self, sal, instruction):
        if sal.symtab is None or not sal.line or sal.pc != instruction or not self.own_files.contains(sal.symtab):
            return False
        return any(each.pc == instruction for each in sal.symtab.linetable().line(sal.line) or ())


def followers_of(text, next_address):
    words = [each for each in text.split() if each not in PREFIXES]
    target = TARGET.search(text) if words and JUMP.match(words[0]) else None
    targets = [int(target[1], 16)] if target else []
    return targets if words and NEVER_FALLS_THROUGH.match(words[0]) else [*targets, next_address]


def function_block(pc):
    """The outermost function that has the instruction."""
    block, found = gdb.block_for_pc(pc), None
    while block is not None and not block.is_static and not block.is_global:
        found = block if block.function is not None else found
        block = block.superblock
    return found
