"""The memory of the program as one graph. Breadth first, so that a limit leaves out what is far from all variables."""
import collections
import itertools
import types

from ..inputs.captured_lines import CapturedLines
from ..inputs.unread_inputs import root_of
from ..names import FUNCTIONS, object_name, type_name
from .adapters import Adapters
from .chunks import CHUNK_SIZE, chunks_of
from .digests import Digests, digest, extend_path
from .memory_views import has_elements
from .other_threads import current_thread_name

DEFAULT_MAX_VALUES = 100000
MAX_ELEMENTS = 10000  # of a longer array of numbers only the first piece is captured
PIECE = CHUNK_SIZE
LONG_TEXT = 1000  # characters
MAX_LONG_TEXTS = 1 << 24  # characters of all long texts together


def capture_graph(roots, inputs, own_files, plan):
    """The graph of everything that can be reached from the variables, and of what was not yet read."""
    builder = GraphBuilder(Adapters(own_files), plan.get("maxValues", DEFAULT_MAX_VALUES))
    listed = []
    for root, value in roots.variables():
        if not is_definition(root["name"], value, builder.adapters):
            listed.append({**root, "vertex": builder.root_vertex(root, value)})
    for unread in inputs.by_descriptor.values():
        listed.append({**unread.root(), "vertex": builder.add_lines(unread.lines)})
    for descriptor in inputs.unknown:
        listed.append({**root_of(descriptor), "vertex": len(builder.vertices)})
        builder.vertices.append({"type": "lines", "kind": "opaque"})
    builder.add_parts()
    for wanted in plan.get("chunks") or ():
        builder.add_chunks(listed, wanted)
    is_truncated = builder.finish()
    graph = {"stack": roots.stack(), "roots": listed, "vertices": builder.vertices, "truncated": is_truncated}
    if is_truncated and builder.digests.is_complete:
        graph["total"] = builder.total
    thread = current_thread_name()
    return graph if thread is None else {**graph, "thread": thread}


class Unfinished:
    """An object whose parts were not all read yet. `labels` are those of its edges."""

    def __init__(self, thing, adapter, vertex):
        self.thing = thing
        self.adapter = adapter
        self.vertex = vertex
        self.parts = iter(adapter.parts(thing))
        self.labels = set()


