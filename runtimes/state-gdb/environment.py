"""Variables of the environment, as they lie in the memory of a program."""

import gdb

# The numbers of the fields of /proc/PID/stat, counted after the name of the program.
START, END = 47, 48


def replace_environment(pid, variables):
    """Whether there was room for all of them: each has to be there, with a value that is as long or longer."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    start, end = int(fields[START]), int(fields[END])
    inferior = gdb.selected_inferior()
    raw = bytes(inferior.read_memory(start, end - start))
    places = {}
    at = 0
    for each in raw.split(b"\0"):
        places.setdefault(each.partition(b"=")[0], (at, len(each)))
        at += len(each) + 1
    for name, value in variables.items():
        text = f"{name}={value}".encode()
        at, room = places.get(name.encode(), (0, 0))
        if len(text) > room:
            return False
        inferior.write_memory(start + at, text.ljust(room, b"\0"))
    return True
