"""Reads lines in one of several ways, and prints them."""
import csv
import fileinput
import os
import sys


def here():
    pass


def loop():
    for line in sys.stdin:
        here()
        yield line


def by_input():
    while True:
        try:
            line = input()
        except EOFError:
            return
        here()
        yield line


def by_csv():
    for row in csv.reader(sys.stdin):
        here()
        yield row


def by_bytes():
    for line in sys.stdin.buffer:
        here()
        yield line


def by_blocks():
    while True:
        block = os.read(0, 3)
        if not block:
            return
        here()
        yield block


def by_file():
    with open("data.txt", newline="") as file:
        for line in file:
            here()
            yield line


def by_fileinput():
    for line in fileinput.input(["data.txt"]):
        here()
        yield line


def by_second_stream():
    with open(0) as file:
        for line in file:
            here()
            yield line


def with_seek():
    line = sys.stdin.readline()
    while line:
        here()
        yield line
        line = sys.stdin.readline()
    yield sys.stdin.tell()
    sys.stdin.seek(0)
    yield sys.stdin.read(2)


for got in globals()[sys.argv[1]]():
    print(repr(got))
