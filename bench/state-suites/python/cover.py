"""Runs a Python program and writes the lines below its folder that were executed: cover.py OUT LIMIT PROGRAM WORDS..."""

import json
import os
import runpy
import signal
import sys

out, limit, program = sys.argv[1], int(sys.argv[2]), sys.argv[3]
sys.argv = sys.argv[3:]
folder = os.path.dirname(os.path.abspath(program)) + os.sep
sys.path[0] = folder
seen = set()


def trace_line(frame, event, _):
    if event == "line":
        seen.add((frame.f_code.co_filename, frame.f_lineno))
    return trace_line


def trace_call(frame, _event, _argument):
    return trace_line if os.path.abspath(frame.f_code.co_filename).startswith(folder) else None


def stop(*_):
    raise SystemExit


signal.signal(signal.SIGVTALRM, stop)
signal.setitimer(signal.ITIMER_VIRTUAL, limit)
try:
    sys.settrace(trace_call)
    runpy.run_path(program, run_name="__main__")
finally:
    sys.settrace(None)
    with open(out, "w") as file:
        json.dump([[os.path.relpath(os.path.abspath(name), folder), line] for name, line in seen], file)
