"""Functions that are called again and again: by recursion, generators, threads, processes."""
import os
import sys
import threading


def fact(n):
    if n < 2:
        return 1
    rest = fact(n - 1)
    return n * rest


def walk(items):
    for each in items:
        yield each


class Stack:
    def push(self, item):
        return item


def around():
    total = other = 1

    def within():
        nonlocal total
        total += 1
        return total

    result = within()
    return total, other, result


class Link:
    def __init__(self, rest):
        self.rest = rest


def length(chain):
    count = 0
    while chain:
        count, chain = count + 1, chain.rest
    return count


def in_thread(result):
    result.append(fact(2))


def main(kind):
    if kind == "recursion":
        print(fact(5))
    if kind == "deep":
        print(fact(990) > 0)
    if kind == "closure":
        print(around())
    if kind == "chain":
        chain = None
        for _ in range(int(sys.argv[2])):
            chain = Link(chain)
        print(length(chain))
    if kind == "generator":
        print(sum(walk([1, 2, 3])), sum(walk([4])))
    if kind == "method":
        print(Stack().push(3))
    if kind == "thread":
        result = []
        thread = threading.Thread(target=in_thread, args=(result,))
        thread.start()
        thread.join()
        print(result)
    if kind == "process":
        child = os.fork()
        if child == 0:
            print("child", fact(3), flush=True)
            sys.exit(0)
        os.waitpid(child, 0)
        print("parent", fact(2))
    if kind == "endless":
        print("begun", flush=True)
        while True:
            pass
    if "gone" in sys.argv:
        os._exit(3)


main(sys.argv[1])
