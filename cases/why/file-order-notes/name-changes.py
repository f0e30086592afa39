"""name-changes.py right|wrong: files in changes.d that this disk lists in the order of their numbers, or not.

A disk lists files by when they were made, or by a hash of their names: both are tried.
"""

import itertools
import os
import random
import sys

NUMBERS = ["0398", "0405", "0412", "0431", "0447"]
WORDS = ["retry", "timeouts", "proxy", "cookies", "redirects", "charset", "headers", "uploads", "cache", "limits"]
TEXTS = {
    "0398": "A request is tried again after it was refused.",
    "0405": "Waiting for an answer ends after the time that was given.",
    "0412": "Names with letters beyond ASCII are found.",
    "0431": "A body that is sent in parts is put together in order.",
    "0447": "What was fetched is not fetched twice.",
}


def listed(folder):
    return [name[:4] for name in os.listdir(folder) if name[0] == "0"]


def make(folder, names):
    for name in os.listdir(folder):
        if name[0] == "0":
            os.remove(os.path.join(folder, name))
    for name in names:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(TEXTS[name[:4]] + "\n")


def main(wanted, folder="changes.d"):
    chance = random.Random(7)
    orders = itertools.cycle([NUMBERS, NUMBERS[::-1]])
    for attempt in range(20000):
        words = chance.sample(WORDS, len(NUMBERS))
        kept = dict(zip(NUMBERS, words))
        make(folder, [f"{number}-{kept[number]}.fix.md" for number in next(orders)])
        order = listed(folder)
        if (order == NUMBERS) == (wanted == "right"):
            return 0
    print("no such names were found", file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1]))
