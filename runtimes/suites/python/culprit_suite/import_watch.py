"""Changes a module of Python's library when a program imports it, and costs nothing in programs that do not."""

import sys


def watch(name, changing):
    """After the module of a name is loaded, the module `changing` is loaded too, and its function `change` is called."""
    if name in sys.modules:
        _change(name, changing)
    else:
        sys.meta_path.insert(0, _Watch(name, changing))


def _change(name, changing):
    __import__(changing)
    sys.modules[changing].change(sys.modules[name])


class _Watch:
    """A finder of modules that only looks on."""

    def __init__(self, name, changing):
        self.name = name
        self.changing = changing

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                spec.loader = _Loader(spec.loader, self.changing)
                return spec
        return None


class _Loader:
    """The module's own loader, which takes its place back."""

    def __init__(self, own, changing):
        self.own = own
        self.changing = changing

    def create_module(self, spec):
        return self.own.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.own
        self.own.exec_module(module)
        _change(module.__name__, self.changing)
