"""
Digests of what was not captured: equal digests mean equal values. Each object is read once, however many paths lead to it. What was
captured, or digested before, is digested as the path on which it was met first.
"""
import marshal
import zlib

from .chunks import CHUNK_SIZE, chunk_count, chunks_of

BLOCK = 2000  # bytes: for more at once, Python would let other threads run
FLAT = frozenset((int, float, complex, str, bytes, bool, type(None)))
FLAT_VERSION = 2  # of marshal's format: later ones depend on how often something is used
MAX_COST = 4_000_000  # objects to read one by one
COST_OF_FLAT = 8  # flat values, or bytes of numbers, that take as long as one object


class Digests:
    """`path_of` gives the number of the path to an object that was captured, or None."""

    def __init__(self, adapters, path_of):
        self.adapters = adapters
        self.path_of = path_of
        self.numbers = {}  # by the address of an object: where it was met first
        self.objects = []  # kept alive: an address identifies an object only as long as it exists
        self.cost = 0
        self.values = 0  # how many were read

    @property
    def is_complete(self):
        return self.cost <= MAX_COST

    def cut_parts(self, thing, adapter, labels):
        """What the protocol has for a thing of which only the parts with these labels were captured."""
        if hasattr(adapter, "chunk_bytes") and adapter.is_numbers(thing):
            return self.cut_numbers(thing, adapter, labels)
        digests, captured = [], []
        path = self.path_of(thing)
        for number, parts in enumerate(chunks_of(thing, adapter) if self.is_complete else ()):
            if not self.is_complete:
                return {"digests": [], "captured": []}
            is_captured = all(label in labels for label, _ in parts)
            if is_captured:
                captured.append(number)
            digests.append(None if is_captured else self.digest(parts, f"{path} {number}"))
        return {"digests": digests, "captured": captured}

    def cut_numbers(self, thing, adapter, labels):
        length = adapter.length(thing)
        digests, captured = [], []
        for number in range(chunk_count("array", length)):
            start, stop = number * CHUNK_SIZE, min(length, (number + 1) * CHUNK_SIZE)
            if all(str(index) in labels for index in (start, stop - 1)) and len(labels) >= stop - start:
                is_captured = all(str(index) in labels for index in range(start, stop))
            else:
                is_captured = False
            if is_captured:
                captured.append(number)
            content = None if is_captured or not self.is_complete else adapter.chunk_bytes(thing, start, stop)
            digests.append(None if content is None else digest(content))
            self.cost += 0 if content is None else len(content) // (COST_OF_FLAT * COST_OF_FLAT)
            self.values += 0 if content is None else stop - start
        return {"digests": digests, "captured": captured}

    def digest(self, parts, path):
        flat = self.flat_bytes(parts)
        return digest(self.walk(parts, path) if flat is None else flat)

    def flat_bytes(self, parts):
        """Of plain values, and of containers of plain values, Python itself makes bytes; None if there is anything else."""
        values = 0
        for _, value in parts:
            cls = type(value)
            if cls in FLAT:
                continue
            is_flat = cls is dict and FLAT.issuperset(map(type, value.values())) or cls in (list, tuple)
            if not is_flat or not FLAT.issuperset(map(type, value)) or self.path_of(value) is not None:
                return None
            values += len(value)
        try:
            content = marshal.dumps(parts, FLAT_VERSION)
        except ValueError:
            return None
        self.values += len(parts) + values
        self.cost += (len(parts) + values) // COST_OF_FLAT
        return content

    def walk(self, parts, path):
        """Depth first, without recursion, because lists are deep."""
        texts = []
        stack = [iter(parts)]
        while stack:
            for label, value in stack[-1]:
                self.values += 1
                self.cost += 1
                name, write, adapter = self.adapters.of(value)
                text = None if write is None else write(value)
                known = None if text is not None else self.known(value, f"{path} {len(texts)}")
                texts.append(f"{label}\0{name}\0{text if known is None else known}\0")
                if text is None and known is None and adapter is not None and write is None:
                    stack.append(iter(adapter.parts(value)))
                    break
            else:
                stack.pop()
                texts.append("\1")
            if not self.is_complete:
                break
        return "".join(texts).encode("utf-8", "surrogatepass")

    def known(self, value, path):
        """Where an object was captured, or met before; None if this is the first time."""
        captured = self.path_of(value)
        if captured is not None:
            return f"@{captured}"
        if id(value) in self.numbers:
            return f"#{self.numbers[id(value)]}"
        self.numbers[id(value)] = path
        self.objects.append(value)
        return None


def digest(content):
    import hashlib

    hasher = hashlib.sha1()
    for start in range(0, len(content), BLOCK):
        hasher.update(content[start : start + BLOCK])
    return hasher.hexdigest()[:16]


def extend_path(path, label):
    """The number of a path from that of its beginning."""
    return zlib.crc32(label.encode("utf-8", "surrogatepass"), path)
