"""Adds up numbers, and begins anew at a reset: which it forgets of the count."""
import sys


class Command:
    def __init__(self, line, number):
        self.name, _, value = line.partition(" ")
        self.value = int(value or 0)
        self.line = number


def parse(text):
    return [Command(line, i + 1) for i, line in enumerate(text.splitlines())]


def run(commands):
    total = count = 0
    for command in commands:
        if command.name == "reset":
            total = 0
        else:
            total += command.value
            count += 1
    return total / count


print(run(parse(open(sys.argv[1]).read())))
