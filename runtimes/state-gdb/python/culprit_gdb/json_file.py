import json
import os


def write_json(path, content):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, separators=(",", ":"))


def replace_json(path, content):
    """Nobody reads half of the file, even if gdb is killed."""
    temporary = f"{path}.{os.getpid()}"
    write_json(temporary, content)
    os.replace(temporary, path)
