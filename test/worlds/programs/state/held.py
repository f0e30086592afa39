"""Says much before its place, has state that a fork would change, and ends in many ways behind it."""
import atexit
import os
import random
import subprocess
import sys
import tempfile
import time


class Noisy:
    def __del__(self):
        print("gone")


def work(how, n):
    print(how, n, random.random(), lines.readline().strip(), sorted(kinds) == list(kinds), os.environ.get("SEEN"))
    if how == "exit":
        sys.exit(n)
    if how == "leave":
        os._exit(n)
    if how == "abort":
        os.abort()
    if how == "raise":
        return 1 // 0
    if how == "hang":
        os.write(1, b"hangs\n")
        while True:
            time.sleep(1)
    if how == "fork":
        if os.fork() == 0:
            os.setsid()
            os.write(1, b"child\n")
            time.sleep(n)
            os.write(1, b"late\n")
            os._exit(0)
        if n == 0:
            os.wait()
        os.write(1, b"parent\n")
    if how == "start":
        subprocess.run(["sh", "-c", "echo started by $PPID | sed s/[0-9]*$//"])
    return [lines.readline().strip() for _ in range(2)]


before = sys.argv[1] if len(sys.argv) > 1 else ""
print("begun", time.time_ns())
print("at once", flush=True)
sys.stderr.write("to the side\n")
random.seed(4)
kinds = {"a", "b", "c", "d"}
os.environ["SEEN"] = "yes"
os.register_at_fork(before=lambda: print("forks"), after_in_child=lambda: print("forked"))
atexit.register(lambda: print("at exit", random.random(), flush=True))
noisy = Noisy()
lines = open(__file__, "rb", buffering=0)
lines.readline()
extra = None
if before == "thread":
    import threading

    threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
if before == "process":
    subprocess.run(["true"])
if before == "child":
    extra = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1")
if before == "write":
    with tempfile.TemporaryFile() as extra:
        extra.write(b"1")
if before == "twice":
    extra = os.open(os.devnull, os.O_RDONLY)
    os.dup2(lines.fileno(), extra)
if before == "pipe":
    extra = os.pipe()
if before == "timer":
    import signal

    signal.setitimer(signal.ITIMER_REAL, 100)
if before == "memory":
    import mmap

    extra = mmap.mmap(-1, 4096)
if before == "slow":
    time.sleep(1)
if before == "never":
    sys.exit(0)
if before == "much":
    os.write(1, b"x" * 200_000)
print(work("return", 0))
