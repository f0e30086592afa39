"""A module of the program may have the name of a library module that was loaded for us."""
import os
import sys

from .. import MODULES_BEFORE

KEPT = MODULES_BEFORE | {"culprit_state", "__main__", "sitecustomize"}


def forget_shadowed_modules():
    """Forgets library modules that only we have loaded where the program has its own: its imports must find those."""
    folder = sys.path[0] if sys.path else ""
    for name in {name.partition(".")[0] for name in sys.modules} - KEPT:
        path = os.path.join(folder, name)
        if os.path.isfile(f"{path}.py") or os.path.isfile(os.path.join(path, "__init__.py")):
            for each in [each for each in sys.modules if each.partition(".")[0] == name]:
                if not is_from(sys.modules[each], folder):
                    del sys.modules[each]


def is_from(module, folder):
    file = getattr(module, "__file__", None) or ""
    return file.startswith(os.path.join(folder or os.getcwd(), ""))
