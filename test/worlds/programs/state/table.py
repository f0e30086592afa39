"""A table of as many rows as it is told; one row, number 4321, has the value that it is told."""
import sys


class Row:
    def __init__(self, number, value):
        self.number = number
        self.value = value


def look(rows):
    print("dear" if sum(map(value_of, rows)) > len(rows) else "cheap")


def value_of(row):
    return row.value if isinstance(row, Row) else row["value"] if isinstance(row, dict) else row[1] if isinstance(row, list) else row


MAKE = {
    "lists": lambda i, value: [i, value],
    "dicts": lambda i, value: {"number": i, "value": value},
    "objects": Row,
    "numbers": lambda i, value: value,
}


def main(kind, size, value):
    make = MAKE.get(kind, MAKE["numbers"])
    rows = [make(i, int(value) if i == 4321 else 1) for i in range(int(size))]
    if kind == "bytes":
        rows = bytearray(rows)
    if kind == "view":
        rows = memoryview(bytearray(rows))
    if kind == "array":
        import array

        rows = array.array("i", rows)
    if kind == "numpy":
        import numpy

        rows = numpy.array(rows)
    if kind == "pandas":
        import pandas

        frame = pandas.DataFrame({"value": rows})
        rows = frame["value"]
    look(rows)


main(*sys.argv[1:])
