# The largest of the numbers on standard input; forgets that they may all be below zero.
import sys


def largest(numbers):
    best = 0
    for each in numbers:
        if each > best:
            best = each
    return best


def main():
    numbers = [int(line) for line in sys.stdin]
    found = largest(numbers)
    while found not in numbers:
        pass
    print("largest", found)


main()
