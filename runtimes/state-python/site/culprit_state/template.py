"""A Python that has loaded what plans need, and of which each run is a copy."""
import os
import sys

from culprit_templates import preloading
from culprit_templates.template import wait_for_requests

from . import at_place  # noqa: F401
from .tracing import missed_place, moments_watcher, place_watcher  # noqa: F401


def wait_for_plan(socket, settings):
    """Returns only in the copies: the path of the plan. `settings` are those of the program for compiled modules."""
    modules = ProgramModules(f"{socket}.modules", settings)
    request = wait_for_requests(socket, modules.load)
    for stream in range(3):
        file = request.open_stream(stream)
        os.dup2(file, stream)
        os.close(file)
    os.environ.update(request.variables)
    modules.note()
    return request.plan


class ProgramModules:
    """Modules of Python that the program loads: the first copy that ends by itself notes them for all that follow."""

    def __init__(self, path, settings):
        self.path = path
        self.settings = settings
        self.is_loaded = False

    def note(self):
        if not self.is_loaded:
            preloading.note_modules(self.path)

    def load(self):
        names = None if self.is_loaded else preloading.read_modules(self.path)
        if names is None:
            return
        ours = sys.dont_write_bytecode, sys.pycache_prefix
        sys.dont_write_bytecode, sys.pycache_prefix = self.settings
        preloading.load(names)
        sys.dont_write_bytecode, sys.pycache_prefix = ours
        self.is_loaded = True
