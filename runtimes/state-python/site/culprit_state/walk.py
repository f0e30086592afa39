"""The state of the program as one graph. Breadth first, so that what is cut off is what is far from any variable."""
import collections
import types

from .kinds import Kinds
from .names import FUNCTIONS, thing_name, type_name
from .stillness import thread_name

LARGE = 10000  # elements: a longer array of numbers is one vertex
LONG = 1000  # characters
ROOM = 1 << 24  # characters in long texts
PIECE = 2000  # bytes: with more at once Python lets other threads go on meanwhile


class Walk:
    def __init__(self, kinds, most):
        self.kinds = kinds
        self.most = most
        self.vertices = []
        self.truncated = False
        self.room = ROOM
        self.indexes = {}
        self.alive = []  # an address tells objects apart only while they all exist
        self.waiting = collections.deque()

    def vertex(self, thing):
        """The number of the vertex of an object, or None if there are too many."""
        name, write, kind = self.kinds.of(thing)
        text = None if write is None else write(thing)
        address = id(thing)
        if text is None and address in self.indexes:
            return self.indexes[address]
        index = len(self.vertices)
        if index >= self.most:
            self.truncated = True
            return None
        if text is not None:
            self.vertices.append(self.scalar(name, text))
            return index
        self.indexes[address] = index
        self.alive.append(thing)
        self.vertices.append(self.begin(thing, name, None if write else kind))
        return index

    def scalar(self, name, text):
        """All long texts together may not take more than so much; what goes beyond can be compared, and not made."""
        if len(text) > LONG:
            self.room -= len(text)
            if self.room < 0:
                self.truncated = True
                return {"type": name, "kind": "opaque", "value": digest(text.encode())}
        return {"type": name, "value": text}

    def begin(self, thing, name, kind):
        vertex = {"type": name, "address": hex(id(thing))}
        if kind is None or self.is_large(thing, name) or not self.shows_parts(thing, kind):
            vertex["kind"] = "opaque"
            text = digest(bytes(thing)) if self.is_large(thing, name) else thing_name(thing)
            return vertex if text is None else {**vertex, "value": text}
        vertex["kind"] = kind.word
        if kind in (self.kinds.closure, self.kinds.method, self.kinds.class_variables):
            vertex["type"] = f"{name} {described(thing)}"
        if kind is self.kinds.suspended:
            vertex["type"] = f"{name} {kind.position(thing)}"
        if kind.word == "array":
            vertex["length"] = kind.length(thing)
        vertex["edges"] = []
        self.waiting.append((thing, kind, vertex["edges"]))
        return vertex

    def shows_parts(self, thing, kind):
        if kind is self.kinds.suspended:
            return kind.frame(thing) is not None
        named = kind in (self.kinds.closure, self.kinds.class_variables)
        return not named or next(iter(kind.parts(thing)), None) is not None

    def is_large(self, thing, name):
        return name in ("bytearray", "array.array") and len(thing) > LARGE

    def finish(self):
        while self.waiting:
            thing, kind, edges = self.waiting.popleft()
            for label, part in kind.parts(thing):
                index = self.vertex(part)
                if index is not None:
                    edges.append((label, index))
                elif self.truncated:
                    break


def described(thing):
    return type_name(thing) if issubclass(type(thing), type) else f"{thing.__module__}.{thing.__qualname__}"


def digest(content):
    import hashlib

    made = hashlib.sha1()
    for start in range(0, len(content), PIECE):
        made.update(content[start : start + PIECE])
    return made.hexdigest()


def capture(roots, own, most):
    """The graph of everything that can be reached from the variables."""
    walk = Walk(Kinds(own), most)
    listed = []
    for root, value in roots.variables():
        index = None if is_definition(root["name"], value, walk.kinds) else walk.vertex(value)
        if index is not None:
            listed.append({**root, "vertex": index})
    walk.finish()
    graph = {"stack": roots.stack(), "roots": listed, "vertices": walk.vertices, "truncated": walk.truncated}
    thread = thread_name()
    return graph if thread is None else {**graph, "thread": thread}


def is_definition(name, value, kinds):
    """Modules, and functions and classes under the name that they were defined with, are no state by themselves."""
    if issubclass(type(value), types.ModuleType):
        return True
    if type(value) in FUNCTIONS:
        return value.__name__ == name and not kinds.has_parts(value)
    if issubclass(type(value), type):
        return type.__dict__["__name__"].__get__(value) == name and not kinds.has_parts(value)
    return False
