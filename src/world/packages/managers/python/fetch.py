"""
Lets pip fetch what a requirements file asks for, with the network, and unpacks each distribution once for all tests.
Arguments: the folder of all copies, that of this copy, the requirements file, the user's project.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

import requirement_lines as lines_of
import wheels


def main():
    shared, kept, lockfile, home = sys.argv[1:]
    lines = lines_of.read_lines(lockfile)
    options = [line for line in lines if lines_of.is_option(line) and line != "--require-hashes"]
    pins = lines_of.Pins(shared)
    wanted = [line for line in lines if not lines_of.is_option(line) and not lines_of.is_folder(line)]
    missing = [line for line in wanted if not pins.has(line)]
    # pip wants hashes of all packages or of none.
    for group in ([line for line in missing if "--hash=" in line], [line for line in missing if "--hash=" not in line]):
        if group:
            fetch(group, options, shared, kept)
    if not os.path.exists(os.path.join(shared, "base.json")):
        write_interpreter(shared)
        write_base(shared)
        write_project(shared, home)


def fetch(group, options, shared, kept):
    folder = os.path.join(kept, "fetched")
    shutil.rmtree(folder, ignore_errors=True)
    # pip looks for what options name by relative paths beside this file first, then in the project.
    os.makedirs(os.path.join(kept, "list"), exist_ok=True)
    file = os.path.join(kept, "list", "culprit-requirements.txt")
    with open(file, "w") as text:
        text.write("\n".join(options + group) + "\n")
    environment = {**os.environ, "PIP_REQUIRE_VIRTUALENV": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PIP_USER", None)
    command = pip() + ["wheel", "--quiet", "--no-deps", "--wheel-dir", folder, "--requirement", file]
    ended = subprocess.run(command, env=environment, check=False)
    if ended.returncode != 0:
        sys.exit(ended.returncode)
    found = {}
    for wheel in sorted(glob.glob(os.path.join(glob.escape(folder), "*.whl"))):
        name = wheels.unpack(wheel, shared)
        found[lines_of.canonical(os.path.basename(wheel).split("-")[0])] = name
        wheels.keep(wheel, shared, name)
    wheels.compile_all(shared, found.values())
    wheels.list_all(shared, found.values())
    pins = lines_of.Pins(shared)
    for line in group:
        name = found.get(lines_of.name_of(line))
        if name is None and ";" not in line:
            sys.exit("pip fetched nothing for: " + line)
        pins.put(line, name)
    shutil.rmtree(folder, ignore_errors=True)


def pip():
    """The pip of this interpreter or, where it has none, that of the machine, which then works for this one."""
    own = [sys.executable, "-m", "pip"]
    if subprocess.run(own + ["--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0:
        return own
    other = shutil.which("pip3") or shutil.which("pip")
    if other is None:
        sys.exit(f"{sys.executable} has no pip, and there is none on PATH: {sys.executable} -m ensurepip installs it.")
    return [other, "--python", sys.executable]


def write_interpreter(shared):
    """The user's environment may not be visible to a test: its interpreter, and whether it has the packages of the system."""
    with open(os.path.join(shared, "python"), "w") as file:
        file.write(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
    config = os.path.join(os.path.dirname(os.path.dirname(sys.executable)), "pyvenv.cfg")
    if os.path.exists(config):
        with open(config) as file:
            if "include-system-site-packages = true" in file.read():
                open(os.path.join(shared, "system-packages"), "w").close()


def write_base(shared):
    """What every new environment has: pip, and up to Python 3.11 setuptools."""
    bundled = bundled_wheels()
    names = {lines_of.canonical(os.path.basename(wheel).split("-")[0]): wheels.unpack(wheel, shared) for wheel in bundled}
    wheels.list_all(shared, names.values())
    with open(os.path.join(shared, "base.json"), "w") as file:
        json.dump(names, file)


def bundled_wheels():
    try:
        import ensurepip
    except ImportError:
        return []
    folders = [os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"), getattr(ensurepip, "_WHEEL_PKG_DIR", None)]
    names = ("pip", "setuptools") if sys.version_info < (3, 12) else ("pip",)
    for folder in filter(None, folders):
        found = [wheel for name in names for wheel in sorted(glob.glob(os.path.join(folder, name + "-*.whl")))[-1:]]
        if found:
            return found
    return []


def write_project(shared, home):
    """
    The folders of the project that the user's environment has on its path, and what it knows of them: for a package that is
    installed to be edited (pip install -e), its name, version and programs.
    """
    environment = os.path.dirname(os.path.dirname(sys.executable))
    site = next(iter(glob.glob(os.path.join(glob.escape(environment), "lib/python*/site-packages"))), None)
    isolated = site is not None and os.path.exists(os.path.join(environment, "pyvenv.cfg"))
    project = {"paths": [], "infos": []}
    if isolated:
        for info in glob.glob(os.path.join(glob.escape(site), "*.dist-info")):
            add_editable(project, info, home)
        for file in glob.glob(os.path.join(glob.escape(site), "*.pth")):
            with open(file, encoding="utf-8", errors="replace") as text:
                found = [inside(line.strip(), home) for line in text if line.startswith("/")]
            project["paths"] = [path for path in found if path is not None] + project["paths"]
        folder = os.path.join(shared, "dists", "project")
        for info in project["infos"]:
            kept = ("METADATA", "entry_points.txt", "top_level.txt")
            place = os.path.join(folder, "site", os.path.basename(info))
            os.makedirs(place, exist_ok=True)
            for name in kept:
                if os.path.exists(os.path.join(info, name)):
                    shutil.copyfile(os.path.join(info, name), os.path.join(place, name))
        if project["infos"]:
            wheels.write_scripts(folder)
            wheels.give_times(folder, "project")
            wheels.list_all(shared, ["project"])
    paths = list(dict.fromkeys(project["paths"]))
    with open(os.path.join(shared, "project.json"), "w") as file:
        json.dump({"paths": paths, "known": len(project["infos"]) > 0}, file)


def add_editable(project, info, home):
    try:
        with open(os.path.join(info, "direct_url.json"), encoding="utf-8") as file:
            source = json.load(file)
    except (OSError, ValueError):
        return
    if not source.get("dir_info", {}).get("editable") or not source.get("url", "").startswith("file://"):
        return
    path = inside(source["url"][len("file://") :], home)
    if path is not None:
        project["infos"].append(info)
        project["paths"].append(path)


def inside(path, home):
    """The path in the project; None: it is elsewhere."""
    relative = os.path.relpath(path, home)
    return None if relative.startswith("..") else relative


main()
