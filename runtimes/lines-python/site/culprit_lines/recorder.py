"""What a run reports, in files that hold however the run ends: tables of sites, counts of lines, hits of the changed site."""
import itertools
import json
import mmap
import os
import signal
import struct

BUILTIN = "__culprit_lines__"
COUNTER = struct.Struct("<Q")
MAX_STATEMENTS = 1 << 20
MAX_SEEN = 5
MAX_SEEN_TEXT = 200


class Recorder:
    """Installed as a builtin function: the rewritten code calls it."""

    def __init__(self, plan):
        self.change = plan.get("change") or {}
        self.first = self.change.get("first") or 1
        self.last = self.change.get("last") or float("inf")
        self.max_hits = plan.get("maxHits") or float("inf")
        self.hits = 0
        self.seen = {}
        self.statements = 0
        self.prefix = os.path.join(plan["report"], str(os.getpid()))
        size = MAX_STATEMENTS * COUNTER.size if plan.get("trace") else COUNTER.size
        self.counts = map_file(self.prefix + ".counts", size)

    # The changed site

    def is_changed(self):
        """Whether the changed site behaves differently this time."""
        self.hits += 1
        COUNTER.pack_into(self.counts, 0, self.hits)
        if self.hits > self.max_hits:
            # A loop that does not end: stopped like one that takes too much time.
            os.kill(os.getpid(), signal.SIGPROF)
        return self.first <= self.hits <= self.last

    # Traced runs

    def add_file(self, file, lines, sites):
        """Returns the number of the first of a file's statements; `lines` has the lines of each."""
        first = self.statements
        self.statements += len(lines)
        if self.statements > MAX_STATEMENTS:
            raise ValueError("the program has more than %d statements" % MAX_STATEMENTS)
        with open(self.prefix + ".files", "a", encoding="utf-8") as out:
            out.write(json.dumps({"file": file, "first": first, "lines": lines, "sites": sites}) + "\n")
        return first

    def count(self, statement):
        offset = statement * COUNTER.size
        COUNTER.pack_into(self.counts, offset, COUNTER.unpack_from(self.counts, offset)[0] + 1)

    def see(self, site, value):
        """Notes a scalar that a site has, and returns it."""
        if value is None or type(value) in (bool, int, float, str):
            values = self.seen.setdefault(site, [])
            if len(values) < MAX_SEEN:
                self.note_value(site, values, value)
        return value

    def note_value(self, site, values, value):
        try:
            text = json.dumps(value, allow_nan=False)
        except ValueError:
            return
        if text in values or len(text) > MAX_SEEN_TEXT:
            return
        values.append(text)
        with open(self.prefix + ".seen", "a", encoding="utf-8") as out:
            out.write(json.dumps([site, text]) + "\n")

    # What changed code computes

    def more(self, value):
        return value + 1 if is_number(value) else value

    def less(self, value):
        return value - 1 if is_number(value) else value

    def rest(self, value):
        return value[1:] if isinstance(value, (list, tuple, str, bytes)) else value

    def init(self, value):
        return value[:-1] if isinstance(value, (list, tuple, str, bytes)) else value

    def items_from(self, items, first):
        return without(items, slice(first, None)) if is_index(first) else items

    def items_until(self, items, end):
        return without(items, slice(None, end)) if is_index(end) else items

    def sum(self, value, added):
        return value + added if may_add(value, added) else value

    def added_to(self, value, start):
        return start + value if may_add(value, start) else value

    def larger(self, limit, value):
        return limit if is_number(value) and is_number(limit) and limit > value else value

    def smaller(self, limit, value):
        return limit if is_number(value) and is_number(limit) and limit < value else value

    def without_first(self, items):
        items = iter(items)
        next(items, None)
        return items

    def without_last(self, items):
        items = iter(items)
        try:
            item = next(items)
        except StopIteration:
            return
        for following in items:
            yield item
            item = following


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_index(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def without(items, kept):
    if isinstance(items, (list, tuple, str, bytes, range)):
        return items[kept]
    return itertools.islice(items, kept.start, kept.stop)


def may_add(one, other):
    if is_number(one):
        return is_number(other)
    return isinstance(one, (list, tuple, str, bytes)) and type(one) is type(other)


def map_file(path, size):
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.ftruncate(file, size)
        return mmap.mmap(file, size)
    finally:
        os.close(file)
