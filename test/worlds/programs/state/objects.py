"""Objects of every kind, all alive where `look` is entered."""
import collections
import dataclasses
import datetime
import decimal
import enum
import sys
import types
from array import array


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Node:
    count = 0

    def __init__(self, name):
        print("made", name)
        self.name = name
        self.next = None

    @property
    def loud(self):
        print("property ran")
        return 1

    def __getattr__(self, name):
        print("getattr ran", name)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "name" and value == "noisy":
            print("setattr ran")


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = 1


@dataclasses.dataclass(frozen=True)
class Frozen:
    size: int
    tags: tuple


class Proxy:
    @property
    def __class__(self):
        print("class ran")
        return Node

    def __getattribute__(self, name):
        print("getattribute ran", name)
        return object.__getattribute__(self, name)


class Shy(list):
    def __len__(self):
        print("len ran")
        return 0

    def __iter__(self):
        print("iter ran")
        return iter(())

    def __getattr__(self, name):
        print("getattr ran", name)
        raise AttributeError(name)


proxy = Proxy()
shy = Shy([1])

Point = collections.namedtuple("Point", "x y")


class Bag(dict):
    def __init__(self):
        super().__init__()
        self.label = "bag"

    def __getitem__(self, key):
        print("getitem ran")
        return 0


def counter(start):
    n = start

    def step(seen=[]):
        nonlocal n
        n += 1
        seen.append(n)
        return n, len(seen)

    return step


def numbers():
    yield 1
    yield 2


def look(things):
    pass


def main():
    first, second = Node("first"), Node("second")
    first.next, second.next = second, first
    pair = (1, [2, 3])
    bag = Bag()
    bag["k"] = 5
    waiting = numbers()
    next(waiting)
    step = counter(10)
    things = {
        "ring": first,
        "also": second,
        "slotted": Slotted(),
        "frozen": Frozen(3, ("a", "b")),
        "point": Point(1, 2),
        "pair": pair,
        "same": pair,
        "bag": bag,
        "queue": collections.deque([1, 2], maxlen=3),
        "array": array("i", [7, 8]),
        "bytes": b"\x00\xff",
        "set": {"b", "a"},
        (1, "t"): 2.5,
        Colour.RED: Colour.BLUE,
        7: None,
        "when": datetime.datetime(2020, 1, 2),
        "price": decimal.Decimal("1.50"),
        "lists": collections.defaultdict(list, {"x": [1]}),
        "generator": waiting,
        "error": ValueError("bad", 3),
        "text": 'qu"ote\ud800',
        "big": 10**5000,
        "truth": True,
        "complex": 1 + 2j,
        "step": step,
        "bound": first.__init__,
        "file": sys.stdout,
        "space": types.SimpleNamespace(a=1),
        "ordered": collections.OrderedDict(z=1, y=2),
        "counted": collections.Counter("aab"),
        "frozen set": frozenset([(1, 2)]),
        "proxy": proxy,
        "shy": shy,
        10**5000: "a long key",
        "keyed": {first: "by object"},
    }
    look(things)
    print(first.__dict__["name"], second.__dict__["name"], first.__dict__["next"] is second, Node.count)
    print(things["slotted"].x, getattr(things["slotted"], "y", "unset"), things["frozen"], things["point"])
    print(pair, things["pair"] is things["same"], dict.__getitem__(bag, "k"), bag.label, things["queue"], things["array"])
    print(things["bytes"], sorted(things["set"]), things[(1, "t")], things[Colour.RED], things[7], things["when"])
    print(things["price"], dict(things["lists"]), things["error"].args, things["truth"], things["complex"])
    print(step(), ascii(things["text"]), things["big"] == 10**5000, list(things)[-1])
    print(things["space"], list(things["ordered"]), things["counted"]["a"], things["frozen set"])


main()
