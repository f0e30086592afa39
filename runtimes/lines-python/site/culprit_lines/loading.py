"""Replaces the code of the program's own files when Python loads them."""
import builtins
import importlib.machinery

from .recorder import BUILTIN


class Loader:
    def __init__(self, plan, own_files, recorder, prepared):
        self.own_files = own_files
        self.recorder = recorder
        self.trace = bool(plan.get("trace"))
        self.change = plan.get("change")
        # Code that was compiled before the fork, by path.
        self.prepared = prepared

    def begin(self):
        setattr(builtins, BUILTIN, self.recorder)
        source_loader = importlib.machinery.SourceFileLoader
        original = source_loader.get_code

        def get_code(loader, name):
            path = self.own_files.path(loader.path)
            code = self.code_for(path, loader.path) if path else None
            return original(loader, name) if code is None else code

        source_loader.get_code = get_code

    def code_for(self, path, name):
        """The code of a file, which calls itself `name`; None: it runs as it is."""
        if path in self.prepared:
            return self.prepared[path]
        if self.trace:
            return self.traced_code(path, name)
        if self.change and site_file(self.change["site"]) == path:
            return changed_code(path, name, self.change)
        return None

    def traced_code(self, path, name):
        from .source import Source
        from .tracing import traced_code

        source = Source.read(path)
        if source is None:
            return None
        return traced_code(source, name, self.recorder, self.own_files.is_fixed(path))


def changed_code(path, name, change):
    """The code of a file in which one site is changed; None: it has no such site."""
    from .changing import changed_code as compile_changed
    from .source import Source

    source = Source.read(path)
    return source and compile_changed(source, name, change)


def site_file(site):
    return site.rsplit(":", 4)[0]
