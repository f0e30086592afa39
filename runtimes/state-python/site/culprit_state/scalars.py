"""Values without parts, as texts that mean the same again."""
import enum
import importlib
import json

from .ending import Impossible
from .names import find_type, type_name

LONGEST = 10000  # bits: Python refuses to write longer numbers in decimals


def quote_bytes(value):
    return json.dumps(bytes.decode(value, "latin-1"))


def write_int(value):
    return int.__repr__(value) if int.bit_length(value) <= LONGEST else hex(int(value))


def read_span(text):
    return [int(part) for part in text.split(" ")]


def read_range(text):
    return range(*(int(part) for part in text[len("range(") : -1].split(", ")))


def write_moment(value):
    # Other time zones are objects with rules of their own, which this text would lose.
    zone = value.tzinfo
    return value.isoformat() if zone is None or type_name(type(zone)) == "datetime.timezone" else None


PLAIN = {
    int: (write_int, lambda text: int(text, 0)),
    float: (float.__repr__, float),
    complex: (complex.__repr__, complex),
    str: (json.dumps, json.loads),
    bytes: (quote_bytes, lambda text: json.loads(text).encode("latin-1")),
    bool: (repr, {"True": True, "False": False}.__getitem__),
    type(None): (repr, lambda text: None),
    range: (repr, read_range),
}
BY_NAME = {type_name(cls): read for cls, (_, read) in PLAIN.items()}
EXTENDED = (int, float, complex, str, bytes)

# Classes of the standard library whose objects are values: how to write one, and how to read it.
VALUES = {
    "decimal.Decimal": (str, lambda cls, text: cls(text)),
    "fractions.Fraction": (str, lambda cls, text: cls(text)),
    "uuid.UUID": (str, lambda cls, text: cls(text)),
    "pathlib.PosixPath": (str, lambda cls, text: cls(text)),
    "pathlib._local.PosixPath": (str, lambda cls, text: cls(text)),
    "datetime.date": (lambda day: day.isoformat(), lambda cls, text: cls.fromisoformat(text)),
    "datetime.time": (write_moment, lambda cls, text: cls.fromisoformat(text)),
    "datetime.datetime": (write_moment, lambda cls, text: cls.fromisoformat(text)),
    "datetime.timedelta": (
        lambda span: f"{span.days} {span.seconds} {span.microseconds}",
        lambda cls, text: cls(*read_span(text)),
    ),
}


def writer_of(cls):
    """The function that writes objects of exactly this class, or None if they are no scalars."""
    if cls in PLAIN:
        return PLAIN[cls][0]
    if issubclass(cls, enum.Enum):
        return write_member
    for base in EXTENDED:
        if issubclass(cls, base):
            return extended_writer(base)
    return VALUES.get(type_name(cls), (None,))[0]


def extended_writer(base):
    write = PLAIN[base][0]
    return write if base is not str else lambda value: json.dumps(str.__str__(value))


def write_member(member):
    name = member._name_
    return name if name in type(member)._member_map_ else write_int(member._value_)


def read(name, text):
    """The value of class `name` that is written so."""
    try:
        return BY_NAME[name](text) if name in BY_NAME else read_object(name, text)
    except (ValueError, KeyError, TypeError) as error:
        raise Impossible(f"{text} is no {name}: {error}") from error


def read_object(name, text):
    if name in VALUES:
        importlib.import_module(name.rpartition(".")[0])
        return VALUES[name][1](find_type(name), text)
    cls = find_type(name)
    if issubclass(cls, enum.Enum):
        return cls._member_map_[text] if text in cls._member_map_ else cls(int(text, 0))
    for base in EXTENDED:
        if issubclass(cls, base):
            return base.__new__(cls, PLAIN[base][1](text))
    raise Impossible(f"a {name} cannot be made from a text")
