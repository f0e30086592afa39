"""Views of the memory of another object, such as a bytearray."""
from ..impossible_change import ImpossibleChange


class MemoryView:
    """Only views of one dimension: others can be neither listed nor changed by index."""

    kind = "array"
    immutable = False
    fixed = True

    def type_text(self, thing, name):
        return f"{name}[{thing.format}]"

    def length(self, thing):
        return len(thing)

    def parts(self, thing):
        for index in range(len(thing)):
            yield str(index), thing[index]

    def is_numbers(self, thing):
        return True

    def chunk_bytes(self, thing, start, stop):
        return bytes(thing[start:stop])

    def set_part(self, thing, label, value):
        try:
            thing[int(label)] = value
        except (TypeError, ValueError, IndexError) as error:
            raise ImpossibleChange(f"element {label}: {error}") from error

    def delete_part(self, thing, label):
        raise ImpossibleChange("the length of a memoryview is fixed")


def has_elements(thing):
    """A view that was released, or has several dimensions, has none that can be read."""
    try:
        return thing.ndim == 1 and (len(thing) == 0 or thing[0] is not None)
    except (ValueError, NotImplementedError):
        return False
