"""Which files are the program's own: those under its folder that are not installed packages."""
import os
import sys
import types

from .names import module_variables

INSTALLED = {"site-packages", "dist-packages", "node_modules"}


def environment_folders():
    """The folder of the virtual environment, if there is one: it may be inside the program's folder."""
    return () if sys.prefix == sys.base_prefix else (os.path.realpath(sys.prefix),)


class OwnFiles:
    def __init__(self, root):
        self.root = os.path.join(os.path.realpath(root), "")
        self.first_folder = os.getcwd()
        self.paths = {}
        self.real_folders = {}
        driver = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
        library = os.path.dirname(os.path.realpath(os.__file__))
        folders = (os.path.join(folder, "") for folder in (driver, library, *environment_folders()))
        self.foreign = tuple(folder for folder in folders if not self.root.startswith(folder))

    def path(self, name):
        """The real path of a file of the program's own, or None."""
        if name not in self.paths:
            self.paths[name] = self.find_path(name)
        return self.paths[name]

    def find_path(self, name):
        if not isinstance(name, str) or name.startswith("<"):
            return None
        path = self.real_path(os.path.join(self.first_folder, name))
        if not path.startswith(self.root) or path.startswith(self.foreign):
            return None
        return None if INSTALLED & set(path[len(self.root) :].split(os.sep)) else path

    def real_path(self, path):
        """Like os.path.realpath, which looks at every folder on the way again for each of the many modules."""
        folder, name = os.path.split(path)
        if folder not in self.real_folders:
            self.real_folders[folder] = os.path.realpath(folder)
        found = os.path.join(self.real_folders[folder], name)
        return os.path.realpath(found) if name in ("", ".", "..") or os.path.islink(found) else found

    def frames(self, frame):
        """The frames of the program's own functions, innermost first."""
        while frame is not None:
            if self.path(frame.f_code.co_filename):
                yield frame
            frame = frame.f_back

    def modules(self):
        """The variables of the program's own modules, by the path of their file."""
        found = {}
        for module in list(sys.modules.values()):
            path = self.module_path(module)
            if path:
                found.setdefault(path, module_variables(module))
        return found

    def module_path(self, module):
        is_module = issubclass(type(module), types.ModuleType)
        return self.path(module_variables(module).get("__file__")) if is_module else None

    def is_named(self, path, name):
        """Whether a user who writes `name` may mean this file."""
        if path == os.path.realpath(os.path.join(self.first_folder, name)) or path == os.path.join(self.root, name):
            return True
        return path.endswith(os.sep + os.path.normpath(name))
