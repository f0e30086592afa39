"""Modules of Python that a program loads are loaded once before its runs are forked, not in each of them."""
import atexit
import importlib
import os
import sys
import sysconfig

# Besides the standard library: it takes most of the time of a test, and looks at nothing of the program while it is loaded.
OTHERS = ("pytest",)


def note_modules(path):
    """Writes at the end of a run which modules can be loaded before another one."""
    atexit.register(write_modules, path)


def write_modules(path):
    names = loadable_modules(dict(sys.modules))
    # Whoever finds the file finds all of it.
    unfinished = f"{path}.{os.getpid()}"
    with open(unfinished, "w", encoding="utf-8") as out:
        out.write("\n".join(names))
    os.rename(unfinished, path)


def read_modules(path):
    """None, as long as no run has written them."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().split()
    except FileNotFoundError:
        return None


def loadable_modules(modules):
    """In the order in which they were loaded."""
    library = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    found = []
    for name, module in modules.items():
        top = name.partition(".")[0]
        if top == "__main__" or not is_library_name(top):
            continue
        file = getattr(module, "__file__", None)
        if file and not file.startswith(library):
            # The program has a module of that name: the library would get another one than it does.
            return []
        if file:
            found.append(name)
    return found + [name for name in OTHERS if is_installed(modules.get(name))]


def is_library_name(name):
    if hasattr(sys, "stdlib_module_names"):
        return name in sys.stdlib_module_names
    # Python before 3.10 does not say.
    folder = sysconfig.get_path("stdlib")
    return any(os.path.exists(os.path.join(folder, each)) for each in (f"{name}.py", name))


def is_installed(module):
    file = getattr(module, "__file__", None) or ""
    return file.startswith((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))


def load(names):
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:
            # The program finds out for itself, if it gets there.
            pass
