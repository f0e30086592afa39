"""All fragments of a folder."""

from pathlib import Path

from .fragment import parse


def collect(folder):
    """The fragments of a release, one for each file."""
    return [
        parse(path.name, path.read_text(encoding="utf-8"))
        for path in Path(folder).iterdir()
        if path.suffix == ".md" and not path.name.startswith((".", "README"))
    ]
