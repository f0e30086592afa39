"""How long arrays behind pointers are, where the user says so: `a@size`, `p->items@p->count`, `buffer@16`."""

import re

import gdb

from ..plan_errors import PlanFailure

# A call of a function, `++`, `--` or an assignment.
SIDE_EFFECT = re.compile(r"(?!\bsizeof\b)\b\w+\s*\(|\+\+|--|(?<![=!<>])=(?!=)")
NAME = re.compile(r"(?<![\w.>])[A-Za-z_]\w*")


class LengthHint:
    def __init__(self, text):
        self.pointer, _, self.length = text.rpartition("@")
        if not self.pointer.strip() or not self.length.strip():
            raise PlanFailure("other", f"{text} is not a hint: write a pointer and the length of its array, as in a@size")
        if SIDE_EFFECT.search(text):
            raise PlanFailure("other", f"{text} is not a hint: it would change the program")
        self.names = set(NAME.findall(text))

    def array(self, types, memory):
        """(address, type of an element, length) in the selected frame; None if the hint means nothing there."""
        try:
            pointer, length = gdb.parse_and_eval(self.pointer), int(gdb.parse_and_eval(self.length))
            plain = pointer.type.strip_typedefs()
            if plain.code not in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_ARRAY):
                return None
            start = int(pointer if plain.code == gdb.TYPE_CODE_PTR else pointer.address)
            element = types.of(plain.target())
        except (gdb.error, ValueError, TypeError):
            return None
        # A variable that is not initialized yet may have any value.
        is_possible = length >= 0 and element.size > 0 and memory.is_readable(start, max(1, length * element.size))
        return (start, element, length) if is_possible else None


class HintedLengths:
    """Lengths of arrays by their start and the type of their elements."""

    def __init__(self, hints, memory, types):
        self.hints = [LengthHint(each) for each in hints]
        self.memory = memory
        self.types = types
        self.lengths = {}

    def evaluate_in(self, frame, nonexistent):
        """`nonexistent` are names of variables that do not exist yet there."""
        frame.select()
        for hint in self.hints:
            found = None if hint.names & nonexistent else hint.array(self.types, self.memory)
            if found is not None:
                start, element, length = found
                self.lengths.setdefault((start, element.identity), length)

    def has(self, start, element):
        return (start, element.identity) in self.lengths

    def get(self, start, element, default=None):
        return self.lengths.get((start, element.identity), default)
