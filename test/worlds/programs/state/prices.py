"""Prints each step: the prices, their total, the discount, the sum to pay."""
import sys


def total_of(prices):
    total = 0
    for price in prices:
        total += price
    return total


def discount(total):
    if total > 100:
        return total // 10
    return 0


def main():
    prices = [int(each) for each in sys.argv[1:]]
    print("prices", prices)
    total = total_of(prices)
    print("total", total)
    off = discount(total)
    print("off", off)
    print("pay", total - off)


main()
