"""Lines of a file as values of the protocol."""
from .. import plain_json as json
from ..impossible_change import ImpossibleChange


def lines_of(content):
    """With their ends."""
    return [line + b"\n" for line in content.split(b"\n")[:-1]] + [line for line in content.split(b"\n")[-1:] if line]


def line_vertex(line):
    try:
        return {"type": "line", "value": json.dumps(line.decode("utf-8"))}
    except UnicodeDecodeError:
        return {"type": "bytes", "value": json.dumps(line.decode("latin-1"))}


def read_line(to):
    return json.loads(to["scalar"]).encode("latin-1" if to["type"] == "bytes" else "utf-8")


def changed_lines(lines_at, changes):
    """The lines of one file after all changes of it; `lines_at` gives the lines of a file before them."""
    lines = list(lines_at(changes[0]["at"]["root"]["input"]))
    set_lines = sorted((index_in(each["at"]), new_line(each["to"], lines_at)) for each in changes if "gone" not in each["to"])
    for index, line in set_lines:
        lines[index : index + 1] = [line]  # beyond the end: appended
    for index in sorted((index_in(each["at"]) for each in changes if "gone" in each["to"]), reverse=True):
        del lines[index : index + 1]
    return [line if line.endswith(b"\n") or line is lines[-1] else line + b"\n" for line in lines]


def index_in(path):
    if len(path["steps"]) != 1 or not path["steps"][0].isdigit():
        raise ImpossibleChange("only single lines of unread input can be changed")
    return int(path["steps"][0])


def new_line(to, lines_at):
    if "scalar" in to:
        return read_line(to)
    if "path" not in to or "input" not in to["path"]["root"]:
        raise ImpossibleChange("only a line can take the place of a line")
    lines = lines_at(to["path"]["root"]["input"])
    index = index_in(to["path"])
    if index >= len(lines):
        raise ImpossibleChange(f"there is no unread line {index}")
    return lines[index]
