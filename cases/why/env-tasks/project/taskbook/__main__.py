import argparse
import sys
from pathlib import Path

from . import store, table


def build_parser():
    parser = argparse.ArgumentParser(prog="taskbook", description="A list of tasks in a text file.")
    parser.add_argument("--file", type=Path, default=Path("tasks.txt"), help="where the tasks are kept")
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("add", help="add a task")
    new.add_argument("title")
    new.add_argument("--due", default="", metavar="DATE")
    new.add_argument("--tag", action="append", default=[])
    done = commands.add_parser("done", help="mark a task as done")
    done.add_argument("number", type=int)
    commands.add_parser("list", help="show all tasks")
    return parser


def main(argv=None, out=sys.stdout):
    args = build_parser().parse_args(argv)
    tasks = store.load(args.file)
    if args.command == "add":
        tasks = store.add(tasks, args.title, args.due, args.tag)
        store.save(args.file, tasks)
    elif args.command == "done":
        tasks = store.finish(tasks, args.number)
        store.save(args.file, tasks)
    print(table.render(tasks), file=out)
    print(table.summary(tasks), file=out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
