"""depsolve - choose package versions that fit together and write a lock list.

Usage: resolver.py INDEX

The index names the packages on offer and what is to be installed:

    package web 2.1.0
      needs codec ^3.0
      needs logkit >=1.2 <2
    package codec 3.0.1 yanked
    install web ^2.0

Ranges: ^1.2  ~1.2.3  =1.2.3  >=1.0 <2 (all must hold), 1.x, *, and
alternatives with '||'.  The newest version that fits is preferred.
"""

import re
import sys

VERSION = re.compile(r"^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.]+))?$")


class IndexFault(Exception):
    pass


class Unsolvable(Exception):
    pass


# --- versions and ranges ----------------------------------------------------


class Version:
    def __init__(self, major, minor, patch, tag=""):
        self.numbers = (major, minor, patch)
        self.tag = tag

    @classmethod
    def parse(cls, text):
        match = VERSION.match(text)
        if not match:
            raise IndexFault(f"bad version {text!r}")
        major, minor, patch, tag = match.groups()
        return cls(int(major), int(minor or 0), int(patch or 0), tag or "")

    def sort_key(self):
        # a pre-release comes before the release of the same number
        parts = []
        for part in self.tag.split(".") if self.tag else []:
            parts.append((0, int(part), "") if part.isdigit() else (1, 0, part))
        return (self.numbers, not self.tag, parts)

    def __eq__(self, other):
        return self.sort_key() == other.sort_key()

    def __lt__(self, other):
        return self.sort_key() < other.sort_key()

    def __le__(self, other):
        return self.sort_key() <= other.sort_key()

    def __hash__(self):
        return hash((self.numbers, self.tag))

    def __str__(self):
        text = ".".join(str(number) for number in self.numbers)
        return f"{text}-{self.tag}" if self.tag else text


class Range:
    """A union of intervals; each interval is a list of (operator, version)."""

    def __init__(self, text, alternatives):
        self.text = text
        self.alternatives = alternatives

    @classmethod
    def parse(cls, text):
        alternatives = []
        for part in text.split("||"):
            bounds = []
            for word in part.split():
                bounds += parse_bound(word)
            alternatives.append(bounds)
        return cls(" ".join(text.split()), alternatives)

    def allows(self, version):
        for bounds in self.alternatives:
            if all(holds(version, operator, limit) for operator, limit in bounds):
                if version.tag and not any(limit.tag for _, limit in bounds):
                    continue        # pre-releases only where asked for
                return True
        return False

    def __str__(self):
        return self.text


def holds(version, operator, limit):
    if operator == "=":
        return version == limit
    if operator == ">=":
        return limit <= version
    if operator == ">":
        return limit < version
    if operator == "<=":
        return version <= limit
    return version < limit


def parse_bound(word):
    if word in ("*", "x"):
        return []
    if word.endswith((".x", ".*")):
        word = "~" + word[:-2]
    match = re.match(r"^(\^|~|>=|<=|>|<|=)?(.+)$", word)
    operator, text = match.group(1) or "=", match.group(2)
    low = Version.parse(text)
    major, minor, patch = low.numbers
    if operator == "^":
        if major > 0:
            high = Version(major + 1, 0, 0)
        elif minor > 0 or text.count(".") < 2:
            high = Version(0, minor + 1, 0)
        else:
            high = Version(0, 0, patch + 1)
        return [(">=", low), ("<", high)]
    if operator == "~":
        if "." in text:
            high = Version(major, minor + 1, 0)
        else:
            high = Version(major + 1, 0, 0)
        return [(">=", low), ("<", high)]
    return [(operator, low)]


# --- the index --------------------------------------------------------------


class Release:
    def __init__(self, name, version, yanked=False):
        self.name = name
        self.version = version
        self.yanked = yanked
        self.needs = []         # (package name, Range)

    def __str__(self):
        return f"{self.name} {self.version}"


class Index:
    def __init__(self):
        self.releases = {}
        self.wanted = []        # (package name, Range)

    def add(self, release):
        known = self.releases.setdefault(release.name, [])
        if any(other.version == release.version for other in known):
            raise IndexFault(f"{release} is listed twice")
        known.append(release)

    def newest_first(self, name):
        if name not in self.releases:
            raise Unsolvable(f"there is no package {name!r}")
        usable = [r for r in self.releases[name] if not r.yanked]
        return sorted(usable, key=lambda r: r.version, reverse=True)

    @classmethod
    def load(cls, path):
        index = cls()
        current = None
        with open(path, encoding="utf-8") as handle:
            for number, raw in enumerate(handle, 1):
                words = raw.split("#", 1)[0].split()
                if not words:
                    continue
                if words[0] == "package" and len(words) >= 3:
                    current = Release(words[1], Version.parse(words[2]),
                                      "yanked" in words[3:])
                    index.add(current)
                elif words[0] == "needs" and len(words) >= 3 and current:
                    current.needs.append((words[1], Range.parse(" ".join(words[2:]))))
                elif words[0] == "install" and len(words) >= 2:
                    text = " ".join(words[2:]) or "*"
                    index.wanted.append((words[1], Range.parse(text)))
                else:
                    raise IndexFault(f"line {number}: cannot read {raw.strip()!r}")
        return index


