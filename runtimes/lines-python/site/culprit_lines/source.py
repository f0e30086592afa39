"""A source file, its syntax tree and its sites; read once for all runs of a batch."""
import ast
import tokenize

from .sites import find_sites


class Source:
    known = {}

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.tree = ast.parse(text, path)
        self.sites = find_sites(self)

    @classmethod
    def read(cls, path):
        """None: it cannot be read or is not Python."""
        if path not in cls.known:
            try:
                with tokenize.open(path) as file:
                    cls.known[path] = cls(path, file.read())
            except (OSError, SyntaxError, ValueError, RecursionError):
                cls.known[path] = None
        return cls.known[path]
