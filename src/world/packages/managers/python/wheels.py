"""Unpacks wheels, each into a folder of its own: site (for site-packages), bin (programs), data (for the environment)."""

import configparser
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
import zlib

SCRIPT = """#!python
import sys
from {module} import {first}
if __name__ == "__main__":
    sys.argv[0] = sys.argv[0].removesuffix(".exe") if hasattr(str, "removesuffix") else sys.argv[0]
    sys.exit({function}())
"""


def unpack(wheel, shared):
    """The name of the folder below `shared`/dists, which may have been there before."""
    with open(wheel, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:12]
    name = re.sub(r"(-[^-]+){3}\.whl$", "", os.path.basename(wheel)) + "-" + digest
    folder = os.path.join(shared, "dists", name)
    if os.path.exists(folder):
        return name
    part = folder + ".part"
    shutil.rmtree(part, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                extract(archive, info, part)
    write_scripts(part)
    give_times(part, name)
    os.rename(part, folder)
    return name


def keep(wheel, shared, name):
    """For pip, if it is to install it: in a folder of its own, as another one may have the same name."""
    folder = os.path.join(shared, "wheels", name)
    os.makedirs(folder, exist_ok=True)
    shutil.move(wheel, os.path.join(folder, os.path.basename(wheel)))


def extract(archive, info, folder):
    place = place_of(info.filename)
    if place is None:
        return
    path = os.path.normpath(os.path.join(folder, place))
    if not path.startswith(folder + os.sep):
        raise ValueError("a file of the wheel is outside of it: " + info.filename)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with archive.open(info) as source, open(path, "wb") as target:
        shutil.copyfileobj(source, target)
    if place.startswith("bin/") or (info.external_attr >> 16) & 0o111:
        os.chmod(path, 0o755)


def place_of(name):
    """Where a file of a wheel goes. None: nowhere."""
    data = re.match(r"[^/]+\.data/(\w+)/(.+)$", name)
    if not data:
        return "site/" + name
    kind, path = data.groups()
    if kind == "headers":
        return None
    # What a wheel puts into the environment's bin is a program, whichever way it says so.
    if kind == "data" and path.startswith("bin/"):
        return path
    return {"purelib": "site/", "platlib": "site/", "scripts": "bin/"}.get(kind, "data/") + path


def write_scripts(folder):
    """The programs that entry points name."""
    site = os.path.join(folder, "site")
    names = os.listdir(site) if os.path.isdir(site) else []
    for name in names:
        if not name.endswith(".dist-info"):
            continue
        with open(os.path.join(site, name, "INSTALLER"), "w") as file:
            file.write("pip\n")
        points = os.path.join(site, name, "entry_points.txt")
        if not os.path.exists(points):
            continue
        parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
        parser.optionxform = str
        parser.read(points, encoding="utf-8")
        for section in ("console_scripts", "gui_scripts"):
            for script, target in parser.items(section) if parser.has_section(section) else []:
                write_script(os.path.join(folder, "bin"), script, target)


def write_script(folder, name, target):
    module, _, function = re.sub(r"\[.*", "", target).replace(" ", "").partition(":")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w") as file:
        file.write(SCRIPT.format(module=module, function=function, first=function.split(".")[0]))
    os.chmod(file.name, 0o755)


def give_times(folder, name):
    """
    All files of a distribution have its own time, in whole seconds: by the time and the size of a source Python knows whether
    what it has compiled is still valid, and so do we whether a file is in place.
    """
    time = 1_000_000_000 + zlib.crc32(name.encode()) % 500_000_000
    for path, _, files in os.walk(folder):
        for file in files:
            os.utime(os.path.join(path, file), (time, time))


def compile_all(shared, names):
    """Compiles once what else each test would compile."""
    sites = [os.path.join(shared, "dists", name, "site") for name in names]
    sites = [site for site in sites if os.path.isdir(site)]
    if sites:
        # What cannot be compiled, such as templates, is no error.
        command = [sys.executable, "-E", "-m", "compileall", "-q", "-j", "0", *sites]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def list_all(shared, names):
    """Lists the files of each distribution."""
    for name in names:
        folder = os.path.join(shared, "dists", name)
        files = {kind: list_files(os.path.join(folder, kind)) for kind in ("site", "bin", "data")}
        with open(folder + ".json", "w") as file:
            json.dump(files, file)


def list_files(folder):
    """Path, size and time of each file."""
    found = []
    for path, _, files in os.walk(folder):
        for name in files:
            file = os.path.join(path, name)
            stat = os.stat(file)
            found.append([os.path.relpath(file, folder), stat.st_size, stat.st_mtime_ns])
    return found
