"""What is said of a place that the program never came to."""
import os
import sys

from .names import function_name
from .tracing import codes_in, is_function, lines_of

MOST_NAMES = 3


def why_missed(place, following):
    function, line = place.get("function"), place.get("line")
    if function is None and line is None:
        return f"the program did not come to code of its own{why_unseen(following)}"
    where = function or f"{place['file']}:{line}"
    if following.is_replaced:
        return f"{where} was not reached{why_unseen(following)}"
    codes = [code for module in following.modules() for code in codes_in(module)]
    if not any(is_meant(code, place, following.own) for code in codes):
        return f"{where} is not in the program{did_you_mean(place, codes, following.own) or why_unseen(following)}"
    times = place.get("hit", 1) - getattr(following.missed, "left_over", place.get("hit", 1))
    return f"{where} was reached {times} time{'s' * (times != 1)}" if times else f"{where} was not reached"


def why_unseen(following):
    if following.is_replaced:
        return "; it is traced by something else, a debugger or a measure of coverage: run it without"
    if sys.argv[:1] == ["-c"]:
        return "; what is given to -c cannot be looked into: put it into a file"
    return ""


def is_meant(code, place, own):
    file, line = place.get("file"), place.get("line")
    if file is not None and not own.names(own.path(code.co_filename) or "", file):
        return False
    if place.get("function") is not None and function_name(code) != place["function"]:
        return False
    return line is None or line in lines_of(code)


def did_you_mean(place, codes, own):
    function = place.get("function")
    near = near_functions(function, codes) if function else near_lines(place, codes, own)
    return f"; did you mean {' or '.join(near[:MOST_NAMES])}?" if near else ""


def near_functions(function, codes):
    names = sorted({function_name(code) for code in codes if is_function(code) and code.co_name != "<module>"})
    inner = [name for name in names if name.endswith(f".{function}")]
    return inner or [name for name in names if is_near(name.rpartition(".")[2], function)]


def is_near(name, written):
    """A beginning of it, or one letter off, or two letters in the wrong order."""
    if len(written) > 2 and name.startswith(written):
        return True
    if abs(len(name) - len(written)) > 1:
        return False
    start = len(os.path.commonprefix([name, written]))
    end = len(os.path.commonprefix([name[start:][::-1], written[start:][::-1]]))
    one, other = (word[start : len(word) - end] for word in (name, written))
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and other == one[::-1])


def near_lines(place, codes, own):
    of_file = [code for code in codes if own.names(own.path(code.co_filename) or "", place["file"])]
    lines = sorted({line for code in of_file for line in lines_of(code) if line})
    behind = [line for line in lines if line > place["line"]] or lines[-1:]
    return [f"{place['file']}:{line}" for line in behind[:1]]
