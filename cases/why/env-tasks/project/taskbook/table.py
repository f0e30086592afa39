"""Tasks as a table that fits the terminal."""

import shutil
import textwrap


def terminal_width():
    return shutil.get_terminal_size(fallback=(80, 24)).columns


def render(tasks, width=None):
    """The table as text; titles that are too long go on in the next line."""
    if not tasks:
        return "Nothing to do."
    number_width = max(len(str(task.number)) for task in tasks)
    due_width = max(len(task.due) for task in tasks)
    title_width = max(16, (width or terminal_width()) - number_width - due_width - 8)
    lines = []
    for task in tasks:
        first, *rest = textwrap.wrap(title_of(task), title_width) or [""]
        mark = "x" if task.done else " "
        lines.append(f"[{mark}] {task.number:>{number_width}}  {task.due:<{due_width}}  {first}".rstrip())
        indent = " " * (number_width + due_width + 8)
        lines.extend(indent + line for line in rest)
    return "\n".join(lines)


def title_of(task):
    tags = "".join(f" #{tag}" for tag in task.tags)
    return f"{task.title}{tags}"


def summary(tasks):
    done = sum(task.done for task in tasks)
    return f"{len(tasks) - done} open, {done} done"
