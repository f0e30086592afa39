"""Everything gdb has to know before it starts the program."""

import os
import resource
import shlex
import shutil

import gdb

from ..plan_errors import PlanFailure

SETTINGS = (
    "set confirm off",
    "set pagination off",
    "set width 0",
    "set disable-randomization on",
    "set max-value-size unlimited",
    "set breakpoint pending on",
    "set unwindonsignal on",
    "set startup-with-shell on",
    "set print thread-events off",
    "handle all nostop noprint pass",
    "handle SIGINT nostop noprint pass",
)
PRCTL = {"x86_64": 157, "aarch64": 167}  # number of the system call


def prepare_program(plan, wrapper, environment):
    """`environment` has the variables that gdb itself changed, with their values for the program."""
    program, *arguments = plan["command"]
    path = shutil.which(program)
    if path is None:
        raise PlanFailure("cannot-start", f"there is no program {program}")
    for each in SETTINGS:
        gdb.execute(each, to_string=True)
    gdb.execute("set exec-wrapper " + shlex.join(wrapper_command(wrapper, program)))
    load_program(path)
    gdb.execute("set args " + " ".join(map(hexadecimal, arguments)))
    for name, value in environment.items():
        gdb.execute(f"unset environment {name}" if value is None else f"set environment {name} {value}")
    forbid_core_dumps()


def load_program(path):
    """A copy of a template has it already."""
    real_path = os.path.realpath(path)
    if gdb.current_progspace().filename != real_path:
        gdb.execute("file " + gdb_quoted(real_path), to_string=True)


def wrapper_command(wrapper, program):
    numbers = (os.getpid(), os.getpgrp(), PRCTL.get(os.uname().machine, 0))
    return ["perl", wrapper, *map(str, numbers), hexadecimal(program)]


def forbid_core_dumps():
    """The program inherits the limit."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def hexadecimal(word):
    return "x" + os.fsencode(word).hex()


def gdb_quoted(path):
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
