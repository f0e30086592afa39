"""A module that another one loads."""
loaded = [each for each in "ab"]


def helped(value):
    return value + len(loaded)
