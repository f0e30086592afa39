from decimal import Decimal

from loanbook.plan import payment, plan


def test_without_interest():
    assert payment("1200", "0", 12) == Decimal("100.00")


def test_the_plan_ends_with_nothing_left():
    rows = plan("5000", "4.8", 24)
    assert len(rows) == 24
    assert rows[-1].left == 0


def test_a_house_is_paid_to_the_cent():
    rows = plan("284350.75", "3.35", 24)
    assert sum(row.paid for row in rows) == Decimal("284350.75") + sum(row.interest for row in rows)
    assert rows[0].paid == Decimal("12265.81")
