"""Amounts of money."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def cents(amount):
    """Rounded to the cent."""
    return Decimal(amount).quantize(CENT, rounding=ROUND_HALF_UP)


def parse(text):
    """1'250.50 and 1,250.50 are the same."""
    return cents(text.replace("'", "").replace(",", ""))


def show(amount):
    return f"{cents(amount):,}"
