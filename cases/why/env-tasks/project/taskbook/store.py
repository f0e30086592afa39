"""Tasks in a text file: one task on a line, its fields separated by tabs."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Task:
    number: int
    title: str
    due: str = ""
    tags: tuple = field(default_factory=tuple)
    done: bool = False


def load(path):
    if not path.exists():
        return []
    return [parse(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def save(path, tasks):
    path.write_text("".join(f"{to_line(task)}\n" for task in tasks), encoding="utf-8")


def parse(line):
    mark, number, due, tags, title = line.split("\t", 4)
    return Task(int(number), title, due, tuple(tag for tag in tags.split(",") if tag), mark == "x")


def to_line(task):
    fields = ["x" if task.done else "-", str(task.number), task.due, ",".join(task.tags), task.title]
    return "\t".join(fields)


def add(tasks, title, due="", tags=()):
    number = max((task.number for task in tasks), default=0) + 1
    return [*tasks, Task(number, title, due, tuple(tags))]


def finish(tasks, number):
    if number not in {task.number for task in tasks}:
        raise KeyError(number)
    return [replace(task, done=True) if task.number == number else task for task in tasks]
