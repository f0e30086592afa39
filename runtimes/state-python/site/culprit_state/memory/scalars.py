"""Values without parts, as text from which the same value can be made again."""
import importlib
import sys

from .. import plain_json as json
from ..impossible_change import ImpossibleChange
from ..names import find_type, is_enumeration, type_name
from . import numpy_arrays

MAX_DECIMAL_BITS = 10000  # Python refuses to write much longer numbers as decimals


def write_bytes(value):
    return json.dumps(bytes.decode(value, "latin-1"))


def write_int(value):
    return int.__repr__(value) if int.bit_length(value) <= MAX_DECIMAL_BITS else hex(int(value))


def write_pattern(pattern):
    return json.dumps([pattern.pattern, pattern.flags]) if type(pattern.pattern) is str else None


def read_integers(text):
    return [int(part) for part in text.split(" ")]


def read_range(text):
    return range(*(int(part) for part in text[len("range(") : -1].split(", ")))


def write_time(value):
    # Other time zones are objects with rules of their own, which this text would lose.
    zone = value.tzinfo
    return value.isoformat() if zone is None or type_name(type(zone)) == "datetime.timezone" else None


# Built-in classes: how to write a value, and how to read it.
BUILT_IN = {
    int: (write_int, lambda text: int(text, 0)),
    float: (float.__repr__, float),
    complex: (complex.__repr__, complex),
    str: (json.dumps, json.loads),
    bytes: (write_bytes, lambda text: json.loads(text).encode("latin-1")),
    bool: (repr, {"True": True, "False": False}.__getitem__),
    type(None): (repr, lambda text: None),
    range: (repr, read_range),
}
READERS = {type_name(cls): read for cls, (_, read) in BUILT_IN.items()}
SUBCLASSABLE = (int, float, complex, str, bytes)

# Classes of the standard library whose objects are values: how to write one, and how to read it.
LIBRARY = {
    "decimal.Decimal": (str, lambda cls, text: cls(text)),
    "fractions.Fraction": (str, lambda cls, text: cls(text)),
    "re.Pattern": (write_pattern, lambda cls, text: importlib.import_module("re").compile(*json.loads(text))),
    "pandas._libs.tslibs.timestamps.Timestamp": (str, lambda cls, text: cls(text)),
    "pandas._libs.missing.NAType": (str, lambda cls, text: sys.modules["pandas"].NA),
    "pandas._libs.tslibs.nattype.NaTType": (str, lambda cls, text: sys.modules["pandas"].NaT),
    "uuid.UUID": (str, lambda cls, text: cls(text)),
    "pathlib.PosixPath": (str, lambda cls, text: cls(text)),
    "pathlib._local.PosixPath": (str, lambda cls, text: cls(text)),
    "datetime.date": (lambda day: day.isoformat(), lambda cls, text: cls.fromisoformat(text)),
    "datetime.time": (write_time, lambda cls, text: cls.fromisoformat(text)),
    "datetime.datetime": (write_time, lambda cls, text: cls.fromisoformat(text)),
    "datetime.timedelta": (
        lambda span: f"{span.days} {span.seconds} {span.microseconds}",
        lambda cls, text: cls(*read_integers(text)),
    ),
}


def writer_for(cls):
    """The function that writes objects of exactly this class, or None if they are no scalars."""
    if cls in BUILT_IN:
        return BUILT_IN[cls][0]
    if is_enumeration(cls):
        return write_member
    if numpy_arrays.is_scalar_class(cls):
        return numpy_arrays.scalar_writer(cls)
    for base in SUBCLASSABLE:
        if issubclass(cls, base):
            return subclass_writer(base)
    return LIBRARY.get(type_name(cls), (None,))[0]


def subclass_writer(base):
    write = BUILT_IN[base][0]
    return write if base is not str else lambda value: json.dumps(str.__str__(value))


def write_member(member):
    name = member._name_
    return name if name in type(member)._member_map_ else write_int(member._value_)


def read_scalar(name, text):
    """The value of the class `name` that the text stands for."""
    try:
        return READERS[name](text) if name in READERS else read_object(name, text)
    except (ValueError, KeyError, TypeError) as error:
        raise ImpossibleChange(f"{text} is not a valid {name}: {error}") from error


def read_object(name, text):
    if name in LIBRARY:
        importlib.import_module(name.rpartition(".")[0])
        return LIBRARY[name][1](find_type(name), text)
    cls = find_type(name)
    if is_enumeration(cls):
        return cls._member_map_[text] if text in cls._member_map_ else cls(int(text, 0))
    if numpy_arrays.is_scalar_class(cls):
        return numpy_arrays.read_scalar(cls, text)
    for base in SUBCLASSABLE:
        if issubclass(cls, base):
            return base.__new__(cls, BUILT_IN[base][1](text))
    raise ImpossibleChange(f"a {name} cannot be made from text")
