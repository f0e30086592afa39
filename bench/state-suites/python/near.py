"""Prints arguments near the given ones, each as JSON, with one thing changed: near.py JSON

A number becomes 0, 1, its half, one less or one more; a list or text becomes empty or loses one element.
"""

import json
import sys


def near(value):
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield from (type(value)(each) for each in (0, 1, value // 2, value - 1, value + 1))
    elif isinstance(value, str):
        yield ""
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
    elif isinstance(value, list):
        yield []
        yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
        yield from near_elements(value)


def near_elements(values):
    for i, value in enumerate(values):
        for changed in near(value):
            yield values[:i] + [changed] + values[i + 1 :]


# The number of arguments stays.
texts = [json.dumps(each) for each in near_elements(json.loads(sys.argv[1]))]
print(json.dumps([text for text in dict.fromkeys(texts) if text != sys.argv[1]]))
