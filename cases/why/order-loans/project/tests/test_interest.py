from decimal import Decimal

from loanbook.interest import effective, grown, monthly


def test_a_month():
    assert monthly("3.6") == Decimal("0.003")


def test_after_a_year():
    assert grown("100", "12", 12) == Decimal("112.68")


def test_the_effective_rate():
    assert round(effective("12"), 2) == Decimal("12.68")
