"""A gdb that has loaded the program, and of which each run is a copy."""

import os
import shutil

import gdb
from culprit_templates.template import wait_for_requests

from .program.start import load_program
from .run_plan import DRIVER, main as carry_out_plan

PROGRAM_STREAMS = 3  # file descriptors 3 to 5


def main(socket, program, wrapper, environment):
    """Never returns: the copies end when their plans have been carried out, and their programs with them."""
    # Threads would be missing in the copies.
    gdb.execute("maintenance set worker-threads 0")
    path = shutil.which(program)
    if path is not None:
        load_program(path)
    request = wait_for_requests(socket)
    for number in range(3):
        move_to(PROGRAM_STREAMS + number, request.open_stream(number))
    move_to(DRIVER, create(f"{request.plan}.ending"))
    move_to(2, create(f"{request.plan}.errors"))
    carry_out_plan(request.plan, wrapper, {**environment, **request.variables})
    os._exit(0)  # gdb would free all that it has loaded


def create(path):
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)


def move_to(number, file):
    os.dup2(file, number)
    os.close(file)
