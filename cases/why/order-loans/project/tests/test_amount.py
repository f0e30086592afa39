from decimal import Decimal

from loanbook.amount import cents, parse, show


def test_a_half_cent_goes_up():
    assert cents("0.125") == Decimal("0.13")


def test_separators():
    assert parse("1'250.50") == parse("1,250.50") == Decimal("1250.50")


def test_shown():
    assert show("980.5") == "980.50"
