"""The plan of one night."""


class Cycle(Exception):
    pass


def due(jobs, night):
    """Jobs whose turn it is; nights are counted from 0."""
    return [job for job in jobs if night % job.days == 0]


def in_order(jobs):
    """Each job after the one that it waits for."""
    by_name = {job.name: job for job in jobs}
    ordered = []
    waiting = []

    def visit(job):
        if job in ordered:
            return
        if job in waiting:
            raise Cycle(job.name)
        waiting.append(job)
        if job.after in by_name:
            visit(by_name[job.after])
        waiting.remove(job)
        ordered.append(job)

    for job in jobs:
        visit(job)
    return ordered


def timetable(jobs, start=60):
    """Name and minute after midnight of each job."""
    rows = []
    for job in in_order(jobs):
        rows.append((job.name, start))
        start += job.minutes
    return rows


def clock(minute):
    return f"{minute // 60:02}:{minute % 60:02}"
