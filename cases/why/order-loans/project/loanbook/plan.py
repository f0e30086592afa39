"""The plan of a loan."""

from dataclasses import dataclass
from decimal import Decimal

from .amount import cents
from .interest import monthly


@dataclass(frozen=True)
class Row:
    month: int
    interest: Decimal
    paid: Decimal
    left: Decimal


def payment(amount, rate, months):
    """What is paid each month."""
    factor = monthly(rate)
    if factor == 0:
        return cents(Decimal(amount) / months)
    return cents(Decimal(amount) * factor / (1 - (1 + factor) ** -months))


def plan(amount, rate, months):
    """One row for each month; the last payment is what is left."""
    rows = []
    left = cents(amount)
    each = payment(amount, rate, months)
    for month in range(1, months + 1):
        interest = cents(left * monthly(rate))
        paid = min(each, left + interest) if month < months else left + interest
        left = left + interest - paid
        rows.append(Row(month, interest, paid, left))
    return rows
