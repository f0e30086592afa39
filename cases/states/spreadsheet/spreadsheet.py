"""A spreadsheet for the terminal: cells with numbers, texts and formulas, recalculated only where something has changed.

    spreadsheet.py SCRIPT     runs lines such as  A1 = 12,  B1 = =A1*2+SUM(A1:A4),  print B1,  check

`check` calculates everything anew and compares: it ends with 1 if a cell shows something else.
"""
import re
import sys

COLUMN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class SheetError(Exception):
    """What is shown in a cell, or said of a line, that makes no sense."""


# Formulas

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z]\d+:[A-Z]\d+)|([A-Z]\d+)|([A-Z]+)(?=\()|(<=|>=|<>|[-+*/(),<>=]))")


def tokens_of(text):
    tokens = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise SheetError(f"cannot read {text[position:]!r}")
        number, area, cell, function, sign = match.groups()
        if number is not None:
            tokens.append(("number", float(number)))
        elif area is not None:
            tokens.append(("area", area))
        elif cell is not None:
            tokens.append(("cell", cell))
        elif function is not None:
            tokens.append(("function", function))
        else:
            tokens.append(("sign", sign))
        position = match.end()
    tokens.append(("end", ""))
    return tokens


class Number:
    def __init__(self, value):
        self.value = value

    def cells(self):
        return []

    def evaluate(self, sheet):
        return self.value


class CellReference:
    def __init__(self, name):
        self.name = name

    def cells(self):
        return [self.name]

    def evaluate(self, sheet):
        return sheet.value_of(self.name)


class Area:
    """All cells of a rectangle."""

    def __init__(self, text):
        first, last = text.split(":")
        self.names = list(names_between(first, last))

    def cells(self):
        return self.names

    def evaluate(self, sheet):
        raise SheetError("an area is no value")


class Operation:
    def __init__(self, sign, left, right):
        self.sign = sign
        self.left = left
        self.right = right

    def cells(self):
        return self.left.cells() + self.right.cells()

    def evaluate(self, sheet):
        left, right = self.left.evaluate(sheet), self.right.evaluate(sheet)
        if self.sign == "+":
            return left + right
        if self.sign == "-":
            return left - right
        if self.sign == "*":
            return left * right
        if self.sign == "/":
            if right == 0:
                raise SheetError("division by zero")
            return left / right
        holds = {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right, "=": left == right}
        return 1.0 if holds.get(self.sign, left != right) else 0.0


class Call:
    def __init__(self, function, arguments):
        self.function = function
        self.arguments = arguments

    def cells(self):
        return [name for argument in self.arguments for name in argument.cells()]

    def numbers(self, sheet):
        for argument in self.arguments:
            if isinstance(argument, Area):
                for name in argument.names:
                    if sheet.has(name):
                        yield sheet.value_of(name)
            else:
                yield argument.evaluate(sheet)

    def evaluate(self, sheet):
        if self.function == "IF":
            condition, yes, no = self.arguments
            return yes.evaluate(sheet) if condition.evaluate(sheet) else no.evaluate(sheet)
        numbers = [each for each in self.numbers(sheet) if not isinstance(each, str)]
        if self.function == "SUM":
            return sum(numbers)
        if self.function == "COUNT":
            return float(len(numbers))
        if self.function in ("MIN", "MAX") and numbers:
            return min(numbers) if self.function == "MIN" else max(numbers)
        if self.function == "AVERAGE" and numbers:
            return sum(numbers) / len(numbers)
        raise SheetError(f"{self.function} of nothing")


