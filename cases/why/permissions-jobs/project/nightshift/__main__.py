import sys

from .plan import clock, due, timetable
from .rules import jobs_of, read_rules

night = int(sys.argv[1]) if len(sys.argv) > 1 else 0
for name, minute in timetable(due(jobs_of(read_rules("conf.d")), night)):
    print(clock(minute), name)
