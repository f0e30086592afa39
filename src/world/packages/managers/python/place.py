"""
Makes the environment of a copy what a requirements file asks for. Everything has been unpacked before: only files that are
not in place are written, and what a test has changed or left in the environment is removed.
Arguments: the folder of all copies, that of this copy, the requirements file.
"""

import json
import os
import shutil
import sys

import requirement_lines as lines_of

# Linux: makes a file share the blocks of another one until one of the two is written to.
FICLONE = 0x40049409


def main():
    shared, kept, lockfile = sys.argv[1:4]
    lines = lines_of.read_lines(lockfile)
    with open(os.path.join(shared, "project.json")) as file:
        project = json.load(file)
    venv = os.path.join(kept, "venv")
    if not os.path.exists(os.path.join(kept, "venv.done")):
        create(venv, shared)
        with open(os.path.join(kept, "venv.done"), "w") as file:
            json.dump(os.listdir(os.path.join(venv, "bin")), file)
    with open(os.path.join(kept, "venv.done")) as file:
        own_programs = set(json.load(file))
    wanted = {"site": {}, "bin": {}, "data": {}}
    base = base_distributions(shared, lines)
    for name in base + (["project"] if project["known"] else []) + distributions(shared, lines):
        folder = os.path.join(shared, "dists", name)
        with open(folder + ".json") as file:
            for kind, files in json.load(file).items():
                if kind == "site" and name in base:
                    continue
                for path, size, time in files:
                    wanted[kind][path] = (os.path.join(folder, kind, path), size, time)
    site = site_of(venv)
    fill(site, wanted["site"], {"culprit-project.pth"})
    fill(venv, wanted["data"], {"bin", "lib", "lib64", "include", "pyvenv.cfg", ".gitignore"})
    fill_bin(os.path.join(venv, "bin"), wanted["bin"], own_programs)
    sites = [os.path.join(shared, "dists", name, "site") for name in base]
    write_paths(site, project_paths(project, lines) + sites)


def site_of(venv):
    return os.path.join(venv, "lib", "python%d.%d" % sys.version_info[:2], "site-packages")


def write_paths(site, paths):
    with open(os.path.join(site, "culprit-project.pth"), "w") as file:
        file.write("".join(path + "\n" for path in paths))


def base_distributions(shared, lines):
    """What environments have anyway, unless there is a pin. It is only on the path: few tests use it."""
    names = {lines_of.name_of(line) for line in lines if is_pin(line)}
    with open(os.path.join(shared, "base.json")) as file:
        return [folder for name, folder in json.load(file).items() if name not in names]


def distributions(shared, lines):
    """The folders of what is installed."""
    pins = lines_of.Pins(shared)
    return [folder for folder in map(pins.get, filter(is_pin, lines)) if folder is not None]


def is_pin(line):
    return not lines_of.is_option(line) and not lines_of.is_folder(line)


def project_paths(project, lines):
    paths = list(project["paths"])
    for line in lines:
        if lines_of.is_folder(line):
            path = lines_of.editable_path(line).split("[")[0]
            paths += [os.path.join(path, "src"), path]
    absolute = [os.path.abspath(path) for path in paths]
    return [path for path in dict.fromkeys(absolute) if os.path.isdir(path)]


def create(venv, shared):
    import venv as environments

    shutil.rmtree(venv, ignore_errors=True)
    system = os.path.exists(os.path.join(shared, "system-packages"))
    environments.EnvBuilder(system_site_packages=system, symlinks=True, with_pip=False).create(venv)


def fill(folder, wanted, left):
    """Makes a folder contain these files and no others. What Python compiles there stays as long as its folder does."""
    folders = set()
    for path in wanted:
        parent = os.path.dirname(path)
        while parent not in folders:
            folders.add(parent)
            parent = os.path.dirname(parent)
    missing = dict(wanted)
    check(folder, "", folders, missing, left)
    made = set()
    for path, (source, _, time) in missing.items():
        target = os.path.join(folder, path)
        parent = os.path.dirname(target)
        if parent not in made:
            os.makedirs(parent, exist_ok=True)
            made.add(parent)
        place(source, target, time)


def check(folder, prefix, folders, missing, left):
    try:
        entries = list(os.scandir(os.path.join(folder, prefix)))
    except OSError:
        return
    for entry in entries:
        path = prefix + entry.name
        if path in left:
            continue
        if entry.is_dir(follow_symlinks=False):
            if path in folders:
                check(folder, path + "/", folders, missing, left)
            elif entry.name != "__pycache__":
                shutil.rmtree(entry.path, ignore_errors=True)
            continue
        known = missing.get(path)
        if known is not None:
            stat = entry.stat(follow_symlinks=False)
            if (stat.st_size, stat.st_mtime_ns) == known[1:]:
                del missing[path]
                continue
        elif prefix.endswith("__pycache__/"):
            continue
        os.unlink(entry.path)


def place(source, target, time):
    """Never a hard link: a test may write to any file, and all copies share the source."""
    if not clone(source, target):
        shutil.copyfile(source, target)
    shutil.copymode(source, target)
    os.utime(target, ns=(time, time))


def clone(source, target):
    """Costs no space, and no time however large the file is; few file systems can do it."""
    try:
        import fcntl

        with open(source, "rb") as old, open(target, "wb") as new:
            fcntl.ioctl(new.fileno(), FICLONE, old.fileno())
        return True
    except (ImportError, OSError):
        return False


def fill_bin(folder, wanted, own):
    """Programs written in Python start with the path of the interpreter."""
    for entry in list(os.scandir(folder)):
        if entry.name in own:
            continue
        known = wanted.get(entry.name)
        if known is not None and entry.stat(follow_symlinks=False).st_mtime_ns == known[2]:
            del wanted[entry.name]
        else:
            os.unlink(entry.path)
    for name, (source, _, time) in wanted.items():
        target = os.path.join(folder, name)
        if name in own:
            continue
        with open(source, "rb") as file:
            start = file.read(8)
            rest = file.read() if start == b"#!python" else b""
        if start != b"#!python":
            place(source, target, time)
            continue
        with open(target, "wb") as file:
            file.write(first_line(os.path.join(folder, "python")).encode() + rest.split(b"\n", 1)[-1])
        os.chmod(target, 0o755)
        os.utime(target, ns=(time, time))


def first_line(python):
    """The system reads neither long paths nor those with spaces there: then sh reads the line, and Python skips it."""
    if len(python) < 120 and " " not in python:
        return "#!" + python + "\n"
    return "#!/bin/sh\n'''exec' \"" + python + "\" \"$0\" \"$@\"\n' '''\n"


if __name__ == "__main__":
    main()
