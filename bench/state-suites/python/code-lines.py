"""Prints the lines of a Python file that carry code: code-lines.py FILE"""

import ast
import json
import sys

with open(sys.argv[1]) as file:
    source = file.read()


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def lines_of(code):
    for _, _, line in code.co_lines():
        if line:
            yield line
    for constant in code.co_consts:
        if hasattr(constant, "co_lines"):
            yield from lines_of(constant)


text = {line for node in ast.walk(ast.parse(source)) if is_text(node) for line in range(node.lineno, node.end_lineno + 1)}
print(json.dumps(sorted(set(lines_of(compile(source, sys.argv[1], "exec"))) - text)))
