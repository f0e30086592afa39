"""
Lets pip itself install what a requirements file asks for, in a new environment, from the wheels that were fetched before. Other
than place.py it refuses versions that do not accept each other.
Arguments: the folder of all copies, that of this copy, the requirements file.
"""

import json
import os
import re
import shutil
import subprocess
import sys

import place
import requirement_lines as lines_of


def main():
    shared, kept, lockfile = sys.argv[1:4]
    lines = lines_of.read_lines(lockfile)
    pins = lines_of.Pins(shared)
    chosen = [(line, pins.get(line)) for line in lines if place.is_pin(line)]
    chosen = [(line, name) for line, name in chosen if name is not None]
    venv = os.path.join(kept, "venv")
    place.create(venv, shared)
    base = [os.path.join(shared, "dists", name, "site") for name in place.base_distributions(shared, lines)]
    install(venv, chosen, base, shared, kept)
    add_project(venv, lines, base, shared)


def install(venv, chosen, base, shared, kept):
    file = os.path.join(kept, "pins.txt")
    with open(file, "w") as text:
        for line, name in chosen:
            wheel = os.listdir(os.path.join(shared, "wheels", name))[0]
            distribution, version = wheel.split("-")[:2]
            extras = re.match(r"[\w.-]+\s*(\[[^\]]*\])", line)
            text.write(distribution + (extras.group(1) if extras else "") + "==" + version + "\n")
    links = [word for _, name in chosen for word in ("--find-links", os.path.join(shared, "wheels", name))]
    # Not quiet: pip would not say what does not go together.
    options = ["--no-index", "--no-cache-dir", "--no-warn-script-location", "--disable-pip-version-check"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    environment["PYTHONPATH"] = os.pathsep.join(base)
    python = os.path.join(venv, "bin", "python")
    command = [python, "-m", "pip"] if has_pip(base) else other_pip(python)
    ended = subprocess.run(command + ["install"] + options + links + ["--requirement", file], env=environment, check=False)
    if ended.returncode != 0:
        sys.exit(ended.returncode)


def has_pip(base):
    return any(os.path.isdir(os.path.join(folder, "pip")) for folder in base)


def other_pip(python):
    pip = shutil.which("pip3") or shutil.which("pip")
    if pip is None:
        sys.exit("There is no pip to install with: python3 -m ensurepip installs it.")
    return [pip, "--python", python]


def add_project(venv, lines, base, shared):
    """The folders of the project, and what environments have anyway, as in every candidate."""
    with open(os.path.join(shared, "project.json")) as file:
        project = json.load(file)
    place.write_paths(place.site_of(venv), place.project_paths(project, lines) + base)
    if not project["known"]:
        return
    with open(os.path.join(shared, "dists", "project.json")) as file:
        listed = json.load(file)
    sources = {kind: os.path.join(shared, "dists", "project", kind) for kind in ("site", "bin")}
    for path, _, time in listed["site"]:
        target = os.path.join(place.site_of(venv), path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        place.place(os.path.join(sources["site"], path), target, time)
    place.fill_bin(
        os.path.join(venv, "bin"),
        {path: (os.path.join(sources["bin"], path), size, time) for path, size, time in listed["bin"]},
        set(os.listdir(os.path.join(venv, "bin"))),
    )


if __name__ == "__main__":
    main()
