"""Which files are the program's own: those below its folder that are not installed packages."""
import os
import sys
import types

from .names import module_variables

INSTALLED = {"site-packages", "dist-packages", "node_modules"}


class OwnFiles:
    def __init__(self, root):
        self.root = os.path.join(os.path.realpath(root), "")
        self.start = os.getcwd()
        self.known = {}
        driver = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
        library = os.path.dirname(os.path.realpath(os.__file__))
        self.others = tuple(os.path.join(folder, "") for folder in (driver, library))

    def path(self, name):
        """The real path of a file that is the program's own, or None."""
        if name not in self.known:
            self.known[name] = self.look(name)
        return self.known[name]

    def look(self, name):
        if not isinstance(name, str) or name.startswith("<"):
            return None
        path = os.path.realpath(os.path.join(self.start, name))
        if not path.startswith(self.root) or path.startswith(self.others):
            return None
        return None if INSTALLED & set(path[len(self.root) :].split(os.sep)) else path

    def frames(self, frame):
        """The frames of the program's own functions, innermost first."""
        while frame is not None:
            if self.path(frame.f_code.co_filename):
                yield frame
            frame = frame.f_back

    def modules(self):
        """The program's own modules that are loaded, by the path of their file."""
        found = {}
        for module in list(sys.modules.values()):
            path = self.module_path(module)
            if path:
                found.setdefault(path, module_variables(module))
        return found

    def module_path(self, module):
        is_module = issubclass(type(module), types.ModuleType)
        return self.path(module_variables(module).get("__file__")) if is_module else None

    def names(self, path, asked):
        """Whether a user who writes `asked` may mean this file."""
        if path == os.path.realpath(os.path.join(self.start, asked)) or path == os.path.join(self.root, asked):
            return True
        return path.endswith(os.sep + os.path.normpath(asked))
