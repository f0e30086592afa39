from decimal import Decimal

import pytest

from loanbook.plan import payment

EXAMPLES = [("9000", "4.5", 36, "267.72"), ("1500", "7.2", 12, "129.93"), ("2400", "0", 10, "240.00")]


@pytest.mark.parametrize(("amount", "rate", "months", "expected"), EXAMPLES)
def test_examples_of_the_leaflet(amount, rate, months, expected):
    assert payment(amount, rate, months) == Decimal(expected)
