"""Where a path leads: a variable, or a part of something."""

from typing import NamedTuple, Optional

from ..plan_errors import ImpossibleChange


class Slot(NamedTuple):
    name: str
    parent: Optional[int]  # the vertex that has the part; None for a variable
    label: Optional[str]
    vertex: Optional[int]  # None if there is nothing yet


class Slots:
    """Paths are followed in the graph as it was before the first change."""

    def __init__(self, snapshot):
        self.vertices = snapshot.graph.vertices
        self.builder = snapshot.builder
        self.roots = {root_key(each): each["vertex"] for each in snapshot.roots}
        self.edges = {}

    def find(self, path):
        """The last label may be one of something that does not exist yet."""
        name = path_text(path)
        vertex, parent, label = self.roots.get(root_key(path["root"])), None, None
        if vertex is None:
            raise ImpossibleChange(f"there is no variable {name}")
        for step in path["steps"]:
            if vertex is None:
                raise ImpossibleChange(f"there is no {name}")
            parent, label = vertex, step
            vertex = self._part(vertex, step)
        return Slot(name, parent, label, vertex)

    def find_vertex(self, path):
        found = self.find(path)
        if found.vertex is None:
            raise ImpossibleChange(f"there is no {found.name}")
        return found.vertex

    def find_captured(self, path):
        """None if it was not captured."""
        vertex = self.roots.get(root_key(path["root"]))
        for step in path["steps"]:
            vertex = None if vertex is None else self._edges_of(vertex).get(step)
        return vertex

    def _part(self, vertex, label):
        """What was left out because there were too many values is captured now."""
        found = self._edges_of(vertex).get(label)
        if found is None:
            found = self.builder.part(vertex, label)
            self.edges.pop(vertex, None)
        return found

    def _edges_of(self, vertex):
        if vertex not in self.edges:
            self.edges[vertex] = dict(self.vertices[vertex].get("edges") or ())
        return self.edges[vertex]


def root_key(root):
    return root.get("global"), root.get("frame"), root["name"]


def path_text(path):
    steps = (f"[{each}]" if each.isdigit() else f".{each}" for each in path["steps"])
    return "".join([path["root"]["name"], *steps])
