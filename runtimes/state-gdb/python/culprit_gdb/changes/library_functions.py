"""Functions of the C++ standard library that the program has."""

import gdb

from ..plan_errors import ImpossibleChange


class LibraryFunction:
    """All parameters and the result are words."""

    def __init__(self, symbol, parameter_count):
        self.symbol = symbol
        self.parameters = ", ".join(["unsigned long"] * parameter_count)

    def find(self):
        try:
            return gdb.parse_and_eval(f"(unsigned long (*)({self.parameters})) '{self.symbol}'").dereference()
        except gdb.error:
            reason = f"entries cannot be added or removed: the program does not contain {self.symbol}"
            raise ImpossibleChange(reason) from None

    def call(self, memory, *words):
        result = int(self.find()(*words))
        memory.forget_pages()
        return result
