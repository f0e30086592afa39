"""
The running `for` loops of a frame. The iterator of a loop knows what the loop iterates over and its position, but no
variable refers to it: it is on the frame's value stack, in a slot that follows from the bytecode.
"""
from ..impossible_change import ImpossibleChange
from ..names import type_name
from .attributes import base_classes, class_dictionary
from .loop_slots import LoopSlots
from .value_stack import ValueStack

LOOP_PREFIX = "for "
KNOWN_SLOTS = {}  # by the address of the code; with the code, so that no other code gets its address


def loops_of(frame):
    """The running loops of a frame by name, the outermost first."""
    code = frame.f_code
    if id(code) not in KNOWN_SLOTS:
        KNOWN_SLOTS[id(code)] = (LoopSlots.of(code), code)
    slots = KNOWN_SLOTS[id(code)][0]
    running = slots.loops_at(frame.f_lasti) if slots else ()
    stack = ValueStack(frame) if running else None
    found = {}
    for slot, targets in running:
        iterator = stack.value(slot)
        if iterator is not None:
            found[unique_name(LOOP_PREFIX + targets, found)] = ForLoop(stack, slot, iterator)
    return found


def unique_name(name, taken):
    number = 1
    while (name if number == 1 else f"{name}@{number}") in taken:
        number += 1
    return name if number == 1 else f"{name}@{number}"


class ForLoop:
    def __init__(self, stack, slot, iterator):
        self.stack = stack
        self.slot = slot
        self.iterator = iterator

    def set_iterator(self, iterator):
        if not any("__next__" in class_dictionary(cls) for cls in base_classes(type(iterator))):
            raise ImpossibleChange(f"a loop cannot continue with a {type_name(type(iterator))}")
        self.stack.replace(self.slot, self.iterator, iterator)
        self.iterator = iterator
