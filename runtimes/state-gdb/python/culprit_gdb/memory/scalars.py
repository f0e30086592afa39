"""The bytes of a value as text, and the text as bytes again."""

import json
import struct

from ..plan_errors import ImpossibleChange
from .c_types import INTEGER_KINDS

FLOAT_FORMATS = {4: "<f", 8: "<d"}
LONG_DOUBLE_BYTES = 10  # of the 16 that it occupies
NULL = "0x0"


def to_text(ctype, raw):
    """None if it is not a scalar."""
    if ctype.kind in INTEGER_KINDS:
        return number_text(ctype, read_number(ctype, raw))
    if ctype.kind == "float":
        if ctype.size in FLOAT_FORMATS:
            return repr(struct.unpack(FLOAT_FORMATS[ctype.size], raw)[0])
        # Python has no equal of a long double: the hexadecimal bytes are exact.
        return "0x" + raw[:LONG_DOUBLE_BYTES].hex()
    if ctype.kind == "union":
        return "0x" + raw.hex()
    if ctype.kind == "char_array":
        return quote(raw.split(b"\0", 1)[0])
    return None


def to_bytes(ctype, text, old):
    """`old` are the bytes in place of the value: some of them may have to stay, as next to a bit field."""
    if ctype.kind in INTEGER_KINDS:
        return number_bytes(ctype, parse_number(ctype, text), old)
    if ctype.kind == "float":
        if ctype.size in FLOAT_FORMATS:
            return struct.pack(FLOAT_FORMATS[ctype.size], float(text))
        return bytes.fromhex(text[2:]) + old[LONG_DOUBLE_BYTES:]
    if ctype.kind == "union":
        return bytes.fromhex(text[2:])
    if ctype.kind == "char_array":
        return characters(ctype, unquote(text), old)
    raise ImpossibleChange(f"a value of type {ctype.name} cannot be set")


def quote(raw):
    return json.dumps(raw.decode("utf-8", "surrogateescape"))


def unquote(text):
    return json.loads(text).encode("utf-8", "surrogateescape")


def read_number(ctype, raw):
    signed = ctype.kind != "bool" and ctype.signed
    if ctype.bits is None:
        return int.from_bytes(raw, "little", signed=signed)
    shift, width = ctype.bits
    number = int.from_bytes(raw, "little") >> shift & (1 << width) - 1
    return number - (1 << width) if signed and number >> width - 1 else number


def number_bytes(ctype, number, old):
    if ctype.bits is None:
        return (number & (1 << 8 * ctype.size) - 1).to_bytes(ctype.size, "little")
    shift, width = ctype.bits
    mask = (1 << width) - 1 << shift
    others = int.from_bytes(old, "little") & ~mask
    return (others | number << shift & mask).to_bytes(ctype.size, "little")


def number_text(ctype, number):
    if ctype.kind == "bool" and number in (0, 1):
        return "true" if number else "false"
    return ctype.enumerators.get(number, str(number))


def parse_number(ctype, text):
    if ctype.kind == "bool" and text in ("true", "false"):
        return int(text == "true")
    for number, name in ctype.enumerators.items():
        if name == text:
            return number
    try:
        return int(text, 0)
    except ValueError:
        raise ImpossibleChange(f"{text} is not a value of type {ctype.name}") from None


def characters(ctype, raw, old):
    if len(raw) > ctype.size:
        raise ImpossibleChange(f"{len(raw)} characters do not fit into {ctype.name}")
    return (raw + b"\0" + old[len(raw) + 1 :])[: ctype.size]