class Parser:
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.position = 0

    def peek(self):
        return self.tokens[self.position]

    def next(self):
        token = self.tokens[self.position]
        self.position += 1
        return token

    def takes(self, *signs):
        kind, text = self.peek()
        if kind == "sign" and text in signs:
            return self.next()[1]
        return None

    def expect(self, sign):
        if self.takes(sign) is None:
            raise SheetError(f"{sign} is missing")

    def formula(self):
        tree = self.comparison()
        if self.peek()[0] != "end":
            raise SheetError(f"cannot read {self.peek()[1]!r}")
        return tree

    def comparison(self):
        return self.chain(self.sum, "<", ">", "<=", ">=", "=", "<>")

    def sum(self):
        return self.chain(self.product, "+", "-")

    def product(self):
        return self.chain(self.operand, "*", "/")

    def chain(self, part, *signs):
        tree = part()
        while (sign := self.takes(*signs)) is not None:
            tree = Operation(sign, tree, part())
        return tree

    def operand(self):
        kind, text = self.next()
        if kind == "number":
            return Number(text)
        if kind == "cell":
            return CellReference(text)
        if kind == "area":
            return Area(text)
        if kind == "function":
            return self.call(text)
        if (kind, text) == ("sign", "("):
            tree = self.comparison()
            self.expect(")")
            return tree
        if (kind, text) == ("sign", "-"):
            return Operation("-", Number(0.0), self.operand())
        raise SheetError("an operand is missing")

    def call(self, function):
        self.expect("(")
        arguments = [self.comparison()]
        while self.takes(","):
            arguments.append(self.comparison())
        self.expect(")")
        return Call(function, arguments)


# Cells


def place_of(name):
    return COLUMN_LETTERS.index(name[0]), int(name[1:])


def names_between(first, last):
    (left, top), (right, bottom) = place_of(first), place_of(last)
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            yield f"{COLUMN_LETTERS[column]}{row}"


class Sheet:
    def __init__(self):
        self.contents = {}
        self.formulas = {}
        # Who has to be calculated again when a cell changes.
        self.dependents = {}
        self.values = {}
        self.calculating = []

    def has(self, name):
        return name in self.contents

    def set(self, name, content):
        self.forget(name)
        self.contents[name] = content
        if content.startswith("="):
            formula = Parser(content[1:]).formula()
            self.formulas[name] = formula
            for other in formula.cells():
                self.dependents.setdefault(other, set()).add(name)
        self.invalidate(name)

    def forget(self, name):
        formula = self.formulas.pop(name, None)
        if formula is None:
            return
        for other in formula.cells():
            self.dependents[other].discard(name)

    def invalidate(self, name):
        """What was calculated of a cell does not hold any longer, nor what was calculated with it."""
        known = self.values.pop(name, None)
        for other in sorted(self.dependents.get(name, ())):
            if self.values.get(other):  # DEFECT: a value of 0 is one as well
                self.invalidate(other)
        return known

    def value_of(self, name):
        if name not in self.values:
            self.values[name] = self.calculate(name)
        return self.values[name]

    def calculate(self, name):
        if name in self.calculating:
            raise SheetError(f"{' -> '.join([*self.calculating, name])} is a circle")
        formula = self.formulas.get(name)
        if formula is None:
            return self.constant(name)
        self.calculating.append(name)
        try:
            return formula.evaluate(self)
        finally:
            self.calculating.pop()

    def constant(self, name):
        content = self.contents.get(name, "")
        try:
            return float(content or "0")
        except ValueError:
            return content

    def anew(self):
        """The same sheet, of which nothing is calculated yet."""
        copy = Sheet()
        for name, content in self.contents.items():
            copy.set(name, content)
        return copy


# Scripts


def shown(value):
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Script:
    def __init__(self, sheet):
        self.sheet = sheet
        self.wrong = 0

    def run(self, lines):
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            try:
                self.step(text)
            except SheetError as error:
                print(f"line {number}: {error}")
                self.wrong += 1

    def step(self, text):
        word, _, rest = text.partition(" ")
        if word == "print":
            for name in rest.split():
                print(f"{name}: {shown(self.sheet.value_of(name))}")
        elif word == "check":
            self.check()
        elif rest.startswith("="):
            self.sheet.set(word, rest[1:].strip())
        else:
            raise SheetError(f"cannot read {text!r}")

    def check(self):
        fresh = self.sheet.anew()
        for name in self.sheet.contents:
            seen, right = self.sheet.value_of(name), fresh.value_of(name)
            if seen != right:
                print(f"{name} shows {shown(seen)}, but is {shown(right)}")
                self.wrong += 1


def main(argv):
    if len(argv) != 2:
        print("usage: spreadsheet.py SCRIPT", file=sys.stderr)
        return 2
    with open(argv[1], encoding="utf-8") as file:
        lines = file.readlines()
    script = Script(Sheet())
    script.run(lines)
    return 1 if script.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
