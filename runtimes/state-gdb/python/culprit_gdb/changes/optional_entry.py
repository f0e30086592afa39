"""std::optional: one entry or none."""

import gdb

from ..memory.graph import Location
from ..memory.printed_containers import value_at
from ..plan_errors import ImpossibleChange
from .keyed_nodes import NewEntry


class OptionalEntry:
    def __init__(self, changed, _scalars, vertex):
        self.memory = changed.memory
        self.address, self.ctype = changed.graph.locations[vertex]

    def new_entry(self, _label):
        value = self._part("_M_payload", "_M_value")
        address, ctype = int(value.address), self.ctype.types.of(value.type)
        # A string would take whatever is there for its own memory, and free it in the end.
        self.memory.write(address, bytes(ctype.size))
        return NewEntry(None, Location(address, ctype))

    def prepare_removal(self, _label):
        pass

    def apply(self, added, _removed):
        self.memory.write(int(self._part("_M_engaged").address), bytes([bool(added)]))

    def _part(self, *names):
        try:
            value = value_at(self.address, self.ctype)["_M_payload"]
            for name in names:
                value = value[name]
            return value
        except gdb.error:
            raise ImpossibleChange(f"a {self.ctype.name} has an unknown layout") from None
