"""Programs that are hard to look into, one for each argument."""
import array
import asyncio
import collections
import multiprocessing
import subprocess
import sys
import threading
import time
import weakref


def look(*things):
    return things


def busy(results):
    """Never waits: Python has to interrupt it to let another thread run."""
    end = time.monotonic() + 20
    while not results and time.monotonic() < end:
        pass
    if not results:
        print("no other thread ran")


def threads():
    results = []
    for _ in range(2):
        threading.Thread(target=busy, args=(results,)).start()
    worker = threading.Thread(target=lambda: results.append(look(results)), name="worker")
    worker.start()
    worker.join()
    print(len(results))


def double(n):
    return 2 * look(n)[0]


def processes(start_method):
    if start_method == "program":
        return print(subprocess.run([sys.executable, "-c", "print(7)"], stdout=subprocess.PIPE).stdout, look(1))
    with multiprocessing.get_context(start_method).Pool(2) as pool:
        print(pool.map(double, [1, 2, 3]), double(4))


def large():
    things = [list(range(10**6)), {n: n for n in range(10**6)}, bytearray(10**6), array.array("d", bytes(8 * 10**6))]
    things += ["x" * 10**6] * 50
    look(*things)
    print(things[0][-1], things[1][10**6 - 1])


def ran(name):
    if not is_silent:
        print(name, "ran")


def be_silent(silent):
    global is_silent
    is_silent = silent


class Meta(type):
    def __getattribute__(cls, name):
        ran(name)
        return super().__getattribute__(name)

    def __instancecheck__(cls, thing):
        ran("instancecheck")
        return True

    def __subclasscheck__(cls, other):
        ran("subclasscheck")
        return True


class Loud(metaclass=Meta):
    size = 3

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        ran("hash")
        return 1

    def __eq__(self, other):
        ran("eq")
        return self is other

    def __repr__(self):
        ran("repr")
        return "loud"

    def __bool__(self):
        ran("bool")
        return False

    def __del__(self):
        ran("del")

    def __reduce_ex__(self, protocol):
        ran("reduce")

    def __iter__(self):
        ran("iter")
        return iter(())

    __str__ = __format__ = __len__ = __repr__


class LoudPair(tuple, metaclass=Meta):
    pass


is_silent = True
loud = Loud("a")
kept = [{loud: 1}, {Loud("b"), Loud("c")}, collections.OrderedDict({loud: 2}), frozenset([loud]), weakref.ref(loud)]
kept += [weakref.WeakValueDictionary(x=loud), LoudPair([1, 2]), lambda: loud, loud.__repr__]
kept.append(kept)


async def ask(n):
    await asyncio.sleep(0)
    look(n)
    return n


async def wait(n):
    rest = 10
    return await ask(n) + await asyncio.ensure_future(ask(1)) + rest


def pending(n):
    try:
        raise KeyError(n)
    except KeyError as error:
        look(error)
        return error.args


def count(start, step=1):
    try:
        while start < 10:
            sent = yield start
            start += sent or step
    finally:
        print("ended at", start)


def twice(start):
    factor = 2
    for each in count(start):
        yield factor * each
    yield from count(8)


def pipeline():
    first, second, waiting = count(1), twice(2), wait(1)
    seen = [next(first), next(second)]
    last = twice(9)
    seen += [next(last), next(last)]
    look(first, second, last, waiting)
    waiting.close()
    print(seen, next(first), next(second), list(last))


def loop():
    items, seen = [1, 2, 3], []
    for each in items:
        look(each)
        seen.append(each)
    return seen


def traced():
    sys.settrace(lambda *_: None)
    look()


def main(word, *rest):
    if word == "loud":
        be_silent(False)
        look(loud)
        be_silent(True)
    if word == "asyncio":
        print(asyncio.run(wait(5)))
    if word == "pending":
        print(pending(3))
    if word == "loop":
        print(loop())
    if word == "input":
        first = sys.stdin.readline()
        look(first)
        print(first.strip(), sys.stdin.read().strip())
    if word == "terminal":
        print(sys.stdout.isatty(), look(3))
    if word in ("threads", "large", "traced", "pipeline"):
        globals()[word]()
    if word == "processes":
        processes(*rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
