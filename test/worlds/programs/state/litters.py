"""`litters.py PAUSE N SEED` adds up N numbers that are all alike, after so many seconds. If they are not alike, it leaves behind
what careless programs do: a file, and a process that has gone its own way. Where the file is it tells in `litter`.
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
    with open("litter", "a", encoding="utf-8") as told:
        told.write(f"{path}\n")
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        time.sleep(600)


time.sleep(float(sys.argv[1]))
print(added([int(sys.argv[3])] * int(sys.argv[2])))
