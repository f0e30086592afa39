from pathlib import Path

from pagemill.build import broken_links, build
from pagemill.cache import Cache

SITE = Path(__file__).parent.parent / "site"


def test_every_text_becomes_a_page(tmp_path):
    assert build(SITE, tmp_path, Cache(tmp_path / "cache")) == ["index.html", "timetable.html"]


def test_links_between_the_pages_work(tmp_path):
    build(SITE, tmp_path, Cache(tmp_path / "cache"))
    assert broken_links(tmp_path) == []


def test_a_link_that_leads_nowhere(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html">b</a> <a href="https://example.org">c</a>')
    assert broken_links(tmp_path) == [("a.html", "b.html")]
