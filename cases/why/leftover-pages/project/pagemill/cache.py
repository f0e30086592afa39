"""Pages that were rendered before, by what is in their text."""

import hashlib
import json
from pathlib import Path


class Cache:
    def __init__(self, folder=Path(".cache")):
        self.path = Path(folder) / "pages.json"
        self.pages = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        self.hits = 0

    def body_of(self, text, render):
        key = hashlib.sha256(text.encode("utf-8")).hexdigest()[:20]
        if key in self.pages:
            self.hits += 1
        else:
            self.pages[key] = render(text)
        return self.pages[key]

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.pages, indent=1, sort_keys=True), encoding="utf-8")
