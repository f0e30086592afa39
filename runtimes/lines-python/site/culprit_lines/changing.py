"""Compiles a file in which one site is changed, where the recorder says so."""
import ast
import json

from .syntax import call_recorder


def changed_code(source, name, change):
    site = source.sites.get(change["site"])
    new = site and new_node(site, change["change"])
    if new is None:
        return None
    put = site.place.put
    put(switched(site, new))
    try:
        ast.fix_missing_locations(source.tree)
        return compile(source.tree, name, "exec", dont_inherit=True)
    finally:
        put(site.node)


def new_node(site, change):
    if change.startswith("value:"):
        return ast.Constant(json.loads(change[len("value:") :]), kind=None)
    build = site.builders.get(change)
    return build and build()


def switched(site, new):
    """The changed code or the original, as the recorder decides each time."""
    is_changed = call_recorder("is_changed")
    if isinstance(site.node, ast.stmt):
        body = [new] if isinstance(new, ast.stmt) else [ast.Pass()]
        node = ast.If(is_changed, body, [site.node])
    else:
        node = ast.IfExp(is_changed, new, site.node)
    return ast.copy_location(node, site.node)
