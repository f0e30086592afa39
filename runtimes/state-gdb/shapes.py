"""Types as plain data, made once for each: what a stretch of memory is cut into, and how its bytes are read.

A graph of 100,000 values is then walked without asking gdb for each of them.
"""

import gdb

from own import is_own

KINDS = {
    gdb.TYPE_CODE_INT: "number",
    gdb.TYPE_CODE_CHAR: "number",
    gdb.TYPE_CODE_BOOL: "bool",
    gdb.TYPE_CODE_ENUM: "enum",
    gdb.TYPE_CODE_FLT: "float",
    gdb.TYPE_CODE_ARRAY: "array",
    gdb.TYPE_CODE_STRUCT: "struct",
    gdb.TYPE_CODE_UNION: "union",
    gdb.TYPE_CODE_PTR: "pointer",
    gdb.TYPE_CODE_REF: "reference",
    gdb.TYPE_CODE_RVALUE_REF: "reference",
}
LETTERS = ("char", "char8_t")


class Shape:
    """`identity` is equal for two names of one type, so that aliases meet at one vertex."""

    def __init__(self, shown, plain):
        self.type = plain
        self.name = str(shown)
        self.size = plain.sizeof
        self.identity = (str(plain), self.size)
        self.kind = KINDS.get(plain.code, "opaque")
        self.length = None
        self.fields = ()
        self.bases = ()
        self.flexible = None
        self.names = {}
        self._target = None
        if self.kind == "number":
            self.signed = plain.is_signed
        elif self.kind == "enum":
            self.signed = any(each.enumval < 0 for each in plain.fields())
            self.names = {each.enumval: each.name for each in plain.fields()}
        elif self.kind == "pointer":
            self._see_pointer()
        elif self.kind == "array":
            self._see_array()
        elif self.kind == "struct":
            self._see_struct()
        elif self.kind == "union" and has_pointers(plain):
            self.kind = "opaque"

    @property
    def target(self):
        """What a pointer or a reference leads to, or an array is made of: asked for late, because types are cyclic."""
        if self._target is None:
            self._target = shape_of(self.type.target())
        return self._target

    def field(self, label):
        return next((each for each in self.fields if each[0] == label), None)

    def _see_pointer(self):
        target = self.type.target().strip_typedefs().unqualified()
        if target.code == gdb.TYPE_CODE_FUNC:
            self.kind = "function"
        elif str(target) in LETTERS:
            self.kind = "text"
        elif target.code == gdb.TYPE_CODE_VOID or target.sizeof == 0 or is_foreign(target):
            self.kind = "blind"

    def _see_array(self):
        try:
            low, high = self.type.range()
        except (gdb.error, RuntimeError):
            low, high = 0, -1
        self.length = max(0, high - low + 1)
        if str(self.type.target().strip_typedefs().unqualified()) in LETTERS:
            self.kind = "letters"

    def _see_struct(self):
        if self.identity[0].startswith("std::__cxx11::basic_string<char,"):
            self.kind = "string"
        elif self.identity[0].startswith("std::vector<") and not self.identity[0].startswith("std::vector<bool"):
            self.kind = "vector"
            self._target = shape_of(self.type.template_argument(0))
        else:
            self.fields = tuple(fields_of(self.type))
            self.flexible = flexible_member(self.type)
            self.bases = {each.name for each in plain_bases(self.type)}


class Bits(Shape):
    """A bit field: `shift` and `width` within the `size` bytes that hold it."""

    def __init__(self, shown, plain, shift, width):
        super().__init__(shown, plain)
        self.shift, self.width = shift, width
        self.size = (shift + width + 7) // 8
        self.identity = (*self.identity, shift, width)


_shapes = {}


def shape_of(shown):
    plain = shown.strip_typedefs().unqualified()
    # The types of two files may have one name, and anonymous ones have none: their members tell them apart.
    key = (str(shown.unqualified()), str(plain), plain.sizeof, layout(plain))
    if key not in _shapes:
        _shapes[key] = Shape(shown.unqualified(), plain)
    return _shapes[key]


def layout(plain):
    if plain.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_ENUM):
        return None
    return tuple((each.name, getattr(each, "bitpos", None), str(each.type)) for each in plain.fields())


def fields_of(plain):
    """(label, offset, shape) of all that lies within; not static members, virtual bases and tables of methods."""
    for count, each in enumerate(plain.fields()):
        if not hasattr(each, "bitpos") or each.artificial or (each.name or "").startswith("_vptr"):
            continue
        if each.is_base_class and each.type.strip_typedefs().sizeof <= 1:
            continue
        label = each.name or "(%d)" % count
        if each.bitsize > 0:
            part = Bits(each.type.unqualified(), each.type.strip_typedefs().unqualified(), each.bitpos % 8, each.bitsize)
        else:
            part = shape_of(each.type)
        if part.size > 0:
            yield label, each.bitpos // 8, part


def plain_bases(plain):
    return (each for each in plain.fields() if each.is_base_class)


def flexible_member(plain):
    """(label, offset, shape of an element) of a last member as long as its block: `int items[]`."""
    last = next((each for each in reversed(plain.fields()) if hasattr(each, "bitpos")), None)
    kind = last and last.type.strip_typedefs()
    if last is None or last.name is None or kind.code != gdb.TYPE_CODE_ARRAY or kind.sizeof > 0:
        return None
    element = shape_of(kind.target())
    return (last.name, last.bitpos // 8, element) if element.size > 0 else None


def array_of(element, length):
    return shape_of(element.type.array(length - 1))


def has_pointers(plain):
    if plain.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return any(has_pointers(each.type.strip_typedefs()) for each in plain.fields())
    if plain.code == gdb.TYPE_CODE_ARRAY:
        return has_pointers(plain.target().strip_typedefs())
    return plain.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF)


def is_foreign(target):
    """A struct of the system, such as FILE: what is behind a pointer to one is no state of the program."""
    if target.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return False
    name = target.tag or target.name
    if name is None or name.startswith(("std::", "__gnu_cxx::")):
        return False
    symbol = gdb.lookup_symbol(name, domain=gdb.SYMBOL_STRUCT_DOMAIN)[0]
    return symbol is not None and symbol.symtab is not None and not is_own(symbol.symtab)
