"""Which files are the program's own: those under its folder that are not installed packages."""
import os

INSTALLED = {"site-packages", "dist-packages", "node_modules"}


class OwnFiles:
    def __init__(self, root, fixed=()):
        self.root = os.path.join(os.path.realpath(root), "")
        self.fixed = {os.path.realpath(path) for path in fixed}
        library = os.path.dirname(os.path.realpath(os.__file__))
        ours = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
        self.foreign = tuple(os.path.join(folder, "") for folder in (library, ours))

    def path(self, name):
        """The real path of a file of the program's own, or None."""
        path = os.path.realpath(name)
        if not path.startswith(self.root) or path.startswith(self.foreign):
            return None
        return None if INSTALLED & set(path[len(self.root) :].split(os.sep)) else path

    def is_fixed(self, path):
        """Whether the code of a file must stay as it is."""
        return path in self.fixed
