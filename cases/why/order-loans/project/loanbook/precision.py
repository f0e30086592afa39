"""How many digits are computed with, for estimates that have to be fast."""

from decimal import getcontext


def estimate(values, digits):
    """The sum of many values, with few digits."""
    context = getcontext().copy()
    context.prec = digits
    total = context.create_decimal(0)
    for value in values:
        total = context.add(total, context.create_decimal(value))
    return total
