"""Keys of dictionaries and elements of sets as text: `'name'`, `3`, `(1, 'a')`, `Colour.RED`, `<Node 0>`."""
from ..impossible_change import ImpossibleChange
from ..names import find_type, is_enumeration, type_name
from .scalars import MAX_DECIMAL_BITS

WRITTEN_AS_LITERAL = {int, float, complex, str, bytes, bool, type(None)}


def labelled_keys(keys):
    """Each key with its label. Keys that cannot be written as text are numbered."""
    counts = {}
    for key in keys:
        text = key_text(key)
        if text is None:
            name = type_name(type(key))
            counts[name] = counts.get(name, -1) + 1
            text = f"<{name} {counts[name]}>"
        yield text, key


def key_text(key):
    """None if the key cannot be written as text."""
    cls = type(key)
    if cls is int and key.bit_length() > MAX_DECIMAL_BITS:
        return None
    if cls in WRITTEN_AS_LITERAL:
        return repr(key)
    if cls is tuple:
        parts = [key_text(part) for part in key]
        return None if None in parts else f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if is_enumeration(cls) and key._name_ in cls._member_map_:
        return f"{type_name(cls)}.{key._name_}"
    return None


def find_key(keys, label):
    """The key with this label among the given ones, or a new one that the label describes."""
    for text, key in labelled_keys(keys):
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
        raise ImpossibleChange(f"the key {label} cannot be created in this run")
    return members[member]
