"""What the compiled code of a function says about it: its name, its lines, the functions inside it."""
import types

# Comprehensions are functions in some versions of Python and not in others.
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
MODULE = "<module>"
OPTIMIZED = 1  # the flag of code whose variables are not in a dictionary: functions, but not modules and classes
GENERATOR = 0x20
QUALIFIED_NAMES = {}  # by the address of the code, where the code itself has none


def function_name(code):
    """The name as it is defined: `Stack.push`; a function inside another one is `outer.inner`."""
    if not hasattr(code, "co_qualname"):
        return QUALIFIED_NAMES.get(id(code), code.co_name)
    return code.co_qualname.replace(".<locals>", "")


def learn_qualified_names(code, prefix=""):
    """Before Python 3.11, only the surrounding code shows where a function is defined."""
    for inner in code.co_consts:
        if type(inner) is types.CodeType and not hasattr(inner, "co_qualname"):
            QUALIFIED_NAMES[id(inner)] = prefix + inner.co_name
            learn_qualified_names(inner, f"{QUALIFIED_NAMES[id(inner)]}.")


def is_function(code):
    """Also true for modules; class bodies and comprehensions have code of their own, too."""
    return code.co_name == MODULE or (code.co_flags & OPTIMIZED and code.co_name not in COMPREHENSIONS)


def is_generator(code):
    return is_function(code) and code.co_flags & GENERATOR


def all_code_in(code):
    """A piece of code and everything that is defined in it."""
    waiting = [code]
    while waiting:
        code = waiting.pop()
        yield code
        waiting.extend(inner for inner in code.co_consts if type(inner) is types.CodeType)


def lines_of(code):
    if hasattr(code, "co_lines"):
        return (line for _, _, line in code.co_lines() if line)
    import dis

    return (line for _, line in dis.findlinestarts(code))
