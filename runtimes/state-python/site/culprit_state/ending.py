"""Ends of a run that are not the program's own."""
import os
import sys


NOT_DONE = 125  # the status that says: this run tells nothing


class Impossible(Exception):
    """A change that cannot be made in this run."""


def refuse(message):
    """Ends the program and says why."""
    flush()
    os.write(2, f"culprit: {message}\n".encode("utf-8", "backslashreplace"))
    os._exit(NOT_DONE)


def finish():
    """Ends the program here."""
    flush()
    os._exit(0)


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
