"""The lines of a requirements file, and where the distribution of each of them is."""

import hashlib
import json
import os
import re


def read_lines(path):
    """The lines without comments; one that ends with a backslash goes on."""
    with open(path, encoding="utf-8-sig") as file:
        text = re.sub(r"\\\r?\n", " ", file.read())
    lines = (re.sub(r"(^|\s)#.*$", "", line) for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def is_option(line):
    return line.startswith("-") and not is_editable(line)


def is_editable(line):
    return re.match(r"(-e\b|--editable\b)", line) is not None


def editable_path(line):
    return re.sub(r"^(-e|--editable)[\s=]*", "", line)


def is_folder(line):
    """A folder of the project: it is not installed, but on the path."""
    return is_editable(line) or re.match(r"\.{1,2}(/|$)", line) is not None and not line.endswith((".whl", ".tar.gz"))


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(line):
    """The distribution that a line asks for, as pip compares names."""
    file = line.split(" ")[0].split("/")[-1]
    if file.endswith(".whl"):
        return canonical(file.split("-")[0])
    return canonical(re.match(r"[\w.-]+", line).group(0))


class Pins:
    """Which distribution a line has brought; a name of None: its marker does not fit this machine."""

    def __init__(self, shared):
        self._folder = os.path.join(shared, "pins")
        os.makedirs(self._folder, exist_ok=True)

    def has(self, line):
        return os.path.exists(self._path(line))

    def get(self, line):
        with open(self._path(line)) as file:
            return json.load(file)

    def put(self, line, distribution):
        with open(self._path(line), "w") as file:
            json.dump(distribution, file)

    def _path(self, line):
        return os.path.join(self._folder, hashlib.sha1(line.encode()).hexdigest())
