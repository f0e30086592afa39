"""The memory of the program as one graph. Breadth first, so that a limit leaves out what is far from all variables."""
import collections
import types

from ..inputs.lines import line_vertex
from ..inputs.unread_inputs import root_of
from ..names import FUNCTIONS, object_name, type_name
from .adapters import Adapters
from .other_threads import current_thread_name

MAX_ELEMENTS = 10000  # a longer array of numbers is one vertex
LONG_TEXT = 1000  # characters
MAX_LONG_TEXTS = 1 << 24  # characters of all long texts together
DIGEST_BLOCK = 2000  # bytes: for more at once, Python would let other threads run


def capture_graph(roots, inputs, own_files, max_values):
    """The graph of everything that can be reached from the variables, and of what was not yet read."""
    builder = GraphBuilder(Adapters(own_files), max_values)
    listed = []
    for root, value in roots.variables():
        index = None if is_definition(root["name"], value, builder.adapters) else builder.vertex(value)
        if index is not None:
            listed.append({**root, "vertex": index})
    for unread in inputs.by_descriptor.values():
        index = builder.add_lines(unread.lines)
        if index is not None:
            listed.append({**unread.root(), "vertex": index})
    for descriptor in inputs.unknown:
        listed.append({**root_of(descriptor), "vertex": len(builder.vertices)})
        builder.vertices.append({"type": "lines", "kind": "opaque"})
    builder.add_parts()
    graph = {"stack": roots.stack(), "roots": listed, "vertices": builder.vertices, "truncated": builder.is_truncated}
    thread = current_thread_name()
    return graph if thread is None else {**graph, "thread": thread}


class GraphBuilder:
    def __init__(self, adapters, max_vertices):
        self.adapters = adapters
        self.max_vertices = max_vertices
        self.vertices = []
        self.is_truncated = False
        self.long_text_budget = MAX_LONG_TEXTS
        self.indexes = {}
        self.objects = []  # kept alive: an address identifies an object only as long as it exists
        self.waiting = collections.deque()

    def vertex(self, thing):
        """The index of the vertex of an object, or None if there are too many."""
        name, write, adapter = self.adapters.of(thing)
        text = None if write is None else write(thing)
        address = id(thing)
        if text is None and address in self.indexes:
            return self.indexes[address]
        index = len(self.vertices)
        if index >= self.max_vertices:
            self.is_truncated = True
            return None
        if text is not None:
            self.vertices.append(self.scalar_vertex(name, text))
            return index
        self.indexes[address] = index
        self.objects.append(thing)
        self.vertices.append(self.object_vertex(thing, name, None if write else adapter))
        return index

    def scalar_vertex(self, name, text):
        """Of long texts beyond the limit only a digest is kept: they can be compared, but not made again."""
        if len(text) > LONG_TEXT:
            self.long_text_budget -= len(text)
            if self.long_text_budget < 0:
                self.is_truncated = True
                return {"type": name, "kind": "opaque", "value": digest(text.encode())}
        return {"type": name, "value": text}

    def add_lines(self, lines):
        """The index of the vertex of unread lines. They leave half of the space for what variables lead to."""
        index = len(self.vertices)
        if index >= self.max_vertices:
            self.is_truncated = True
            return None
        shown = lines[: (self.max_vertices - index) // 2]
        edges = [(str(number), index + 1 + number) for number in range(len(shown))]
        vertex = {"type": "lines", "kind": "array", "length": len(lines), "edges": edges}
        self.is_truncated = self.is_truncated or len(shown) < len(lines)
        self.vertices.append(vertex if len(shown) == len(lines) else {**vertex, "cut": True})
        self.vertices.extend(map(line_vertex, shown))
        return index

    def object_vertex(self, thing, name, adapter):
        """Its edges follow later (`add_parts`)."""
        vertex = {"type": name, "address": hex(id(thing))}
        is_large = name in ("bytearray", "array.array") and len(thing) > MAX_ELEMENTS
        if adapter is None or is_large or not self.shows_parts(thing, adapter):
            vertex["kind"] = "opaque"
            text = digest(bytes(thing)) if is_large else object_name(thing)
            return vertex if text is None else {**vertex, "value": text}
        vertex["kind"] = adapter.kind
        if adapter in (self.adapters.function, self.adapters.method, self.adapters.class_variables):
            vertex["type"] = f"{name} {qualified_name(thing)}"
        if adapter is self.adapters.generator:
            vertex["type"] = f"{name} {adapter.position(thing)}"
        if adapter.kind == "array":
            vertex["length"] = adapter.length(thing)
        vertex["edges"] = []
        self.waiting.append((thing, adapter, vertex["edges"]))
        return vertex

    def shows_parts(self, thing, adapter):
        if adapter is self.adapters.generator:
            return adapter.frame(thing) is not None
        may_be_empty = adapter not in (self.adapters.function, self.adapters.class_variables)
        return may_be_empty or next(iter(adapter.parts(thing)), None) is not None

    def add_parts(self):
        while self.waiting:
            thing, adapter, edges = self.waiting.popleft()
            for label, part in adapter.parts(thing):
                index = self.vertex(part)
                if index is not None:
                    edges.append((label, index))
                elif self.is_truncated:
                    break


def qualified_name(thing):
    return type_name(thing) if issubclass(type(thing), type) else f"{thing.__module__}.{thing.__qualname__}"


def digest(content):
    import hashlib

    hasher = hashlib.sha1()
    for start in range(0, len(content), DIGEST_BLOCK):
        hasher.update(content[start : start + DIGEST_BLOCK])
    return hasher.hexdigest()


def is_definition(name, value, adapters):
    """Modules are no state by themselves, nor are functions and classes under the name of their definition."""
    if issubclass(type(value), types.ModuleType):
        return True
    if type(value) in FUNCTIONS:
        return value.__name__ == name and not adapters.has_parts(value)
    if issubclass(type(value), type):
        return type.__dict__["__name__"].__get__(value) == name and not adapters.has_parts(value)
    return False
