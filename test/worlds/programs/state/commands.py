"""Prints the average of numbers. A reset sets the total to zero, but not the count: that is the defect."""
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
