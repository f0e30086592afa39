"""Types of C and C++ as plain data, made once for each, so that gdb is not asked for each of 100,000 values."""

from typing import NamedTuple

import gdb

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
CHARACTERS = ("char", "char8_t")
# `char *` is a C string; an opaque pointer leads to something of unknown type, or of the system.
POINTER_KINDS = ("pointer", "c_string", "function", "opaque_pointer")
# What they have read ahead belongs to the unread input, and nothing else in them is state of the program.
FILE_STREAMS = tuple(f"std::basic_{each}<" for each in ("ifstream", "ofstream", "fstream", "filebuf"))
INTEGER_KINDS = ("number", "enum", "bool")


class BitRange(NamedTuple):
    """Where a bit field is within the bytes that hold it."""

    shift: int
    width: int


class Field(NamedTuple):
    label: str
    offset: int
    ctype: "CType"


class CTypes:
    def __init__(self, own_files):
        self.own_files = own_files
        self.known = {}

    def of(self, gdb_type):
        plain = gdb_type.strip_typedefs().unqualified()
        # The types of two files may have the same name, and anonymous ones have none: their members tell them apart.
        key = (str(gdb_type.unqualified()), str(plain), plain.sizeof, members_of(plain))
        if key not in self.known:
            self.known[key] = CType(gdb_type.unqualified(), self)
        return self.known[key]

    def is_foreign(self, target):
        """Whether it is a struct of the system, such as FILE: what is in one is not state of the program."""
        if target.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            return False
        name = target.tag or target.name
        if name is None or name.startswith(("std::", "__gnu_cxx::")):
            return False
        symbol = gdb.lookup_symbol(name, domain=gdb.SYMBOL_STRUCT_DOMAIN)[0]
        return symbol is not None and symbol.symtab is not None and not self.own_files.contains(symbol.symtab)


class CType:
    """`identity` is equal for two names of one type, so that aliases meet at one vertex."""

    def __init__(self, gdb_type, types, bits=None):
        plain = gdb_type.strip_typedefs().unqualified()
        self.types = types
        self.gdb_type = plain
        self.name = str(gdb_type)
        self.plain_name = str(plain)
        self.bits = bits
        self.size = plain.sizeof if bits is None else (sum(bits) + 7) // 8
        self.identity = (self.plain_name, plain.sizeof, bits)
        self.kind = KINDS.get(plain.code, "opaque")
        self.length = None  # of arrays
        self.fields = ()  # of structs
        self.base_names = ()
        self.flexible = None  # the last member of a struct if it is as long as its block: `int items[]`
        self.enumerators = {}
        self._target = None
        if self.kind == "number":
            self.signed = plain.is_signed
        elif self.kind == "enum":
            self.signed = any(each.enumval < 0 for each in plain.fields())
            self.enumerators = {each.enumval: each.name for each in plain.fields()}
        elif self.kind == "pointer":
            self._read_pointer()
        elif self.kind == "array":
            self._read_array()
        elif self.kind == "struct":
            self._read_struct()
        elif self.kind == "union" and has_pointers(plain):
            self.kind = "opaque"

    @property
    def target(self):
        """What a pointer or reference leads to, or the element of an array; looked up late, because types are cyclic."""
        if self._target is None:
            self._target = self.types.of(self.gdb_type.target())
        return self._target

    @property
    def template_name(self):
        """`std::map` for `std::map<int, int>`."""
        return self.plain_name.split("<")[0]

    def template_argument(self, index):
        return self.types.of(self.gdb_type.template_argument(index))

    def array(self, length):
        """The type of an array of these."""
        return self.types.of(self.gdb_type.array(length - 1))

    def field(self, label):
        return next((each for each in self.fields if each.label == label), None)

    def _read_pointer(self):
        target = self.gdb_type.target().strip_typedefs().unqualified()
        if target.code == gdb.TYPE_CODE_FUNC:
            self.kind = "function"
        elif str(target) in CHARACTERS:
            self.kind = "c_string"
        elif target.code == gdb.TYPE_CODE_VOID or target.sizeof == 0 or self.types.is_foreign(target):
            self.kind = "opaque_pointer"

    def _read_array(self):
        try:
            low, high = self.gdb_type.range()
        except (gdb.error, RuntimeError):
            low, high = 0, -1
        self.length = max(0, high - low + 1)
        if str(self.gdb_type.target().strip_typedefs().unqualified()) in CHARACTERS:
            self.kind = "char_array"

    def _read_struct(self):
        if self.plain_name.startswith("std::__cxx11::basic_string<char,"):
            self.kind = "std_string"
        elif self.plain_name.startswith("std::vector<") and not self.plain_name.startswith("std::vector<bool"):
            self.kind = "std_vector"
            self._target = self.template_argument(0)
        elif self.plain_name.startswith(FILE_STREAMS):
            self.kind = "opaque"
        else:
            self.fields = tuple(fields_of(self.gdb_type, self.types))
            self.flexible = flexible_member(self.gdb_type, self.types)
            self.base_names = {each.name for each in base_classes(self.gdb_type)}


def members_of(plain):
    if plain.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_ENUM):
        return None
    return tuple((each.name, getattr(each, "bitpos", None), str(each.type)) for each in plain.fields())


def fields_of(plain, types):
    """Everything that lies within a struct, except static members, virtual bases and pointers to virtual tables."""
    for index, each in enumerate(plain.fields()):
        if not hasattr(each, "bitpos") or each.artificial or (each.name or "").startswith("_vptr"):
            continue
        if each.is_base_class and each.type.strip_typedefs().sizeof <= 1:
            continue
        if each.bitsize > 0:
            ctype = CType(each.type.unqualified(), types, BitRange(each.bitpos % 8, each.bitsize))
        else:
            ctype = types.of(each.type)
        if ctype.size > 0:
            yield Field(each.name or "(%d)" % index, each.bitpos // 8, ctype)


def base_classes(plain):
    return (each for each in plain.fields() if each.is_base_class)


def flexible_member(plain, types):
    """With the type of its elements."""
    last = next((each for each in reversed(plain.fields()) if hasattr(each, "bitpos")), None)
    last_type = last and last.type.strip_typedefs()
    if last is None or last.name is None or last_type.code != gdb.TYPE_CODE_ARRAY or last_type.sizeof > 0:
        return None
    element = types.of(last_type.target())
    return Field(last.name, last.bitpos // 8, element) if element.size > 0 else None


def has_pointers(plain):
    if plain.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return any(has_pointers(each.type.strip_typedefs()) for each in plain.fields())
    if plain.code == gdb.TYPE_CODE_ARRAY:
        return has_pointers(plain.target().strip_typedefs())
    return plain.code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF)
