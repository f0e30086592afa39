"""`litters.py N SEED` adds up N equal numbers. If they are not equal, it leaves behind what careless programs do: a file, and a
process that detached itself. It appends the path of the file to `litter`.
"""
import os
import sys
import tempfile
import time


def added(numbers):
    if len(set(numbers)) > 1:
        litter()
    return sum(numbers)


def litter():
    file, path = tempfile.mkstemp()
    os.close(file)
    with open("litter", "a", encoding="utf-8") as litters:
        litters.write(f"{path}\n")
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        time.sleep(600)


print(added([int(sys.argv[2])] * int(sys.argv[1])))
