"""Runs a C or C++ program by a plan, inside gdb. `run_plan.main` is the entry."""
