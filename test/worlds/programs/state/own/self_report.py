"""Prints everything that a program can see of how it was started."""
import os
import sys
import traceback

import json as ours


def inner():
    here = sys._getframe()
    depth = 0
    while here:
        depth += 1
        here = here.f_back
    return depth


def outer():
    return inner()


print(sys.argv, __name__, __file__, sys.path, sys.flags, getattr(sys, "orig_argv", None))
print(__spec__ and __spec__.name, __package__, type(__loader__).__name__, sorted(globals()))
print(sorted(os.environ.items()))
print(outer(), len(traceback.extract_stack()), sys.gettrace(), ours.mine, os.dup(1))
print(sys.modules["__main__"].__dict__ is globals(), [name for name in sys.modules if "culprit" in name and sys.gettrace()])
if "raise" in sys.argv:
    {}["missing"]
if "exit" in sys.argv:
    sys.exit(7)
if "message" in sys.argv:
    sys.exit("a last message")
if "kill" in sys.argv:
    sys.stdout.flush()
    os.kill(os.getpid(), 15)
