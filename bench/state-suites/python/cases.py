"""Prints the cases of a QuixBugs program as [word for the driver, text of the input]: cases.py FILE

FILE has one [arguments, result] in a line as JSON, or functions test... in Python.
"""

import ast
import json
import sys


def from_json(text):
    for line in text.splitlines():
        if line.strip():
            given = json.loads(line)[0]
            word = json.dumps(given if isinstance(given, list) else [given])
            yield word, word


def from_functions(text):
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node.name, "\n".join(map(ast.unparse, node.body))


with open(sys.argv[1]) as file:
    read = from_json if sys.argv[1].endswith(".json") else from_functions
    print(json.dumps(list(read(file.read()))))
