"""Attributes of objects as they are stored: no property, `__getattr__` or `__setattr__` of the program ever runs."""
import types

from ..impossible_change import ImpossibleChange
from ..names import type_name

# Descriptors that give the dictionary of an object itself; anything else is a property of the program.
STORED = (types.GetSetDescriptorType, types.MemberDescriptorType)


def class_dictionary(cls):
    return type.__dict__["__dict__"].__get__(cls)


def base_classes(cls):
    """The class and those that it inherits from, in the order in which attributes are looked up."""
    return type.__dict__["__mro__"].__get__(cls)


def dictionary_of(thing):
    """The dictionary of an object, or None if it has none."""
    for cls in base_classes(type(thing)):
        found = class_dictionary(cls).get("__dict__")
        if type(found) in STORED:
            return found.__get__(thing)
    return None


def slots_of(cls):
    """The slots of a class and of those that it inherits from, by name."""
    found = {}
    for each in base_classes(cls):
        if "__slots__" in class_dictionary(each):
            for name, member in class_dictionary(each).items():
                if type(member) is types.MemberDescriptorType:
                    found.setdefault(name, member)
    return found


def has_attributes(cls):
    return bool(slots_of(cls)) or any(
        type(class_dictionary(each).get("__dict__")) in STORED for each in base_classes(cls)
    )


def attributes_of(thing):
    found = []
    for name, member in slots_of(type(thing)).items():
        try:
            found.append((name, member.__get__(thing)))
        except AttributeError:
            pass  # a slot that is not set
    stored = dictionary_of(thing)
    if stored:
        found.extend((name, value) for name, value in dict.items(stored) if type(name) is str)
    return found


def set_attribute(thing, name, value):
    member = slots_of(type(thing)).get(name)
    if member is not None:
        member.__set__(thing, value)
    elif dictionary_of(thing) is not None:
        dictionary_of(thing)[name] = value
    else:
        raise ImpossibleChange(f"a {type_name(type(thing))} cannot have an attribute {name}")


def delete_attribute(thing, name):
    try:
        member = slots_of(type(thing)).get(name)
        if member is not None:
            member.__delete__(thing)
        else:
            del (dictionary_of(thing) or {})[name]
    except (AttributeError, KeyError) as error:
        raise ImpossibleChange(f"there is no attribute {name} to delete") from error
