"""What is known where a piece of code stands: its function, the variables there, and whether it only reports a failure."""
import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
EXITS = {"exit", "quit", "_exit", "abort", "fail"}
MAX_OTHERS = 8
MAX_ATTRIBUTES = 3


class Scope:
    def __init__(self, function, variables, attributes, reports):
        self.function = function
        # The names of variables, with the line where each is first bound.
        self.variables = variables
        self.attributes = attributes
        self.reports = reports

    @staticmethod
    def of_module(tree):
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        return Scope(None, bound_names(tree), sorted(attributes), False)

    def inside(self, node, place):
        """The scope of a node that stands in this one."""
        reports = self.reports if isinstance(node, ast.expr) else False
        function, variables = self.function, self.variables
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            function = node.name if function is None else "%s.%s" % (function, node.name)
        if isinstance(node, FUNCTIONS):
            outer = {} if self.function is None else variables
            variables = dict(outer, **bound_names(node))
        elif isinstance(node, COMPREHENSIONS):
            variables = dict(variables, **target_names(node.generators))
        return Scope(function, variables, self.attributes, reports or is_report(node, place))

    def other_variables(self, name, line):
        """The nearest other variables."""
        others = [each for each in self.variables if each != name and not each.startswith("__")]
        return sorted(others, key=lambda each: (abs(self.variables[each] - line), each))[:MAX_OTHERS]

    def other_attributes(self, name):
        """The attributes whose names are most like this one."""
        others = [each for each in self.attributes if each != name and likeness(each, name) >= 3]
        return sorted(others, key=lambda each: (-likeness(each, name), each))[:MAX_ATTRIBUTES]


def bound_names(function):
    names = {}
    arguments = getattr(function, "args", None)
    if arguments:
        every = getattr(arguments, "posonlyargs", []) + arguments.args + arguments.kwonlyargs
        for each in every + [arguments.vararg, arguments.kwarg]:
            if each:
                names.setdefault(each.arg, each.lineno)
    add_stored(function, names)
    return names


def add_stored(node, names):
    """Names that are assigned to, but not in functions, classes and comprehensions inside."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS + COMPREHENSIONS + (ast.ClassDef,)):
            continue
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            names.setdefault(child.id, child.lineno)
        add_stored(child, names)


def target_names(generators):
    targets = [node for each in generators for node in ast.walk(each.target)]
    return {node.id: node.lineno for node in targets if isinstance(node, ast.Name)}


def is_report(node, place):
    """Whether a statement is an assertion, or a node the condition of a branch that only raises or exits."""
    if isinstance(node, (ast.Assert, ast.Raise)) or is_exit(node) or is_assertion(node):
        return True
    branch = place.parent
    return isinstance(branch, ast.If) and place.field == "test" and all(is_end(each) for each in branch.body)


def is_end(statement):
    return isinstance(statement, (ast.Raise, ast.Assert)) or is_exit(statement)


def is_exit(node):
    return isinstance(node, ast.Expr) and called_name(node.value) in EXITS


def is_assertion(node):
    name = called_name(node.value) if isinstance(node, ast.Expr) else ""
    return name.startswith("assert")


def called_name(node):
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "attr", None) or getattr(function, "id", "")


def likeness(one, other):
    """How many letters two names have in common at their beginnings and ends."""
    start = common_start(one, other)
    return start + common_start(one[start:][::-1], other[start:][::-1])


def common_start(one, other):
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count
