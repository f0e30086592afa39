"""Pieces of syntax trees."""
import ast

from .recorder import BUILTIN
from .written import written


class Place:
    """Where a node stands in its parent."""

    def __init__(self, parent, field, index=None):
        self.parent = parent
        self.field = field
        self.index = index

    def put(self, node):
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def children(node):
    """The child nodes with their places."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield value, Place(node, field)
        elif isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield each, Place(node, field, index)


def own_line(node):
    """The line on which a node is told from the others inside it: that of its operator, or of the name that it calls."""
    first = {ast.Call: "func", ast.BinOp: "left", ast.Compare: "left", ast.Subscript: "value"}.get(type(node))
    return node.lineno if first is None else getattr(getattr(node, first), "end_lineno", node.lineno)


def call_recorder(method, *words):
    function = ast.Attribute(ast.Name(BUILTIN, ast.Load()), method, ast.Load())
    return ast.Call(function, list(words), [])


def code_text(node, source):
    """The code of a node on one line; nothing if it cannot be written."""
    if isinstance(node, ast.Module):
        return "; ".join(code_text(each, source) for each in node.body)
    if hasattr(ast, "unparse"):
        try:
            return one_line(ast.unparse(ast.fix_missing_locations(node)))
        except (RecursionError, ValueError, AttributeError):
            pass
    return one_line(written(node, source) or "")


# Shortened further where it is shown, around the difference.
MAX_TEXT = 2000


def one_line(text):
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else line[: MAX_TEXT - 1] + "…"
