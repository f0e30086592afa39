"""
Classes and functions as texts, and the way back from a text to what it names in this run. Objects of the program are
never asked by `isinstance`: it runs code of theirs if they pretend to be of another class.
"""
import builtins
import sys
import types

from .ending import Impossible

FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
OLDER = {}  # names of functions by the address of their code


def type_name(cls):
    module = type.__getattribute__(cls, "__module__")
    name = type.__getattribute__(cls, "__qualname__")
    plain = module == "builtins" or (module == "__main__" and not hasattr(builtins, name))
    return name if plain or not isinstance(module, str) else f"{module}.{name}"


def find_type(name):
    for cls in named(name):
        if issubclass(type(cls), type) and type_name(cls) == name:
            return cls
    found = next((cls for cls in subclasses(object) if type_name(cls) == name), None)
    if found is None:
        raise Impossible(f"there is no class {name} in this run")
    return found


def thing_name(thing):
    """The name of a function, class or module; None for things that have none."""
    if issubclass(type(thing), types.ModuleType):
        return module_variables(thing).get("__name__")
    if issubclass(type(thing), type):
        return type_name(thing)
    if type(thing) in FUNCTIONS:
        return f"{thing.__module__}.{thing.__qualname__}"
    return None


def find_thing(name):
    for thing in named(name):
        if thing_name(thing) == name:
            return thing
    raise Impossible(f"{name} cannot be made again in this run")


def module_variables(module):
    return types.ModuleType.__dict__["__dict__"].__get__(module)


def function_name(code):
    """As in its definition: `Stack.push`; a function inside another one is `outer.inner`."""
    if not hasattr(code, "co_qualname"):
        return OLDER.get(id(code), code.co_name)
    return code.co_qualname.replace(".<locals>", "")


def learn_names(code, prefix=""):
    """Before Python 3.11 code does not know what it is defined in; the code around it does."""
    for inner in code.co_consts:
        if type(inner) is types.CodeType and not hasattr(inner, "co_qualname"):
            OLDER[id(inner)] = prefix + inner.co_name
            learn_names(inner, f"{OLDER[id(inner)]}.")


def named(name):
    """What a dotted name may mean, without running any code of a module or class."""
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


def subclasses(cls):
    """All classes below one, each once."""
    seen = {id(cls)}
    waiting = [cls]
    while waiting:
        for below in type.__subclasses__(waiting.pop()):
            if id(below) not in seen:
                seen.add(id(below))
                waiting.append(below)
                yield below
