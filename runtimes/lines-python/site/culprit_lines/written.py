"""The code of a syntax tree as people write it, for Python 3.8, which has no `ast.unparse`: parts of the program are quoted."""
import ast
import io
import tokenize
from functools import lru_cache

BINARY = {
    ast.BitOr: ("|", 6),
    ast.BitXor: ("^", 7),
    ast.BitAnd: ("&", 8),
    ast.LShift: ("<<", 9),
    ast.RShift: (">>", 9),
    ast.Add: ("+", 10),
    ast.Sub: ("-", 10),
    ast.Mult: ("*", 11),
    ast.MatMult: ("@", 11),
    ast.Div: ("/", 11),
    ast.FloorDiv: ("//", 11),
    ast.Mod: ("%", 11),
    ast.Pow: ("**", 13),
}
CONNECTIVES = {ast.Or: ("or", 2), ast.And: ("and", 3)}
RELATIONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
UNARY = {ast.Not: ("not ", 4), ast.UAdd: ("+", 12), ast.USub: ("-", 12), ast.Invert: ("~", 12)}
LOOSEST = (ast.Tuple, ast.NamedExpr, ast.Yield, ast.YieldFrom)
LOOSE = (ast.Lambda, ast.IfExp, ast.Starred)
ARGUMENT, COMPARISON, AWAIT, ATOM = 1, 5, 14, 15


def written(node, source):
    """None: a part of it can be neither quoted nor written."""
    quoted = quote(node, source)
    if quoted is not None:
        return quoted
    writer = WRITERS.get(type(node))
    try:
        return writer and writer(node, source)
    except TypeError:
        # A part is None.
        return None


def quote(node, source):
    """What the program has there. (`ast.get_source_segment` splits the whole file each time, which takes a minute for some files.)"""
    first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if first is None or last is None:
        return None
    lines = lines_of(source)[first - 1 : last]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    text = b"\n".join(lines).decode("utf-8", "replace")
    return text if first == last else without_comments(text.replace("\\\n", " "))


def without_comments(text):
    if "#" not in text:
        return text
    lines = text.split("\n")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                row = token.start[0] - 1
                lines[row] = lines[row][: token.start[1]]
    except (tokenize.TokenError, IndentationError):
        # It is a part of a file only.
        pass
    return "\n".join(lines)


@lru_cache(maxsize=4)
def lines_of(source):
    """Columns are counted in bytes."""
    return source.encode("utf-8", "surrogatepass").split(b"\n")


def level(node):
    """The higher, the closer it binds."""
    if isinstance(node, ast.BinOp):
        return BINARY[type(node.op)][1]
    if isinstance(node, ast.BoolOp):
        return CONNECTIVES[type(node.op)][1]
    if isinstance(node, ast.UnaryOp):
        return UNARY[type(node.op)][1]
    if isinstance(node, ast.Compare):
        return COMPARISON
    if isinstance(node, ast.Await):
        return AWAIT
    if isinstance(node, LOOSE):
        return ARGUMENT
    return 0 if isinstance(node, LOOSEST) else ATOM


def operand(node, source, least):
    text = written(node, source)
    return text if level(node) >= least or is_bracketed(node, text) else "(" + text + ")"


def is_bracketed(node, text):
    """Of what can have brackets around it, only a tuple has them as part of its code."""
    return isinstance(node, ast.Tuple) and text.startswith("(") and text.endswith(")")


def binary(node, source):
    sign, own = BINARY[type(node.op)]
    is_power = isinstance(node.op, ast.Pow)
    left = operand(node.left, source, own + 1 if is_power else own)
    # `2 ** -1` needs no brackets.
    right = operand(node.right, source, 12 if is_power else own + 1)
    return left + " " + sign + " " + right


def comparison(node, source):
    words = [operand(node.left, source, COMPARISON + 1)]
    for sign, each in zip(node.ops, node.comparators):
        words += [RELATIONS[type(sign)], operand(each, source, COMPARISON + 1)]
    return " ".join(words)


def connective(node, source):
    sign, own = CONNECTIVES[type(node.op)]
    return (" " + sign + " ").join(operand(each, source, own + 1) for each in node.values)


def unary(node, source):
    sign, own = UNARY[type(node.op)]
    return sign + operand(node.operand, source, own)


def call(node, source):
    words = [operand(each, source, ARGUMENT) for each in node.args]
    words += [(each.arg + "=" if each.arg else "**") + operand(each.value, source, ARGUMENT) for each in node.keywords]
    return operand(node.func, source, ATOM) + "(" + ", ".join(words) + ")"


def subscript(node, source):
    return operand(node.value, source, ATOM) + "[" + written(node.slice, source) + "]"


def bounds(node, source):
    return ":".join(written(each, source) if each else "" for each in (node.lower, node.upper))


def assignment(node, source):
    return " = ".join(written(each, source) for each in node.targets + [node.value])


def update(node, source):
    return written(node.target, source) + " " + BINARY[type(node.op)][0] + "= " + written(node.value, source)


WRITERS = {
    ast.Name: lambda node, source: node.id,
    ast.Constant: lambda node, source: repr(node.value),
    ast.Attribute: lambda node, source: operand(node.value, source, ATOM) + "." + node.attr,
    ast.List: lambda node, source: "[" + ", ".join(written(each, source) for each in node.elts) + "]",
    ast.BinOp: binary,
    ast.Compare: comparison,
    ast.BoolOp: connective,
    ast.UnaryOp: unary,
    ast.Call: call,
    ast.Subscript: subscript,
    ast.Slice: bounds,
    ast.Assign: assignment,
    ast.AugAssign: update,
}
