"""Tables and columns of pandas, if the program uses it: `df["price"][3]` is the fourth element of a column."""
import sys

from .. import plain_json as json
from ..impossible_change import ImpossibleChange
from .numpy_arrays import NumpyArray, is_array_class

INDEX = ".index"


def pandas_class(name):
    """None if the program does not use pandas."""
    module = sys.modules.get("pandas")
    found = module.__dict__.get(name) if module is not None else None
    return found if isinstance(found, type) else None


def adapter_of_class(cls):
    """None if it is no class of pandas that has elements."""
    for name, adapter in (("DataFrame", TABLE), ("Series", COLUMN), ("Index", LABELS)):
        found = pandas_class(name)
        if found is not None and issubclass(cls, found):
            return adapter
    extension = sys.modules.get("pandas.core.arrays.base")
    found = None if extension is None else extension.__dict__.get("ExtensionArray")
    return EXTENSION_ARRAY if found is not None and issubclass(cls, found) else None


class ExtensionArray:
    """Elements that numpy has no type for: categories, texts, numbers that may be missing."""

    kind = "array"
    immutable = False
    fixed = True

    def type_text(self, thing, name):
        return f"{name}[{thing.dtype}]"

    def length(self, thing):
        return len(thing)

    def parts(self, thing):
        for index in range(len(thing)):
            yield str(index), thing[index]

    def set_part(self, thing, label, value):
        try:
            thing[int(label)] = value
        except Exception as error:
            raise ImpossibleChange(f"element {label}: {error}") from error

    def delete_part(self, thing, label):
        raise ImpossibleChange("the length of a column is fixed")


class Column:
    """A series or an index: its elements, and what they are labelled by."""

    kind = "array"
    immutable = False
    fixed = True

    def __init__(self, name):
        self.name = name

    def type_text(self, thing, _name):
        return f"pandas.{self.name}[{thing.dtype}]"

    def length(self, thing):
        return len(thing._values)

    def parts(self, thing):
        yield from elements_adapter(thing._values).parts(thing._values)
        if self.name == "Series":
            yield INDEX, thing.index

    def is_numbers(self, thing):
        return is_array_class(type(thing._values)) and ARRAY.is_numbers(thing._values)

    def chunk_bytes(self, thing, start, stop):
        return ARRAY.chunk_bytes(thing._values, start, stop)

    def set_part(self, thing, label, value):
        if self.name == "Index" or not label.isdigit():
            raise ImpossibleChange("an index of pandas cannot be changed")
        elements_adapter(thing._values).set_part(thing._values, label, value)

    def delete_part(self, thing, label):
        raise ImpossibleChange("the length of a column is fixed")


class Table:
    kind = "object"
    immutable = False
    fixed = True

    def type_text(self, thing, _name):
        return f"pandas.DataFrame[{'x'.join(map(str, thing.shape))}]"

    def parts(self, thing):
        for number, name in enumerate(thing.columns):
            yield json.dumps(name) if type(name) is str else str(name), thing._get_column_array(number)
        yield INDEX, thing.index

    def set_part(self, thing, label, value):
        raise ImpossibleChange("a column of a table cannot be replaced")

    def delete_part(self, thing, label):
        raise ImpossibleChange("a column of a table cannot be removed")


def make_table(name, parts):
    """A table or column like one of another run, by the name of its type."""
    short = name[len("pandas.") : name.index("[")]
    cls = pandas_class(short)
    if cls is None:
        raise ImpossibleChange("pandas is not loaded in this run")
    index = {"index": parts[INDEX]} if INDEX in parts else {}
    values = {label: value for label, value in parts.items() if label != INDEX}
    try:
        if short == "DataFrame":
            return cls({json.loads(label): value for label, value in values.items()}, **index)
        return cls(list(values.values()), dtype=name[name.index("[") + 1 : -1], **index)
    except Exception as error:
        raise ImpossibleChange(f"a {name} cannot be created: {error}") from error


def elements_adapter(values):
    return ARRAY if is_array_class(type(values)) else EXTENSION_ARRAY


ARRAY = NumpyArray()
EXTENSION_ARRAY = ExtensionArray()
TABLE = Table()
COLUMN = Column("Series")
LABELS = Column("Index")
