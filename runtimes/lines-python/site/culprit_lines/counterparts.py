"""The ways in which an expression can be changed."""
import ast

from .syntax import call_recorder

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
OTHER_RELATIONS = {
    **{each: tuple(other for other in ORDER + (ast.Eq, ast.NotEq) if other is not each) for each in ORDER},
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OTHER_OPERATORS = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Pow, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
}
MAX_NAMES_FOR_CALL = 4
COMMUTATIVE = (ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
OTHER_FUNCTIONS = [
    ("min", "max"),
    ("any", "all"),
    ("ceil", "floor"),
    ("sorted", "list"),
    ("startswith", "endswith"),
    ("lstrip", "rstrip"),
    ("lower", "upper"),
    ("find", "rfind"),
    ("index", "rindex"),
    ("split", "rsplit"),
    ("append", "extend"),
    ("popleft", "pop"),
    ("keys", "values"),
    ("union", "intersection"),
]
NUMBERS = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.UnaryOp)
CONDITIONS = {(ast.If, "test"), (ast.While, "test"), (ast.IfExp, "test"), (ast.Assert, "test"), (ast.comprehension, "ifs")}
VALUES = {
    (ast.Assign, "value"),
    (ast.AnnAssign, "value"),
    (ast.AugAssign, "value"),
    (ast.Return, "value"),
    (ast.Yield, "value"),
    (ast.Call, "args"),
    (ast.keyword, "value"),
    (ast.Subscript, "slice"),
}
# There, a number would make no sense, or is changed as part of what is around it.
NO_NUMBERS = {
    (ast.Call, "func"),
    (ast.Attribute, "value"),
    (ast.Subscript, "value"),
    (ast.For, "iter"),
    (ast.AsyncFor, "iter"),
    (ast.comprehension, "iter"),
    (ast.Starred, "value"),
    (ast.Raise, "exc"),
    (ast.Raise, "cause"),
    (ast.Expr, "value"),
    (ast.Await, "value"),
    (ast.YieldFrom, "value"),
    (ast.ClassDef, "bases"),
    (ast.ExceptHandler, "type"),
}


def expression_changes(site, scope):
    node, place = site.node, site.place
    where = (type(place.parent), place.field)
    is_condition = where in CONDITIONS or isinstance(place.parent, ast.BoolOp) or is_negated(place)
    if is_condition:
        condition_changes(site)
    if where in ((ast.For, "iter"), (ast.comprehension, "iter")):
        loop_changes(site)
    by_kind = {
        ast.Compare: comparison_changes,
        ast.BinOp: operator_changes,
        ast.BoolOp: connective_changes,
        ast.UnaryOp: sign_changes,
        ast.Call: call_changes,
        ast.Subscript: subscript_changes,
    }
    if type(node) in by_kind:
        by_kind[type(node)](site)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool) and not is_condition:
        site.add("not", "switch", lambda: ast.Constant(not node.value, kind=None))
    if where != (ast.Call, "func"):
        name_changes(site, scope)
    if is_number_place(node, place, where) and not is_condition:
        site.add("+1", "number", lambda: call_recorder("more", node))
        site.add("-1", "number", lambda: call_recorder("less", node))
        if not isinstance(node, (ast.Constant, ast.BinOp, ast.UnaryOp)):
            site.add("rest", "operand", lambda: call_recorder("rest", node))
            site.add("init", "operand", lambda: call_recorder("init", node))
    site.notes_values = where in VALUES and not isinstance(node, ast.Constant)


def is_negated(place):
    return isinstance(place.parent, ast.UnaryOp) and isinstance(place.parent.op, ast.Not)


def condition_changes(site):
    node = site.node
    constant = node.value if isinstance(node, ast.Constant) else None
    if constant is None or not constant:
        site.add("true", "switch", lambda: ast.Constant(True, kind=None))
    if constant is None or constant:
        site.add("false", "switch", lambda: ast.Constant(False, kind=None))
    if not isinstance(node, ast.Constant):
        site.add("not", "switch", lambda: ast.UnaryOp(ast.Not(), node))


