"""Bytes of a value as text that means the same again, and back."""

import json
import struct

FLOATS = {4: "<f", 8: "<d"}


class Refused(Exception):
    """A change that cannot be made; its text says why."""


def text_of(shape, raw):
    """None if the bytes are no value of that type that could be written down."""
    if shape.kind in ("number", "enum", "bool"):
        return number_text(shape, whole_number(shape, raw))
    if shape.kind == "float":
        if shape.size in FLOATS:
            return repr(struct.unpack(FLOATS[shape.size], raw)[0])
        # A long double has no equal in Python: its ten bytes are the exact text.
        return "0x" + raw[:10].hex()
    if shape.kind == "union":
        return "0x" + raw.hex()
    if shape.kind == "letters":
        return quoted(raw.split(b"\0", 1)[0])
    return None


def bytes_of(shape, text, old):
    """The bytes that `text` means; `old` are those in their place, of which a bit field keeps the others."""
    if shape.kind in ("number", "enum", "bool"):
        return whole_bytes(shape, number_of(shape, text), old)
    if shape.kind == "float":
        if shape.size in FLOATS:
            return struct.pack(FLOATS[shape.size], float(text))
        return bytes.fromhex(text[2:]) + old[10:]
    if shape.kind == "union":
        return bytes.fromhex(text[2:])
    if shape.kind == "letters":
        return fitted(shape, unquoted(text), old)
    raise Refused(f"a {shape.name} cannot be set to {text}")


def quoted(raw):
    return json.dumps(raw.decode("utf-8", "surrogateescape"))


def unquoted(text):
    return json.loads(text).encode("utf-8", "surrogateescape")


def whole_number(shape, raw):
    signed = shape.kind != "bool" and shape.signed
    if not hasattr(shape, "shift"):
        return int.from_bytes(raw, "little", signed=signed)
    number = int.from_bytes(raw, "little") >> shape.shift & (1 << shape.width) - 1
    return number - (1 << shape.width) if signed and number >> shape.width - 1 else number


def whole_bytes(shape, number, old):
    if not hasattr(shape, "shift"):
        return (number & (1 << 8 * shape.size) - 1).to_bytes(shape.size, "little")
    mask = (1 << shape.width) - 1 << shape.shift
    others = int.from_bytes(old, "little") & ~mask
    return (others | number << shape.shift & mask).to_bytes(shape.size, "little")


def number_text(shape, number):
    if shape.kind == "bool" and number in (0, 1):
        return "true" if number else "false"
    return shape.names.get(number, str(number))


def number_of(shape, text):
    if shape.kind == "bool" and text in ("true", "false"):
        return int(text == "true")
    for number, name in shape.names.items():
        if name == text:
            return number
    try:
        return int(text, 0)
    except ValueError:
        raise Refused(f"a {shape.name} cannot be set to {text}") from None


def fitted(shape, raw, old):
    if len(raw) > shape.size:
        raise Refused(f"{len(raw)} characters do not fit into {shape.name}")
    return (raw + b"\0" + old[len(raw) + 1 :])[: shape.size]
