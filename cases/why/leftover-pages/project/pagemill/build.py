"""From a folder of texts to a folder of pages."""

import re
from pathlib import Path

from .cache import Cache
from .render import render, title_of

FRAME = """<!doctype html>
<title>{title}</title>
<main>
{body}
</main>
"""


def build(source, target, cache=None):
    """Writes all pages, and returns their names."""
    cache = cache or Cache()
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    names = []
    for path in sorted(Path(source).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        page = FRAME.format(title=title_of(text), body=cache.body_of(text, render))
        name = f"{path.stem}.html"
        (target / name).write_text(page, encoding="utf-8")
        names.append(name)
    cache.save()
    return names


def broken_links(folder):
    """Links between pages that lead nowhere."""
    folder = Path(folder)
    broken = []
    for path in sorted(folder.glob("*.html")):
        for link in re.findall(r'href="([^"#]+)(?:#[^"]*)?"', path.read_text(encoding="utf-8")):
            if "://" not in link and not (folder / link).exists():
                broken.append((path.name, link))
    return broken
