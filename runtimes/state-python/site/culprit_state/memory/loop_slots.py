import bisect
from opcode import opmap

GENERATES = 0x20 | 0x80 | 0x200  # flags of code that begins with a value on its stack, in some versions of Python
GENERATOR_STARTS = {"GEN_START", "RETURN_GENERATOR"}
LOOP = "FOR_ITER"
# After these, the next instruction is not run next.
UNCONDITIONAL = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_ABSOLUTE"}
UNCONDITIONAL |= {"JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}


class LoopSlots:
    """
    In which slots of the value stack the iterators of `for` loops are, before each instruction of a piece of code. Found
    by following all paths through the code and counting the values on the stack.
    """

    @staticmethod
    def of(code):
        """None if there are no loops, or if the bytecode is not understood."""
        if opmap[LOOP] not in code.co_code[::2]:
            return None
        import dis

        try:
            return LoopSlots(code, dis)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            return None

    def __init__(self, code, dis):
        self.dis = dis
        self.instructions = list(dis.get_instructions(code))
        self.offsets = [each.offset for each in self.instructions]
        self.numbers = {offset: number for number, offset in enumerate(self.offsets)}
        self.handlers = list(exception_handlers(code, dis))
        self.max_depth = code.co_stacksize
        self.before = {}  # by the number of an instruction: the depth of the stack, and the loops, before it
        self.waiting = [(0, self.initial_depth(code), ())]
        while self.waiting:
            self.visit(*self.waiting.pop())

    def initial_depth(self, code):
        if not code.co_flags & GENERATES:
            return 0
        start = next((each for each in self.instructions if each.opname in GENERATOR_STARTS), None)
        return 1 if start and self.dis.stack_effect(start.opcode, start.arg) <= 0 else 0

    def visit(self, number, depth, loops):
        if not 0 <= depth <= self.max_depth:
            raise ValueError("the depth of the stack is wrong")
        loops = tuple(loop for loop in loops if loop[0] < depth)
        instruction = self.instructions[number]
        if instruction.opname == LOOP and all(slot != depth - 1 for slot, _ in loops):
            loops = (*loops, (depth - 1, self.targets(number + 1)))
        if number in self.before:
            if self.before[number][0] != depth:
                raise ValueError("the depth of the stack depends on the path")
            return
        self.before[number] = (depth, loops)
        for handler in self.handlers:
            if handler.start <= instruction.offset < handler.end:
                kept = tuple(loop for loop in loops if loop[0] < handler.depth)
                self.waiting.append((self.numbers[handler.target], handler.depth + 1 + bool(handler.lasti), kept))
        if instruction.opcode in self.dis.hasjrel or instruction.opcode in self.dis.hasjabs:
            self.waiting.append((self.numbers[instruction.argval], depth + self.effect(instruction, True), loops))
        if instruction.opname not in UNCONDITIONAL:
            self.waiting.append((number + 1, depth + self.effect(instruction, False), loops))

    def effect(self, instruction, jump):
        return self.dis.stack_effect(instruction.opcode, instruction.arg, jump=jump)

    def targets(self, number):
        """The variables that a loop sets, from the instructions after `number` that do so."""
        names = []
        missing = 1
        for instruction in self.instructions[number:]:
            name, argument = instruction.opname, instruction.arg
            if name in ("UNPACK_SEQUENCE", "UNPACK_EX"):
                missing += (argument & 0xFF) + (argument >> 8) - (name == "UNPACK_SEQUENCE")
            elif name.startswith("STORE_"):
                stored = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
                stored = stored if name != "STORE_FAST_LOAD_FAST" else stored[:1]
                names.extend(str(each) for each in stored if each is not None)
                missing -= len(stored)
            if missing <= 0 or name == LOOP:
                break
        return ", ".join(names) or "_"

    def loops_at(self, offset):
        """Slot and targets of each loop. `offset` may be in the cache entries behind the current instruction."""
        number = bisect.bisect_right(self.offsets, offset) - 1
        return self.before.get(number, (0, ()))[1]


def exception_handlers(code, dis):
    return dis._parse_exception_table(code) if hasattr(code, "co_exceptiontable") else ()
