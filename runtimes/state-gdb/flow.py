"""The steps of a function: which line each belongs to, and which may come after it."""

import re

import gdb

from own import is_own

# More than any function has: where a part of one lies far away, gdb takes all between for its own.
LONGEST = 1 << 20
PREFIXES = {"bnd", "notrack", "rep", "repz", "cs", "ds"}
# Of x86 and ARM, as gdb writes them; an unknown way to leave is taken for a step to the next.
JUMP = re.compile(r"(?:j\w+|loop\w*|b|b\.\w+|cbn?z|tbn?z)$")
WITHOUT_NEXT = re.compile(r"(?:jmpq?|b|br|retq?|hlt|ud2|udf)$")
TARGET = re.compile(r"(?:^|[\s,])(0x[0-9a-f]+)(?: <[^>]*>)?(?:\s*//.*)?$")

_known = {}


class Flow:
    """Steps are known by their addresses."""

    def __init__(self, start, end):
        self.start = start
        self.steps = {}  # of each (file, line)
        self.askew = set()  # Those that the compiler says to be of another line.
        self.after = {}  # Those that may follow each; none: the function is left.
        self.before = {}  # Those that each may follow.
        steps = gdb.selected_inferior().architecture().disassemble(start, end - 1)
        self._find_lines([each["addr"] for each in steps])
        for each in steps:
            follows = followers(each["asm"], each["addr"] + each["length"])
            self.after[each["addr"]] = [to for to in follows if start <= to < end]
        addresses = list(self.after)
        self.preceding = dict(zip(addresses[1:], addresses))  # In memory, whether that leads to it or not.
        for step, follows in self.after.items():
            for each in follows:
                self.before.setdefault(each, []).append(step)

    def _find_lines(self, steps):
        """Code that is no statement, as compilers call it, belongs to the one before: nobody who steps would stop there."""
        line, here, last = None, None, -1
        for step in steps:
            if step > last:
                sal = gdb.find_pc_line(step)
                last = sal.last if sal.last is not None and sal.last >= step else step
                here = (sal.symtab.filename, sal.line) if sal.symtab is not None else None
                line = here if is_statement(sal, step) else line
            self.steps.setdefault(line, set()).add(step)
            if here != line:
                self.askew.add(step)


def is_statement(sal, step):
    if sal.symtab is None or not sal.line or sal.pc != step or not is_own(sal.symtab):
        return False
    return any(each.pc == step for each in sal.symtab.linetable().line(sal.line) or ())


def followers(text, following):
    words = [each for each in text.split() if each not in PREFIXES]
    target = TARGET.search(text) if words and JUMP.match(words[0]) else None
    jumps_to = [int(target[1], 16)] if target else []
    return jumps_to if words and WITHOUT_NEXT.match(words[0]) else [*jumps_to, following]


def flow_at(pc):
    """Of the function that has this step, inlined ones as a part of it; None if it cannot be known."""
    block = function_block(pc)
    if block is None or block.end - block.start > LONGEST:
        return None
    if (block.start, block.end) not in _known:
        _known[block.start, block.end] = Flow(block.start, block.end)
    return _known[block.start, block.end]


def function_block(pc):
    block, found = gdb.block_for_pc(pc), None
    while block is not None and not block.is_static and not block.is_global:
        found = block if block.function is not None else found
        block = block.superblock
    return found
