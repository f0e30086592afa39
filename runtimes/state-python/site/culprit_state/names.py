"""
Names of classes, functions and modules, and how to find what a name stands for in this run. Objects of the program are
never tested with `isinstance`: it runs their code if they pretend to be of another class.
"""
import builtins
import sys
import types

from .impossible_change import ImpossibleChange

FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)


def type_name(cls):
    module = type.__getattribute__(cls, "__module__")
    name = type.__getattribute__(cls, "__qualname__")
    is_short = module == "builtins" or (module == "__main__" and not hasattr(builtins, name))
    return name if is_short or not isinstance(module, str) else f"{module}.{name}"


def is_enumeration(cls):
    """Does not import `enum`: that takes a while, and few programs do."""
    bases = type.__getattribute__(cls, "__mro__")
    return any(type_name(base) == "enum.Enum" for base in bases) and "_member_map_" in type.__getattribute__(cls, "__dict__")


def find_type(name):
    for cls in candidates(name):
        if issubclass(type(cls), type) and type_name(cls) == name:
            return cls
    found = next((cls for cls in all_subclasses(object) if type_name(cls) == name), None)
    if found is None:
        raise ImpossibleChange(f"there is no class {name} in this run")
    return found


def object_name(thing):
    """The name of a function, class or module; None for anything else."""
    if issubclass(type(thing), types.ModuleType):
        return module_variables(thing).get("__name__")
    if issubclass(type(thing), type):
        return type_name(thing)
    if type(thing) in FUNCTIONS:
        return f"{thing.__module__}.{thing.__qualname__}"
    return None


def find_object(name):
    for thing in candidates(name):
        if object_name(thing) == name:
            return thing
    raise ImpossibleChange(f"{name} cannot be created in this run")


def module_variables(module):
    return types.ModuleType.__dict__["__dict__"].__get__(module)


def candidates(name):
    """The objects that a dotted name may stand for, found without running code of a module or class."""
    parts = name.split(".")
    for module in (builtins, sys.modules.get("__main__")):
        yield from descend(module, parts)
    for length in range(len(parts), 0, -1):
        module = sys.modules.get(".".join(parts[:length]))
        if module is not None:
            yield from descend(module, parts[length:])


def descend(thing, parts):
    for part in parts:
        if not issubclass(type(thing), (type, types.ModuleType)):
            return
        is_class = issubclass(type(thing), type)
        variables = type.__getattribute__(thing, "__dict__") if is_class else module_variables(thing)
        if part not in variables:
            return
        thing = variables[part]
    yield thing


def all_subclasses(cls):
    """Direct and indirect subclasses, each once."""
    seen = {id(cls)}
    waiting = [cls]
    while waiting:
        for below in type.__subclasses__(waiting.pop()):
            if id(below) not in seen:
                seen.add(id(below))
                waiting.append(below)
                yield below
