import unittest

from books import first_book


def check(items, expected):
    assert first_book(items) == expected


class Books(unittest.TestCase):
    def setUp(self):
        self.items = []

    def test_one(self):
        self.items.append(("emma", "book"))
        check(self.items, "EMMA")

    def test_none(self):
        self.items.append(("train", "toy"))
        check(self.items, "")
