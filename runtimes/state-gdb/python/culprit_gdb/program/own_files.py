"""Which source files are the program's own."""

import os

import gdb

SYSTEM_FOLDERS = ("/usr/", "/lib/", "/lib64/", "/build/", "/opt/rh/")


class OwnFiles:
    """The files under a root folder; without one, all that are not in the system's folders."""

    def __init__(self, root):
        self.root = root and os.path.join(os.path.realpath(root), "")
        self.known = {}

    def contains(self, symtab):
        if symtab.filename not in self.known:
            self.known[symtab.filename] = self.contains_path(symtab.fullname())
        return self.known[symtab.filename]

    def contains_path(self, name):
        path = os.path.realpath(name)
        if not os.path.isabs(name) or "/node_modules/" in path:
            return False
        return path.startswith(self.root) if self.root else not path.startswith(SYSTEM_FOLDERS)

    def contains_frame(self, frame):
        symtab = frame.find_sal().symtab
        return frame.function() is not None and symtab is not None and self.contains(symtab)

    def frames(self):
        """The own frames on the stack, innermost first; inlined functions count as frames."""
        frame = gdb.newest_frame()
        while frame is not None:
            if self.contains_frame(frame):
                yield frame
            try:
                frame = frame.older()
            except gdb.error:
                return

    def next_frame(self, frame):
        """The frame itself if it is an own one, otherwise the nearest own one that called it; None if there is none."""
        while frame is not None and not self.contains_frame(frame):
            frame = frame.older()
        return frame


def is_system_library(objfile):
    return objfile.filename is None or objfile.filename.startswith(("system-supplied", *SYSTEM_FOLDERS))
