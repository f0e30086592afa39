"""A module that another one imports."""
loaded = [each for each in "ab"]


def helped(value):
    return value + len(loaded)
