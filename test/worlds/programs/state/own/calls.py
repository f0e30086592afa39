"""Calls of every kind: direct, through the library, from comprehensions and bodies of classes, again and again."""
import contextlib
import functools


def plain(n):
    return n + 1


def one_line(n): return plain(n)


@functools.lru_cache(maxsize=None)
def cached(n):
    return plain(n)


def numbers(n):
    for each in range(n):
        yield plain(each)


@contextlib.contextmanager
def around(n):
    yield plain(n)


class Pair:
    base = plain(1)

    def __init__(self, first):
        self.first = first

    def __lt__(self, other):
        return self.first < other.first

    @property
    def doubled(self):
        return plain(self.first) * 2


def fails(n):
    raise ValueError(n)


def nested(n):
    def inner(m):
        nonlocal n
        n += m
        return n

    return inner(1) + (lambda m: inner(m))(2)


def many(n):
    total = one_line(n) + cached(n) + cached(n)
    total += sum(plain(each) for each in range(2)) + sum([plain(each) for each in range(2)])
    for each in numbers(2): total += each
    with around(n) as inside:
        total += inside
    total += sorted([Pair(2), Pair(1)])[0].doubled
    try:
        fails(n)
    except ValueError:
        total += nested(n)
    if n > 0:
        total += many(n - 1)
    return total + sum(map(plain, [1, 2]))


if __name__ == "__main__":
    from helping import helped

    print(many(2), helped(1))
    for each in range(2):
        print(many(0), end=" ")
    print()
