"""Keys of dictionaries and elements of sets as texts: `'name'`, `3`, `(1, 'a')`, `Colour.RED`, `<Node 0>`."""
import enum

from .ending import Impossible
from .names import find_type, type_name
from .scalars import LONGEST

WRITTEN = {int, float, complex, str, bytes, bool, type(None)}


def labelled(keys):
    """Each key with its label. Keys that cannot be written are told apart by their order."""
    counts = {}
    for key in keys:
        text = key_text(key)
        if text is None:
            name = type_name(type(key))
            counts[name] = counts.get(name, -1) + 1
            text = f"<{name} {counts[name]}>"
        yield text, key


def key_text(key):
    cls = type(key)
    if cls is int and key.bit_length() > LONGEST:
        return None
    if cls in WRITTEN:
        return repr(key)
    if cls is tuple:
        parts = [key_text(part) for part in key]
        return None if None in parts else f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if issubclass(cls, enum.Enum) and key._name_ in cls._member_map_:
        return f"{type_name(cls)}.{key._name_}"
    return None


def find_key(keys, label):
    """The key with this label among those that are there; a new one if it is not there but can be read."""
    for text, key in labelled(keys):
        if text == label:
            return key
    return read_key(label)


def read_key(label):
    import ast

    try:
        return ast.literal_eval(label)
    except (ValueError, SyntaxError):
        pass
    name, _, member = label.rpartition(".")
    members = getattr(find_type(name), "_member_map_", {}) if name and not label.startswith("<") else {}
    if member not in members:
        raise Impossible(f"the key {label} cannot be made in this run")
    return members[member]
