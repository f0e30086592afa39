import re
from pathlib import Path

from fragments.collect import collect
from fragments.render import render

CHANGES = Path(__file__).parent.parent / "changes.d"


def test_every_change_is_in_the_note():
    assert len(collect(CHANGES)) == 5


def test_the_newest_release_note():
    note = render("next", collect(CHANGES))
    issues = re.findall(r"#(\d+)\)", note)
    assert issues == ["398", "405", "412", "431", "447"]