class GraphBuilder:
    """
    Large objects are read piece by piece, in turn with others, so that the limit does not leave out what follows after one. Of a
    long array of numbers only the first piece is read.
    """

    def __init__(self, adapters, max_vertices):
        self.adapters = adapters
        self.max_vertices = max_vertices
        self.limit = max_vertices
        self.vertices = []
        self.long_text_budget = MAX_LONG_TEXTS
        self.indexes = {}
        self.paths = {}  # by the address of an object: the number of the path on which it was met first
        self.objects = []  # kept alive: an address identifies an object only as long as it exists
        self.waiting = collections.deque()
        self.unfinished = {}  # by index
        self.unread_lines = {}  # by index
        self.digests = Digests(adapters, lambda thing: self.paths.get(id(thing)))

    def root_vertex(self, root, value):
        """Variables are captured however many there are."""
        return self.vertex(value, extend_path(0, f"{root.get('frame')} {root.get('global')} {root['name']}"))

    def vertex(self, thing, path):
        """The index of the vertex of an object."""
        name, write, adapter = self.adapters.of(thing)
        text = None if write is None else write(thing)
        address = id(thing)
        if text is None and address in self.indexes:
            return self.indexes[address]
        index = len(self.vertices)
        if text is not None:
            self.vertices.append(self.scalar_vertex(name, text))
            return index
        self.indexes[address] = index
        self.paths[address] = path
        self.objects.append(thing)
        self.vertices.append(self.object_vertex(thing, name, None if write else adapter))
        return index

    def scalar_vertex(self, name, text):
        """Of long texts beyond the limit only a digest is kept: they can be compared, but not made again."""
        if len(text) > LONG_TEXT:
            self.long_text_budget -= len(text)
            if self.long_text_budget < 0:
                return {"type": name, "kind": "opaque", "value": digest(text.encode())}
        return {"type": name, "value": text}

    def add_lines(self, lines):
        """The index of the vertex of unread lines. They leave half of the space for what variables lead to."""
        index = len(self.vertices)
        self.unread_lines[index] = CapturedLines(lines, self.vertices, (self.max_vertices - index) // 2)
        return index

    def object_vertex(self, thing, name, adapter):
        """Its edges follow later (`add_parts`)."""
        vertex = {"type": name, "address": hex(id(thing))}
        if adapter is None or not self.shows_parts(thing, adapter):
            vertex["kind"] = "opaque"
            text = object_name(thing)
            return vertex if text is None else {**vertex, "value": text}
        vertex["kind"] = adapter.kind
        if adapter in (self.adapters.function, self.adapters.method, self.adapters.class_variables):
            vertex["type"] = f"{name} {qualified_name(thing)}"
        if adapter is self.adapters.generator:
            vertex["type"] = f"{name} {adapter.position(thing)}"
        if hasattr(adapter, "type_text"):
            vertex["type"] = adapter.type_text(thing, name)
        if adapter.kind == "array":
            vertex["length"] = adapter.length(thing)
        if getattr(adapter, "fixed", False):
            vertex["fixed"] = True
        vertex["edges"] = []
        unfinished = Unfinished(thing, adapter, vertex)
        self.unfinished[len(self.vertices)] = unfinished
        self.waiting.append(unfinished)
        return vertex

    def shows_parts(self, thing, adapter):
        if adapter is self.adapters.generator:
            return adapter.frame(thing) is not None
        if adapter is self.adapters.memory_view:
            return has_elements(thing)
        may_be_empty = adapter not in (self.adapters.function, self.adapters.class_variables)
        return may_be_empty or next(iter(adapter.parts(thing)), None) is not None

    @property
    def is_full(self):
        return len(self.vertices) >= self.limit

    def add_parts(self):
        """What is left over when the limit is reached waits no longer: it is unfinished."""
        while self.waiting and not self.is_full:
            unfinished = self.waiting.popleft()
            if self.read_piece(unfinished) and not is_long_array_of_numbers(unfinished):
                self.waiting.append(unfinished)
        self.waiting.clear()

    def read_piece(self, unfinished):
        """Whether there may be more to read."""
        count = 0
        for label, part in itertools.islice(unfinished.parts, PIECE):
            self.link(unfinished, label, part)
            count += 1
            if self.is_full:
                return True
        return count == PIECE

    def link(self, unfinished, label, part):
        path = extend_path(self.paths[id(unfinished.thing)], label)
        unfinished.vertex["edges"].append((label, self.vertex(part, path)))
        unfinished.labels.add(label)

    def add_chunks(self, roots, wanted):
        """Parts beyond the limit, up to as many values again."""
        self.limit = 2 * self.max_vertices
        index = self.find_vertex(roots, wanted["at"])
        if index in self.unread_lines:
            self.unread_lines[index].add_chunks(wanted["chunks"], self.limit - len(self.vertices))
        if index in self.unfinished:
            self.add_chunks_of(self.unfinished[index], set(wanted["chunks"]))

    def add_chunks_of(self, unfinished, numbers):
        for number, parts in enumerate(chunks_of(unfinished.thing, unfinished.adapter)):
            for label, part in parts if number in numbers else ():
                if not self.is_full and label not in unfinished.labels:
                    self.link(unfinished, label, part)
        self.add_parts()

    def find_vertex(self, roots, path):
        """None if it was not captured."""
        root = path["root"]
        found = next((each["vertex"] for each in roots if is_same_root(each, root)), None)
        for step in path["steps"]:
            edges = () if found is None else self.vertices[found].get("edges", ())
            found = next((index for label, index in edges if label == step), None)
        return found

    def finish(self):
        """Adds digests of what was not captured. Whether the limit was reached."""
        is_truncated = False
        for unfinished in self.unfinished.values():
            labels = unfinished.labels
            is_whole = all(label in labels for label, _ in unfinished.parts)
            if not is_whole:
                unfinished.vertex["cut"] = self.digests.cut_parts(unfinished.thing, unfinished.adapter, labels)
                is_truncated = is_truncated or not is_long_array_of_numbers(unfinished)
        for lines in self.unread_lines.values():
            lines.finish()
            is_truncated = is_truncated or lines.left_out > 0
        return is_truncated

    @property
    def total(self):
        """How many values there are, captured or not."""
        return len(self.vertices) + self.digests.values + sum(each.left_out for each in self.unread_lines.values())


def is_long_array_of_numbers(unfinished):
    thing, adapter = unfinished.thing, unfinished.adapter
    is_numbers = hasattr(adapter, "chunk_bytes") and adapter.is_numbers(thing)
    return is_numbers and adapter.length(thing) > MAX_ELEMENTS


def is_same_root(root, other):
    return all(root.get(key) == other.get(key) for key in ("frame", "global", "input", "name"))


def qualified_name(thing):
    return type_name(thing) if issubclass(type(thing), type) else f"{thing.__module__}.{thing.__qualname__}"


def is_definition(name, value, adapters):
    """Modules are no state by themselves, nor are functions and classes under the name of their definition."""
    if issubclass(type(value), types.ModuleType):
        return True
    if type(value) in FUNCTIONS:
        return value.__name__ == name and not adapters.has_parts(value)
    if issubclass(type(value), type):
        return type.__dict__["__name__"].__get__(value) == name and not adapters.has_parts(value)
    return False
