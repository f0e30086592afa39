"""Marks, in what the program prints, where it came to the place."""
import io
import os
import sys

STANDARD_OUTPUT = 1


def output_identity():
    """Which file or pipe standard output is; None if it is closed."""
    try:
        found = os.fstat(STANDARD_OUTPUT)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_mark(mark, identity):
    """`identity` is that of the output at the start: a file that the program has put in its place must stay as it is."""
    if identity is None or output_identity() != identity:
        return
    for stream in (sys.stdout, sys.__stdout__):
        if type(stream) is io.TextIOWrapper:  # flushing another one may run code of the program
            try:
                stream.flush()
            except (OSError, ValueError):
                return
    left = f"{mark}0;".encode()
    while left:
        left = left[os.write(STANDARD_OUTPUT, left) :]
