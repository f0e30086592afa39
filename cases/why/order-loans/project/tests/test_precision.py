from decimal import Decimal, localcontext

from loanbook.precision import estimate


def test_few_digits():
    assert estimate(["1000.4", "2000.4"], digits=3) == Decimal("3.00E+3")


def test_as_many_digits_as_there_are():
    assert estimate(["0.1", "0.2"], digits=20) == Decimal("0.3")


def test_an_estimate_is_as_rough_as_computing_with_few_digits():
    with localcontext() as context:
        context.prec = 7
        rough = Decimal(1) / Decimal(3) * 3
    assert rough == estimate(["0.3333333"] * 3, digits=7)
