import pytest

from nightshift.plan import Cycle, clock, due, in_order, timetable
from nightshift.rules import Job


def test_due():
    jobs = [Job("a", 1, 5), Job("b", 7, 5)]
    assert [job.name for job in due(jobs, 6)] == ["a"]
    assert [job.name for job in due(jobs, 14)] == ["a", "b"]


def test_a_job_waits_for_another():
    assert [job.name for job in in_order([Job("a", 1, 5, "b"), Job("b", 1, 5)])] == ["b", "a"]


def test_jobs_that_wait_for_each_other():
    with pytest.raises(Cycle):
        in_order([Job("a", 1, 5, "b"), Job("b", 1, 5, "a")])


def test_times():
    assert timetable([Job("a", 1, 90), Job("b", 1, 5)]) == [("a", 60), ("b", 150)]
    assert clock(150) == "02:30"
