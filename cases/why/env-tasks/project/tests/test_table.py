from taskbook import table
from taskbook.store import Task


def test_an_empty_list():
    assert table.render([]) == "Nothing to do."


def test_dates_are_in_one_column():
    lines = table.render([Task(1, "one", "2026-12-01"), Task(12, "two")], width=60).splitlines()
    assert lines == ["[ ]  1  2026-12-01  one", "[ ] 12              two"]


def test_a_long_title_goes_on_in_the_next_line():
    lines = table.render([Task(1, "water the plants on the balcony")], width=28).splitlines()
    assert len(lines) == 2
    assert lines[1].strip() == "the balcony"


def test_summary():
    assert table.summary([Task(1, "one", done=True), Task(2, "two")]) == "1 open, 1 done"
