"""
The `for` loops that a frame stands in. What such a loop goes over, and how far it has come, is known to an iterator that no
variable names: it lies among the values that the frame works with just now. Where it lies there follows from the code.
"""
import bisect
from opcode import opmap

from .attributes import class_variables, line_of
from .ending import Impossible
from .names import type_name
from .value_stack import ValueStack

GENERATES = 0x20 | 0x80 | 0x200  # the flags of code that begins with a value on its stack, in some versions of Python
BEGINNINGS = {"GEN_START", "RETURN_GENERATOR"}
LOOP = "FOR_ITER"
PREFIX = "for "
# After these the next instruction is not what comes next.
LEAVING = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_ABSOLUTE"}
LEAVING |= {"JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}
KNOWN = {}  # what is known of each code, by its address; with the code, so that no other one gets its address


def loops_of(frame):
    """The iterators of the loops of a frame, the outermost first: each by the name of its loop, and where it lies."""
    code = frame.f_code
    if id(code) not in KNOWN:
        KNOWN[id(code)] = (Flow.of(code), code)
    flow = KNOWN[id(code)][0]
    standing = flow.loops_at(frame.f_lasti) if flow else ()
    stack = ValueStack(frame) if standing else None
    found = {}
    for slot, name in standing:
        value = stack.value(slot)
        if value is not None:
            found[numbered(name, found)] = Loop(stack, slot, value)
    return found


def numbered(name, taken):
    number = 1
    while (name if number == 1 else f"{name}@{number}") in taken:
        number += 1
    return name if number == 1 else f"{name}@{number}"


class Loop:
    def __init__(self, stack, slot, iterator):
        self.stack = stack
        self.slot = slot
        self.iterator = iterator

    def put(self, iterator):
        if not any("__next__" in class_variables(cls) for cls in line_of(type(iterator))):
            raise Impossible(f"a loop cannot go on by a {type_name(type(iterator))}")
        self.stack.put(self.slot, self.iterator, iterator)
        self.iterator = iterator


class Flow:
    """How many values there are before each instruction, and which of them are the iterators of loops."""

    @staticmethod
    def of(code):
        """None if there are no loops, or if the code is not understood."""
        if opmap[LOOP] not in code.co_code[::2]:
            return None
        import dis

        try:
            return Flow(code, dis)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            return None

    def __init__(self, code, dis):
        self.dis = dis
        self.steps = list(dis.get_instructions(code))
        self.offsets = [step.offset for step in self.steps]
        self.places = {offset: number for number, offset in enumerate(self.offsets)}
        self.handlers = list(handlers_of(code, dis))
        self.room = code.co_stacksize
        self.before = {}
        self.waiting = [(0, self.first_depth(code), ())]
        while self.waiting:
            self.visit(*self.waiting.pop())

    def first_depth(self, code):
        if not code.co_flags & GENERATES:
            return 0
        begins = next((step for step in self.steps if step.opname in BEGINNINGS), None)
        return 1 if begins and self.dis.stack_effect(begins.opcode, begins.arg) <= 0 else 0

    def visit(self, number, depth, loops):
        if not 0 <= depth <= self.room:
            raise ValueError("the stack does not fit")
        loops = tuple(loop for loop in loops if loop[0] < depth)
        step = self.steps[number]
        if step.opname == LOOP and all(slot != depth - 1 for slot, _ in loops):
            loops = (*loops, (depth - 1, PREFIX + self.target(number + 1)))
        if number in self.before:
            if self.before[number][0] != depth:
                raise ValueError("two ways lead here with different stacks")
            return
        self.before[number] = (depth, loops)
        for handler in self.handlers:
            if handler.start <= step.offset < handler.end:
                kept = tuple(loop for loop in loops if loop[0] < handler.depth)
                self.waiting.append((self.places[handler.target], handler.depth + 1 + bool(handler.lasti), kept))
        if step.opcode in self.dis.hasjrel or step.opcode in self.dis.hasjabs:
            self.waiting.append((self.places[step.argval], depth + self.effect(step, True), loops))
        if step.opname not in LEAVING:
            self.waiting.append((number + 1, depth + self.effect(step, False), loops))

    def effect(self, step, jump):
        return self.dis.stack_effect(step.opcode, step.arg, jump=jump)

    def target(self, number):
        """The variables that a loop sets, from the instructions that do so."""
        names = []
        missing = 1
        for step in self.steps[number:]:
            if step.opname in ("UNPACK_SEQUENCE", "UNPACK_EX"):
                missing += (step.arg & 0xFF) + (step.arg >> 8) - (step.opname == "UNPACK_SEQUENCE")
            elif step.opname.startswith("STORE_"):
                stored = step.argval if isinstance(step.argval, tuple) else (step.argval,)
                stored = stored if step.opname != "STORE_FAST_LOAD_FAST" else stored[:1]
                names.extend(str(name) for name in stored if name is not None)
                missing -= len(stored)
            if missing <= 0 or step.opname == LOOP:
                break
        return ", ".join(names) or "_"

    def loops_at(self, offset):
        """`offset` may lie behind the instruction at work, in what is kept beside it."""
        number = bisect.bisect_right(self.offsets, offset) - 1
        return self.before.get(number, (0, ()))[1]


def handlers_of(code, dis):
    return dis._parse_exception_table(code) if hasattr(code, "co_exceptiontable") else ()
