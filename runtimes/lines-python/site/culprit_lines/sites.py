"""The sites of a file: its expressions and statements, each with the ways in which it can be changed."""
import ast

from .additions import added_assignment, additions
from .counterparts import assignment_changes, expression_changes
from .recorder import BUILTIN
from .scopes import Scope
from .syntax import children, code_text, own_line

NOT_EXECUTED = {"annotation", "returns", "type_params", "decorator_list"}
SKIPPED = (ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Delete)


class Site:
    def __init__(self, source, node, place, scope):
        self.source = source
        self.node = node
        self.place = place
        self.function = scope.function
        self.reports = scope.reports
        # How to make the changed node, by the change's id.
        self.builders = {}
        self.kinds = {}
        self.notes_values = False
        kind = type(node).__name__
        end = "%s-%s" % (node.end_lineno, node.end_col_offset)
        self.id = "%s:%d:%d:%s:%s" % (source.path, node.lineno, node.col_offset, end, kind)

    def add(self, change, kind, build):
        self.builders.setdefault(change, build)
        self.kinds.setdefault(change, kind)

    def entry(self):
        entry = {"id": self.id, "file": self.source.path, "line": own_line(self.node)}
        entry["text"] = code_text(self.node, self.source.text)
        entry["changes"] = [self.change_entry(change) for change in self.builders]
        if self.function:
            entry["function"] = self.function
        if self.reports:
            entry["reports"] = True
        return entry

    def change_entry(self, change):
        kind = self.kinds[change]
        if kind in ("switch", "skip", "loop"):
            return {"id": change, "kind": kind}
        return {"id": change, "kind": kind, "text": changed_text(self, change)}


def changed_text(site, change):
    return code_text(readable(site.builders[change]()), site.source.text) or change


def readable(node):
    """What people read instead of a call of the recorder, or of two statements in one: `x + 1`."""
    if isinstance(node, ast.If):
        return ast.Module(node.body, [])
    if not is_recorder_call(node):
        return node
    method, value = node.func.attr, node.args[0]
    one = ast.Constant(1, kind=None)
    second = node.args[-1]
    by_method = {
        "more": lambda: ast.BinOp(value, ast.Add(), one),
        "less": lambda: ast.BinOp(value, ast.Sub(), one),
        "rest": lambda: ast.Subscript(value, ast.Slice(one, None, None), ast.Load()),
        "init": lambda: ast.Subscript(value, ast.Slice(None, ast.UnaryOp(ast.USub(), one), None), ast.Load()),
        "items_from": lambda: ast.Subscript(value, ast.Slice(second, None, None), ast.Load()),
        "items_until": lambda: ast.Subscript(value, ast.Slice(None, second, None), ast.Load()),
        "sum": lambda: ast.BinOp(value, ast.Add(), second),
        "added_to": lambda: ast.BinOp(second, ast.Add(), value),
        "larger": lambda: ast.Call(ast.Name("max", ast.Load()), [value, second], []),
        "smaller": lambda: ast.Call(ast.Name("min", ast.Load()), [value, second], []),
    }
    return by_method[method]() if method in by_method else node


def is_recorder_call(node):
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and getattr(function.value, "id", None) == BUILTIN


def find_sites(source):
    """The sites of a file by their ids, in the order of the text."""
    sites = {}
    visit(source, source.tree, Scope.of_module(source.tree), sites)
    return sites


def visit(source, node, scope, sites):
    for child, place in children(node):
        if place.field in NOT_EXECUTED or is_pattern(child):
            continue
        inner = scope.inside(child, place)
        site = find_site(source, child, place, inner)
        if site and (site.builders or site.notes_values):
            sites.setdefault(site.id, site)
        visit(source, child, inner, sites)


def find_site(source, node, place, scope):
    if isinstance(node, ast.stmt):
        return statement_site(source, node, place, scope)
    is_read = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
    if not isinstance(node, ast.expr) or not is_read or not is_replaceable(node, place):
        return None
    site = Site(source, node, place, scope)
    expression_changes(site, scope)
    additions(site, scope)
    return site


def statement_site(source, node, place, scope):
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom, ast.Await))
    is_skipped = is_call or isinstance(node, SKIPPED)
    if not is_skipped and not isinstance(node, ast.Return):
        return None
    site = Site(source, node, place, scope)
    if is_skipped:
        site.add("skip", "skip", ast.Pass)
    if isinstance(node, ast.AugAssign):
        assignment_changes(site)
    added_assignment(site, scope)
    return site


def is_replaceable(node, place):
    """Whether an expression of any other kind may stand there."""
    if isinstance(node, (ast.Slice, ast.Starred, ast.JoinedStr, ast.FormattedValue, ast.Lambda)):
        return False
    if node.__class__.__name__ in ("Index", "ExtSlice", "TemplateStr", "Interpolation"):
        return False
    return not isinstance(place.parent, (ast.JoinedStr, ast.withitem)) and hasattr(node, "end_lineno")


def is_pattern(node):
    return hasattr(ast, "pattern") and isinstance(node, ast.pattern)


