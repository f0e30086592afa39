"""Compiles a file so that it counts its statements and notes values."""
import ast

from .syntax import call_recorder, children, own_line

DECLARATIONS = (
    ast.Import,
    ast.ImportFrom,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Global,
    ast.Nonlocal,
)


def traced_code(source, name, recorder, is_fixed):
    """The tree is used up: a traced file is loaded once."""
    sites = {} if is_fixed else source.sites
    entries = [site.entry() for site in sites.values()]
    lines = {each: code_lines(each) for each in ast.walk(source.tree) if isinstance(each, ast.stmt)}
    for site in sites.values():
        if site.notes_values:
            wrap_value(site)
    statements = []
    mark_statements(source.tree, statements)
    first = recorder.add_file(source.path, [lines[each] for each, _ in statements], entries)
    for number, (_, mark) in enumerate(statements):
        mark.value.args[0].value = first + number
    ast.fix_missing_locations(source.tree)
    code = compile(source.tree, name, "exec", dont_inherit=True)
    type(source).known.pop(source.path, None)
    return code


def wrap_value(site):
    noted = call_recorder("see", ast.Constant(site.id, kind=None), site.node)
    site.place.put(ast.copy_location(noted, site.node))


def mark_statements(node, found):
    """Puts a mark before each statement; marks and statements are added to `found`."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            setattr(node, field, marked(value, found, is_body_with_docstring(node, field)))
    for child, _ in list(children(node)):
        if not is_mark(child):
            mark_statements(child, found)


def marked(statements, found, has_docstring):
    body = []
    for index, each in enumerate(statements):
        if not is_unmarked(each, index, has_docstring):
            mark = ast.copy_location(ast.Expr(call_recorder("count", ast.Constant(0, kind=None))), each)
            mark.is_mark = True
            found.append((each, mark))
            body.append(mark)
        body.append(each)
    return body


def code_lines(statement):
    """The lines on which there is code of a statement, but not of the statements inside it."""
    lines = {statement.lineno}
    inside = [statement]
    while inside:
        for child, _ in children(inside.pop()):
            if isinstance(child, ast.expr) and hasattr(child, "lineno"):
                lines.update((child.lineno, own_line(child)))
            if not isinstance(child, ast.stmt):
                inside.append(child)
    return sorted(lines)


def is_mark(node):
    return getattr(node, "is_mark", False)


def is_body_with_docstring(node, field):
    return field == "body" and isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))


def is_unmarked(statement, index, has_docstring):
    """What only declares something is no line to suspect; docstrings and imports from __future__ must come first."""
    if isinstance(statement, DECLARATIONS):
        return True
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return has_docstring and index == 0 and is_text