# --- the solver -------------------------------------------------------------


class Demand:
    """A range somebody asks of a package."""

    def __init__(self, range_, origin):
        self.range = range_
        self.origin = origin


class State:
    """What has been decided so far, and what is demanded of each package."""

    def __init__(self):
        self.chosen = {}        # name -> Release
        self.demands = {}       # name -> list of Demand
        self.order = []         # names in the order they were first demanded

    def copy(self):
        other = State()
        other.chosen = dict(self.chosen)
        other.demands = dict(self.demands)  # DEFECT: the lists in it are shared
        other.order = list(self.order)
        return other

    def demand(self, name, range_, origin):
        if name not in self.demands:
            self.demands[name] = []
            self.order.append(name)
        self.demands[name].append(Demand(range_, origin))

    def fits(self, release):
        wanted = self.demands.get(release.name, [])
        return all(demand.range.allows(release.version) for demand in wanted)

    def next_open(self):
        for name in self.order:
            if name not in self.chosen:
                return name
        return None


class Solver:
    def __init__(self, index):
        self.index = index
        self.tried = 0
        self.rejected = []
        self.reason = ""

    def solve(self):
        state = State()
        for name, range_ in self.index.wanted:
            state.demand(name, range_, "you")
        solution = self.extend(state)
        if solution is None:
            raise Unsolvable(self.reason or "no versions fit together")
        return solution

    def extend(self, state):
        """Decide the next open package; None when nothing works out."""
        name = state.next_open()
        if name is None:
            return state
        candidates = [r for r in self.index.newest_first(name) if state.fits(r)]
        if not candidates:
            self.explain(state, name)
            return None
        for release in candidates:
            self.tried += 1
            branch = state.copy()
            if not self.choose(branch, release):
                self.rejected.append(release)
                continue
            solution = self.extend(branch)
            if solution is not None:
                return solution
            self.rejected.append(release)
        return None

    def choose(self, state, release):
        """Take a release; False if it clashes with what is already chosen."""
        state.chosen[release.name] = release
        for name, range_ in release.needs:
            state.demand(name, range_, str(release))
            taken = state.chosen.get(name)
            if taken is not None and not range_.allows(taken.version):
                self.reason = f"{release} needs {name} {range_}, not {taken.version}"
                return False
        return True

    def explain(self, state, name):
        asked = ", ".join(f"{demand.range} ({demand.origin})"
                          for demand in state.demands[name])
        self.reason = f"no version of {name} satisfies {asked}"


# --- output -----------------------------------------------------------------


def install_order(chosen):
    """Packages after everything they need; cycles are cut where met."""
    ordered = []
    seen = set()

    def visit(name):
        if name in seen:
            return
        seen.add(name)
        for needed, _ in sorted(chosen[name].needs, key=lambda need: need[0]):
            visit(needed)
        ordered.append(chosen[name])

    for name in sorted(chosen):
        visit(name)
    return ordered


def print_lock(index, solution, solver):
    ordered = install_order(solution.chosen)
    width = max(len(release.name) for release in ordered)
    print("# lock list, in order of installation")
    for release in ordered:
        newest = index.newest_first(release.name)[0]
        note = ""
        if release.version < newest.version:
            note = f"  (newest: {newest.version})"
        print(f"{release.name.ljust(width)}  {release.version}{note}")
    print()
    print("# needed by")
    direct = {name for name, _ in index.wanted}
    for release in ordered:
        users = sorted(other.name for other in ordered
                       if any(name == release.name for name, _ in other.needs))
        if release.name in direct:
            users.insert(0, "you")
        print(f"{release.name.ljust(width)}  {', '.join(users)}")
    print()
    print(f"{len(ordered)} packages, {solver.tried} candidates tried, "
          f"{len(solver.rejected)} rejected")


def main(argv):
    if len(argv) != 2:
        print("usage: resolver.py INDEX", file=sys.stderr)
        return 2
    try:
        index = Index.load(argv[1])
        solver = Solver(index)
        solution = solver.solve()
    except IndexFault as fault:
        print(f"bad index: {fault}", file=sys.stderr)
        return 2
    except Unsolvable as problem:
        print(f"cannot be solved: {problem}")
        return 1
    print_lock(index, solution, solver)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
