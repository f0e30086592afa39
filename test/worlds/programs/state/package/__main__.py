import package


def within(n):
    assert n < 10, "only if assertions are on"
    return n < package.limit


print(within(2))
