"""Ends as its first argument says, and prints what it finds."""
import os
import signal
import subprocess
import sys


def parent_name():
    with open(f"/proc/{os.getppid()}/comm", encoding="ascii") as file:
        return file.read().strip()


def end(how):
    print(f"{sys.stdin.read().strip()} {os.environ['TMPDIR']} {parent_name()}", flush=True)
    if how == "leave":
        quiet = subprocess.DEVNULL
        left = subprocess.Popen(["sleep", "600"], start_new_session=True, stdin=quiet, stdout=quiet, stderr=quiet)
        print(left.pid)
    if how == "hang":
        print(os.getpid(), flush=True)
        signal.pause()
    if how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    return 7 if how == "seven" else 0


sys.exit(end(sys.argv[1]))
