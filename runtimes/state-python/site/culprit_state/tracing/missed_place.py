"""Why the program did not reach the place of a plan."""
import os
import sys

from .code_objects import MODULE, all_code_in, function_name, is_function, lines_of

MAX_CANDIDATES = 1000
MAX_NAMED = 3


def answer_missed(place, hits, tracer, answer):
    """Writes the answer and ends the program."""
    where, obstacle = place_text(place), obstacle_text(tracer)
    if where is None and not obstacle:
        answer.missed({"missed": "unreached"}, "none of the program's own code was run")
    if where is None:
        answer.failed("other", f"none of the program's own code was run{obstacle}")
    if tracer.is_replaced:
        answer.failed("other", f"{where} was not reached{obstacle}")
    codes = [code for module in tracer.modules() for code in all_code_in(module)]
    if not any(contains_place(code, place, tracer.own_files) for code in codes):
        candidates = candidates_for(place, codes, tracer.own_files)
        near = near_text(place, candidates)
        if obstacle and not near:
            answer.failed("other", f"{where} is not in the program{obstacle}")
        answer.missed({"missed": "absent", "candidates": candidates}, f"{where} is not in the program{near}")
    if hits:
        times = f"{hits} time{'s' * (hits != 1)}"
        answer.missed({"missed": "too-few-hits", "hits": hits}, f"{where} was reached {times}")
    answer.missed({"missed": "unreached"}, f"{where} was not reached")


def place_text(place):
    """None if the place is all of the program's main code."""
    function, line = place.get("function"), place.get("line")
    return function or (None if line is None else f"{place['file']}:{line}")


def obstacle_text(tracer):
    """What keeps us from seeing the program's code; empty if nothing does."""
    if tracer.is_replaced:
        return "; something else traces the program, such as a debugger or a coverage tool: run it without"
    if sys.argv[:1] == ["-c"]:
        return "; code given to -c cannot be traced: put it into a file"
    return ""


def contains_place(code, place, own_files):
    file, line = place.get("file"), place.get("line")
    if file is not None and not own_files.is_named(own_files.path(code.co_filename) or "", file):
        return False
    if place.get("function") is not None and function_name(code) != place["function"]:
        return False
    return line is None or line in lines_of(code)


def candidates_for(place, codes, own_files):
    """The program's functions, those first that end with the name of the place; or the nearest line with code."""
    function = place.get("function")
    if function is None:
        return nearest_lines(place, codes, own_files)
    names = {function_name(code) for code in codes if is_function(code) and code.co_name != MODULE}
    return sorted(names, key=lambda name: (not name.endswith(f".{function}"), name))[:MAX_CANDIDATES]


def nearest_lines(place, codes, own_files):
    in_file = [code for code in codes if own_files.is_named(own_files.path(code.co_filename) or "", place["file"])]
    lines = sorted({line for code in in_file for line in lines_of(code) if line})
    after = [line for line in lines if line > place["line"]] or lines[-1:]
    return [f"{place['file']}:{line}" for line in after[:1]]


def near_text(place, candidates):
    function = place.get("function")
    near = candidates
    if function is not None:
        inner = [name for name in candidates if name.endswith(f".{function}")]
        near = inner or [name for name in candidates if is_near(name.rpartition(".")[2], function)]
    return f"; did you mean {' or '.join(near[:MAX_NAMED])}?" if near else ""


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
