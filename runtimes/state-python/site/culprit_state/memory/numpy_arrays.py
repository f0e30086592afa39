"""Arrays and scalars of numpy, if the program uses it: elements by index, rows of larger arrays as arrays of their own."""
import sys

from .. import plain_json as json
from ..impossible_change import ImpossibleChange
from .attributes import attributes_of

ARRAY_PREFIX = "numpy.ndarray["
PLAIN_KINDS = "biufcSUO"  # kinds of elements that have an equal among Python's own values


def numpy():
    return sys.modules.get("numpy")


def is_array_class(cls):
    found = getattr(numpy(), "ndarray", None)
    return isinstance(found, type) and issubclass(cls, found)


def is_scalar_class(cls):
    found = getattr(numpy(), "generic", None)
    return isinstance(found, type) and issubclass(cls, found)


class NumpyArray:
    kind = "array"
    immutable = False
    fixed = True

    def type_text(self, thing, name):
        """With all that cannot be changed: the type of the elements, and the length of each row."""
        shape = "" if thing.ndim == 1 else ", " + "x".join(map(str, thing.shape))
        return f"{name}[{thing.dtype}{shape}]"

    def length(self, thing):
        return thing.shape[0] if thing.ndim else 1

    def parts(self, thing):
        for index in range(self.length(thing)):
            yield str(index), self.element(thing, index)
        if type(thing) is not numpy().ndarray:
            yield from ((f".{name}", value) for name, value in attributes_of(thing))

    def element(self, thing, index):
        base = numpy().ndarray
        if thing.ndim > 1:
            return base.__getitem__(thing, index)
        if thing.dtype.kind in PLAIN_KINDS:
            return base.item(thing, index) if thing.ndim else base.item(thing)
        return base.__getitem__(thing, index if thing.ndim else ())

    def is_numbers(self, thing):
        return not thing.dtype.hasobject and thing.ndim > 0

    def chunk_bytes(self, thing, start, stop):
        base = numpy().ndarray
        return base.tobytes(base.__getitem__(thing, slice(start, stop)))

    def set_part(self, thing, label, value):
        try:
            numpy().ndarray.__setitem__(thing, int(label) if thing.ndim else (), value)
        except (ValueError, TypeError, IndexError, OverflowError) as error:
            raise ImpossibleChange(f"element {label}: {error}") from error

    def delete_part(self, thing, label):
        raise ImpossibleChange("the length of an array of numpy is fixed")


def make_array(name, values):
    """An array like one of another run, by the name of its type."""
    if numpy() is None:
        raise ImpossibleChange("numpy is not loaded in this run")
    dtype, _, shape = name[len(ARRAY_PREFIX) : -1].rpartition(", ") if ", " in name else (name[len(ARRAY_PREFIX) : -1], "", "")
    try:
        if dtype == "object":
            made = numpy().empty(len(values), dtype=object)
            made[:] = values
            return made
        made = numpy().array(values, dtype=dtype)
        return made.reshape(tuple(map(int, shape.split("x")))) if shape else made
    except (ValueError, TypeError) as error:
        raise ImpossibleChange(f"a {name} cannot be created: {error}") from error


def scalar_writer(cls):
    """None for records, which are no scalars."""
    library = numpy()
    for base, write in (
        (library.bool_, lambda value: repr(bool(value))),
        (library.timedelta64, lambda value: f"{value.astype('int64')} {library.datetime_data(value.dtype)[0]}"),
        (library.integer, lambda value: str(int(value))),
        (library.longdouble, str),
        (library.floating, lambda value: repr(float(value))),
        (library.complexfloating, lambda value: repr(complex(value))),
        (library.str_, lambda value: json.dumps(str.__str__(value))),
        (library.bytes_, lambda value: json.dumps(bytes.decode(value, "latin-1"))),
        (library.datetime64, str),
    ):
        if issubclass(cls, base):
            return write
    return None


def read_scalar(cls, text):
    library = numpy()
    if issubclass(cls, library.bool_):
        return cls(text == "True")
    if issubclass(cls, library.timedelta64):
        count, unit = text.split(" ")
        return cls(int(count), unit)
    if issubclass(cls, library.integer):
        return cls(int(text))
    if issubclass(cls, library.complexfloating):
        return cls(complex(text))
    if issubclass(cls, library.str_):
        return cls(json.loads(text))
    return cls(json.loads(text).encode("latin-1")) if issubclass(cls, library.bytes_) else cls(text)
