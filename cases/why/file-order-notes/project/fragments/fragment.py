"""One small file of a release note."""

import re
from dataclasses import dataclass

KINDS = {"feature": "New", "fix": "Fixed", "removal": "Removed", "docs": "Documentation"}


class BadName(ValueError):
    pass


@dataclass(frozen=True)
class Fragment:
    issue: int
    kind: str
    text: str


def parse(name, text):
    match = re.fullmatch(r"(\d{4})-[a-z-]+\.([a-z]+)\.md", name)
    if not match or match[2] not in KINDS:
        raise BadName(name)
    return Fragment(int(match[1]), match[2], " ".join(text.split()))
