"""Runs a Python program by a plan (runtimes/protocol/state.ts), from inside the program's own process."""
import sys

# Names of the top-level modules that were loaded before ours.
MODULES_BEFORE = frozenset(name.partition(".")[0] for name in sys.modules)
