"""Edits in the working copy of tabulate; all but one of them change nothing that a test sees."""

import sys
from pathlib import Path

TABULATE = "tabulate/__init__.py"
DECISIVE = (
    TABULATE,
    """        top_delta = delta_lines // 2
        bottom_delta = delta_lines - top_delta
""",
    """        bottom_delta = delta_lines // 2
        top_delta = delta_lines - bottom_delta
""",
)
EDITS = [
    (
        TABULATE,
        """    invtypes = {
        5: str,
        4: bytes,
        3: float,
        2: int,
        1: bool,
        0: type(None),
    }
""",
        """    invtypes = {rank: each for each, rank in types.items()}
""",
    ),
    (
        TABULATE,
        """            for subitem in item:
                ret.append(subitem)
""",
        """            ret.extend(item)
""",
    ),
    (
        TABULATE,
        """        padded_cells = [pad + cell + pad for cell in cells]
        return padded_cells
""",
        """        return [f"{pad}{cell}{pad}" for cell in cells]
""",
    ),
    (
        TABULATE,
        """        index_v = next(index_iter)
        new_rows.append([index_v] + list(row))
""",
        """        new_rows.append([next(index_iter), *row])
""",
    ),
    DECISIVE,
    (
        TABULATE,
        """    "Format row according to DataRow format without padding."
""",
        """    "Format a row according to its DataRow, without padding."
""",
    ),
    (
        TABULATE,
        """        return bool(re.search(_multiline_codes, s))
""",
        """        return re.search(_multiline_codes, s) is not None
""",
    ),
    (
        TABULATE,
        """    if hasattr(rowfmt, "__call__"):
        return rowfmt(padded_cells, colwidths, colaligns)
""",
        """    if callable(rowfmt):
        return rowfmt(padded_cells, colwidths, colaligns)
""",
    ),
    ("test/common.py", """    print("Expected:\\n%s\\n" % expected)
""", """    print(f"Expected:\\n{expected}\\n")
"""),
    ("tox.ini", "envlist = lint, py{37, 38, 39, 310}", "envlist = lint, py{38, 39, 310, 311}"),
    ("benchmark.py", "from timeit import timeit\n", "# Needs asciitable, prettytable and texttable.\nfrom timeit import timeit\n"),
    ("CHANGELOG", "", "- 0.10.0: Simpler code.\n"),
]


def apply(edits):
    for name, old, new in edits:
        text = Path(name).read_text(encoding="utf-8")
        if old and text.count(old) != 1:
            sys.exit(f"{name}: {text.count(old)} places with {old}")
        Path(name).write_text(text.replace(old, new) if old else new + text, encoding="utf-8")


which = sys.argv[1]
if which == "all":
    apply(EDITS)
elif which == "only-noise":
    apply([edit for edit in EDITS if edit is not DECISIVE])
elif which == "only-decisive":
    apply([DECISIVE])