def comparison_changes(site):
    node = site.node
    for index, operator in enumerate(node.ops):
        for other in OTHER_RELATIONS[type(operator)]:

            def build(index=index, other=other):
                ops = list(node.ops)
                ops[index] = other()
                return ast.Compare(node.left, ops, node.comparators)

            site.add("%s%s" % (other.__name__, index or ""), "operator", build)


def operator_changes(site):
    node = site.node
    for other in OTHER_OPERATORS.get(type(node.op), ()):
        site.add(other.__name__, "operator", lambda other=other: ast.BinOp(node.left, other(), node.right))
    site.add("left", "operand", lambda: node.left)
    site.add("right", "operand", lambda: node.right)
    if not isinstance(node.op, COMMUTATIVE):
        site.add("swap", "operand", lambda: ast.BinOp(node.right, node.op, node.left))


def assignment_changes(site):
    node = site.node
    for other in OTHER_OPERATORS.get(type(node.op), ()):
        site.add(other.__name__, "operator", lambda other=other: ast.AugAssign(node.target, other(), node.value))
    site.add("assign", "operator", lambda: ast.Assign([node.target], node.value, lineno=node.lineno))


def connective_changes(site):
    node = site.node
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    site.add(other.__name__, "operator", lambda: ast.BoolOp(other(), node.values))
    for index, value in enumerate(node.values):
        site.add("operand%d" % index, "operand", lambda value=value: value)


def sign_changes(site):
    node = site.node
    if not isinstance(node.op, ast.Not):
        site.add("operand", "operand", lambda: node.operand)


def call_changes(site):
    node = site.node
    for index in range(len(node.args) - 1):
        if not any(isinstance(each, ast.Starred) for each in node.args[index : index + 2]):
            site.add("swap%d" % index, "arguments", lambda index=index: with_swapped(node, index))
    for index, argument in enumerate(node.args[:3]):
        if not isinstance(argument, (ast.Starred, ast.GeneratorExp)):
            site.add("argument%d" % index, "arguments", lambda argument=argument: argument)
    for one, other in OTHER_FUNCTIONS:
        for name, replacement in ((one, other), (other, one)):
            if isinstance(node.func, ast.Name) and node.func.id == name:
                function = ast.Name(replacement, ast.Load())
            elif isinstance(node.func, ast.Attribute) and node.func.attr == name:
                function = ast.Attribute(node.func.value, replacement, ast.Load())
            else:
                continue
            site.add(replacement, "operator", lambda function=function: ast.Call(function, node.args, node.keywords))


def with_swapped(node, index):
    words = list(node.args)
    words[index], words[index + 1] = words[index + 1], words[index]
    return ast.Call(node.func, words, node.keywords)


def subscript_changes(site):
    node = site.node
    if isinstance(node.slice, ast.Slice):
        site.add("whole", "operand", lambda: node.value)


def loop_changes(site):
    node = site.node
    site.add("without-first", "loop", lambda: call_recorder("without_first", node))
    site.add("without-last", "loop", lambda: call_recorder("without_last", node))


def name_changes(site, scope):
    node = site.node
    others = ()
    if isinstance(node, ast.Name):
        others = scope.other_variables(node.id, node.lineno)
    elif isinstance(node, ast.Call) and isinstance(site.place.parent, (ast.BinOp, ast.Compare, ast.Call)):
        others = scope.other_variables(None, node.lineno)[:MAX_NAMES_FOR_CALL]
    for other in others:
        site.add("name:" + other, "variable", lambda other=other: ast.Name(other, ast.Load()))
    attribute_changes(site, scope)


def attribute_changes(site, scope):
    node = site.node
    if isinstance(node, ast.Attribute):
        for other in scope.other_attributes(node.attr):
            site.add("name:" + other, "variable", lambda other=other: ast.Attribute(node.value, other, ast.Load()))


def is_number_place(node, place, where):
    if not isinstance(node, NUMBERS) or where in NO_NUMBERS or is_other_constant(node):
        return False
    # `n - 1` is changed as a whole.
    return not (isinstance(place.parent, ast.BinOp) and isinstance(place.parent.op, (ast.Add, ast.Sub)))


def is_other_constant(node):
    return isinstance(node, ast.Constant) and (isinstance(node.value, bool) or not isinstance(node.value, (int, float)))
