"""Members of objects as they are stored: no property, `__getattr__` or `__setattr__` of the program ever runs."""
import types

from .ending import Impossible
from .names import type_name

# What gives the dictionary of an object itself, and is no property of the program.
STORED = (types.GetSetDescriptorType, types.MemberDescriptorType)


def class_variables(cls):
    return type.__dict__["__dict__"].__get__(cls)


def line_of(cls):
    return type.__dict__["__mro__"].__get__(cls)


def dictionary(thing):
    """The dictionary of an object, or None if it has none."""
    for cls in line_of(type(thing)):
        found = class_variables(cls).get("__dict__")
        if type(found) in STORED:
            return found.__get__(thing)
    return None


def slots(cls):
    """The slots of a class and of those it inherits from, by name."""
    found = {}
    for each in line_of(cls):
        if "__slots__" in class_variables(each):
            for name, member in class_variables(each).items():
                if type(member) is types.MemberDescriptorType:
                    found.setdefault(name, member)
    return found


def has_attributes(cls):
    return bool(slots(cls)) or any(
        type(class_variables(each).get("__dict__")) in STORED for each in line_of(cls)
    )


def attributes(thing):
    found = []
    for name, member in slots(type(thing)).items():
        try:
            found.append((name, member.__get__(thing)))
        except AttributeError:
            pass  # a slot that is not set
    stored = dictionary(thing)
    if stored:
        found.extend((name, value) for name, value in dict.items(stored) if type(name) is str)
    return found


def put_attribute(thing, name, value):
    member = slots(type(thing)).get(name)
    if member is not None:
        member.__set__(thing, value)
    elif dictionary(thing) is not None:
        dictionary(thing)[name] = value
    else:
        raise Impossible(f"a {type_name(type(thing))} has no place for {name}")


def drop_attribute(thing, name):
    try:
        member = slots(type(thing)).get(name)
        if member is not None:
            member.__delete__(thing)
        else:
            del (dictionary(thing) or {})[name]
    except (AttributeError, KeyError) as error:
        raise Impossible(f"there is no {name} to take away") from error
