from pathlib import Path

from nightshift.plan import clock, due, timetable
from nightshift.rules import jobs_of, read_rules

OURS = Path(__file__).parent.parent / "conf.d"


def night(number):
    return {name: clock(minute) for name, minute in timetable(due(jobs_of(read_rules(OURS)), number))}


def test_a_usual_night():
    assert night(1)["backup"] == "01:00"


def test_the_night_of_the_report():
    assert night(14) == {"backup": "01:00", "index": "01:40", "report": "02:05", "cleaning": "02:25"}
