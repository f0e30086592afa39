"""Adapters for objects with named parts: instances of classes, functions, methods, classes."""
from ..impossible_change import ImpossibleChange
from .attributes import attributes_of, base_classes, class_dictionary, delete_attribute, set_attribute

DEFAULT_PREFIX = "default "


class InstanceAdapter:
    """An object with a dictionary or slots. An exception has its arguments as well."""

    kind = "object"
    immutable = False

    def parts(self, thing):
        if issubclass(type(thing), BaseException):
            yield "args", BaseException.__dict__["args"].__get__(thing)
        yield from attributes_of(thing)

    def set_part(self, thing, label, value):
        if label == "args" and issubclass(type(thing), BaseException):
            BaseException.__dict__["args"].__set__(thing, value)
        else:
            set_attribute(thing, label, value)

    def delete_part(self, thing, label):
        delete_attribute(thing, label)


class FunctionAdapter:
    """A function of the program's own: the variables of its closure, and mutable default values of its parameters."""

    kind = "object"
    immutable = False

    def __init__(self, adapters):
        self.adapters = adapters

    def parts(self, thing):
        code = thing.__code__
        if not self.adapters.own_files.path(code.co_filename):
            return
        for name, cell in zip(code.co_freevars, thing.__closure__ or ()):
            try:
                yield name, cell.cell_contents
            except ValueError:
                pass  # not set yet
        for name, value in self.defaults(thing).items():
            if self.adapters.is_container(value):
                yield DEFAULT_PREFIX + name, value

    def defaults(self, thing):
        values = thing.__defaults__ or ()
        code = thing.__code__
        return dict(zip(code.co_varnames[code.co_argcount - len(values) : code.co_argcount], values))

    def set_part(self, thing, label, value):
        if label.startswith(DEFAULT_PREFIX):
            defaults = self.defaults(thing)
            defaults[label[len(DEFAULT_PREFIX) :]] = value
            thing.__defaults__ = tuple(defaults.values())
        else:
            self.cell(thing, label).cell_contents = value

    def delete_part(self, thing, label):
        del self.cell(thing, label).cell_contents

    def cell(self, thing, label):
        names = thing.__code__.co_freevars
        if label not in names:
            raise ImpossibleChange(f"the function has no variable {label}")
        return thing.__closure__[names.index(label)]


class MethodAdapter:
    """A method bound to an object."""

    kind = "object"
    immutable = False

    def parts(self, thing):
        yield "__self__", thing.__self__

    def set_part(self, thing, label, value):
        raise ImpossibleChange("a method cannot be bound to another object")

    def delete_part(self, thing, label):
        raise ImpossibleChange("a method must be bound to an object")


class ClassAdapter:
    """The variables of a class of the program's own, without its methods and descriptors."""

    kind = "object"
    immutable = False

    def __init__(self, adapters):
        self.adapters = adapters

    def parts(self, thing):
        if not self.adapters.is_own_class(thing):
            return
        for name, value in class_dictionary(thing).items():
            is_descriptor = any("__get__" in class_dictionary(each) for each in base_classes(type(value)))
            if not name.startswith(("__", "_abc_")) and not is_descriptor:
                yield name, value

    def set_part(self, thing, label, value):
        type.__setattr__(thing, label, value)

    def delete_part(self, thing, label):
        type.__delattr__(thing, label)
