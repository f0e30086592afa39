"""crash.py MODE NAME DEPTH: fails in the way that MODE says, after DEPTH calls, with NAME in its message."""
import sys

mode, name, depth = sys.argv[1], sys.argv[2], int(sys.argv[3])


def walk(n, leaf):
    return walk(n - 1, leaf) if n > 0 else leaf()


def look_up():
    return {}[name]


def attribute():
    return getattr(None if mode == "none" else 3, name)


def even(n):
    return odd(n + 1)


def odd(n):
    return even(n + 1)


def chained():
    try:
        walk(depth, look_up)
    except KeyError as cause:
        raise ValueError(f"no such thing: {name!r}") from cause


def grouped():
    errors = []
    for _ in range(depth + 1):
        try:
            walk(depth, attribute)
        except AttributeError as error:
            errors.append(error)
    raise ExceptionGroup("several", errors)


def run():
    if mode == "key":
        walk(depth, look_up)
    elif mode in ("none", "int"):
        walk(depth, attribute)
    elif mode == "chained":
        chained()
    elif mode == "group":
        grouped()
    elif mode == "overflow":
        walk(depth, lambda: even(0) if len(name) % 2 else odd(0))
    elif mode == "segfault":
        import ctypes

        walk(depth, lambda: ctypes.string_at(len(name)))


run()
