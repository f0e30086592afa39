"""Interest on interest."""

from decimal import Decimal

from .amount import cents


def monthly(rate):
    """The rate of a month; a rate of 3.6 is 3.6 % a year."""
    return Decimal(rate) / 1200


def grown(amount, rate, months):
    """An amount after some months."""
    return cents(Decimal(amount) * (1 + monthly(rate)) ** months)


def effective(rate):
    """The rate of a year, interest on interest included, in percent."""
    return ((1 + monthly(rate)) ** 12 - 1) * 100
