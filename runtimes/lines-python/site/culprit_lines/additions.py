"""Changes that add something, where a part may be missing: a condition, an operand, an element, a limit."""
import ast

from .syntax import call_recorder

MAX_VARIABLES = 4
CONDITIONS = {(ast.If, "test"), (ast.While, "test"), (ast.IfExp, "test"), (ast.comprehension, "ifs")}
LOOPS = {(ast.For, "iter"), (ast.comprehension, "iter")}
VALUES = {(ast.Assign, "value"), (ast.Return, "value"), (ast.Yield, "value")}


def additions(site, scope):
    where = (type(site.place.parent), site.place.field)
    if where not in CONDITIONS | LOOPS | VALUES:
        return
    unused, used = nearest_names(site.node, scope)
    names = (unused + used)[:MAX_VARIABLES]
    if where in CONDITIONS:
        added_conditions(site, unused[:MAX_VARIABLES])
    elif where in LOOPS:
        added_bounds(site, names)
    elif where in VALUES:
        added_operands(site, names)
        added_limits(site)
        added_elements(site, names)


def nearest_names(node, scope):
    """The nearest variables that the expression does not use, and those that it does."""
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    names = scope.other_variables(None, node.lineno)
    return [each for each in names if each not in used], [each for each in names if each in used]


def name(text):
    return ast.Name(text, ast.Load())


def added_conditions(site, names):
    node = site.node
    for each in names:
        for negated in (False, True):
            for connective in (ast.And, ast.Or):
                # Of `while True`, only the added condition is left.
                if isinstance(node, ast.Constant) and bool(node.value) == (connective is ast.Or):
                    continue

                def build(each=each, negated=negated, connective=connective):
                    added = ast.UnaryOp(ast.Not(), name(each)) if negated else name(each)
                    return added if isinstance(node, ast.Constant) else ast.BoolOp(connective(), [node, added])

                add(site, "%s-%s%s" % (connective.__name__, "not-" if negated else "", each), build)


def added_bounds(site, names):
    for each in names:
        add(site, "from-" + each, lambda each=each: call_recorder("items_from", site.node, name(each)))
        add(site, "until-" + each, lambda each=each: call_recorder("items_until", site.node, name(each)))


def added_operands(site, names):
    if isinstance(site.node, (ast.Constant, ast.Compare, ast.BoolOp)):
        return
    for each in names:
        add(site, "plus-" + each, lambda each=each: call_recorder("sum", site.node, name(each)))
        add(site, "onto-" + each, lambda each=each: call_recorder("added_to", site.node, name(each)))


def added_limits(site):
    """A running maximum or minimum, or not below or above zero."""
    node, statement = site.node, site.place.parent
    if isinstance(node, (ast.Constant, ast.Compare, ast.BoolOp)):
        return
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    limits = [("0", lambda: ast.Constant(0, kind=None))]
    limits += [(each.id, lambda each=each: name(each.id)) for each in targets if isinstance(each, ast.Name)]
    for text, limit in limits:
        add(site, "max-" + text, lambda limit=limit: call_recorder("larger", limit(), node))
        add(site, "min-" + text, lambda limit=limit: call_recorder("smaller", limit(), node))


def added_elements(site, names):
    node = site.node
    if not isinstance(node, ast.List) or node.elts:
        return
    add(site, "element-list", lambda: ast.List([ast.List([], ast.Load())], ast.Load()))
    for each in names:
        add(site, "element-" + each, lambda each=each: ast.List([name(each)], ast.Load()))


def added_assignment(site, scope):
    """An assignment of one variable to another, before a statement."""
    node = site.node
    names = scope.other_variables(None, node.lineno)[:MAX_VARIABLES]
    for target in names:
        for value in names:
            if target == value or scope.function is None:
                continue

            def build(target=target, value=value):
                assignment = ast.Assign([ast.Name(target, ast.Store())], name(value), lineno=node.lineno)
                return ast.If(ast.Constant(True, kind=None), [assignment, node], [])

            add(site, "assign-%s-%s" % (target, value), build)


def add(site, change, build):
    site.add(change, "addition", build)
