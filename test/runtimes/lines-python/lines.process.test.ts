import { describe, expect, test } from "vitest";
import { changeOf, LinesProgram } from "./lines-program.ts";

const search = `
import sys
from search import find
print(find([1, 2, 3], int(sys.argv[1]) if len(sys.argv) > 1 else 2))
`;
const searchModule = `"""Docs."""
from __future__ import annotations

def find(items, wanted):
    """Docs."""
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        elif items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
`;

describe("a traced run", () => {
  test("reports the lines it executed, without declarations, and prints what it always does", async () => {
    const program = new LinesProgram({ "main.py": search, "search.py": searchModule });
    const [plain, traced] = await program.runBatch([{}, { trace: true }]);
    expect(traced!.output).toBe(plain!.output);
    expect(traced!.output).toBe("1\n");
    const lines = traced!.report.lines!;
    expect(lines[`${program.folder}/search.py`]).toEqual([6, 7, 8, 9, 10]);
    expect(lines[`${program.folder}/main.py`]).toEqual([4]);
  });

  test("reports the values that were assigned, passed and returned", async () => {
    const program = new LinesProgram({ "main.py": "def f(a):\n    return a + 1\nfor i in range(3):\n    x = f(i)\n" });
    const sites = await program.sites();
    expect(sites.find(({ text }) => text === "a + 1")!.seen).toEqual(["1", "2", "3"]);
  });

  test("of code on several lines, each line counts, and a call is at the line of what it calls", async () => {
    const code = "x = [\n    1,\n    abs(\n        -2),\n]\nprint({\n    'a': max,\n}['a'](\n    *x))\n";
    const [end] = await new LinesProgram({ "main.py": code }).runBatch([{ trace: true }]);
    expect(Object.values(end!.report.lines!)).toEqual([[1, 2, 3, 4, 6, 7, 8, 9]]);
    const call = end!.report.sites!.find(({ text }) => text === "{'a': max}['a'](*x)");
    expect(call!.line).toBe(8);
  });

  test("keeps its report if the program is ended by a signal", async () => {
    const program = new LinesProgram({ "main.py": "import os\nx = 1\nos.kill(os.getpid(), 11)\nx = 2\n" });
    const [end] = await program.runBatch([{ trace: true }]);
    expect(end!.status).toBe("SIGSEGV");
    expect(end!.report.lines![`${program.folder}/main.py`]).toEqual([2, 3]);
  });
});

describe("a changed site", () => {
  const program = new LinesProgram({ "main.py": search, "search.py": searchModule });

  test.each([
    ["low <= high", "false", "-1"],
    ["items[middle] == wanted", "NotEq", "0"],
    ["len(items) - 1", "Add", "1"],
    ["items", "name:wanted", ""],
    ["low + high", "right", "1"],
    ["middle", "+1", "2"],
    ["middle", "value:40", "40"],
  ])("%s behaves differently: %s", async (text, change, output) => {
    const sites = await program.sites();
    const found = change.startsWith("value:")
      ? { site: sites.find((each) => each.text === "middle" && each.line === 10)!.id, change }
      : changeOf(change === "+1" ? sites.filter(({ line }) => line === 10) : sites, text, change);
    const [end] = await program.runBatch([{ change: found }]);
    expect(end!.output.trim()).toBe(output);
  });

  test("gets what may be missing", async () => {
    const code = `
def longest(words, limit):
    best = 0
    for word in words:
        if len(word) > 3:
            best = len(word)
    rest = []
    return [best]

print(longest(["abcd", "abcdef", "abcde"], 1))
`;
    const added = new LinesProgram({ "main.py": code });
    const sites = await added.sites();
    const cases = [
      ["len(word) > 3", "And-not-best", "len(word) > 3 and not best", "[4]"],
      ["len(word) > 3", "Or-limit", "len(word) > 3 or limit", "[5]"],
      ["words", "from-limit", "words[limit:]", "[5]"],
      ["words", "until-limit", "words[:limit]", "[4]"],
      ["len(word)", "max-best", "max(best, len(word))", "[6]"],
      ["len(word)", "min-0", "min(0, len(word))", "[0]"],
      ["len(word)", "plus-limit", "len(word) + limit", "[6]"],
      ["[best]", "onto-rest", "rest + [best]", "[5]"],
      ["return [best]", "assign-best-limit", "best = limit; return [best]", "[1]"],
    ] as const;
    const changes = cases.map(([text, change]) => changeOf(sites, text, change));
    const ends = await added.runBatch(changes.map((change) => ({ change })));
    expect(ends.map(({ output }) => output.trim())).toEqual(cases.map(([, , , output]) => output));
    const textOf = ({ site, change }: (typeof changes)[number]) =>
      sites.find(({ id }) => id === site)!.changes.find(({ id }) => id === change)!.text;
    // Some versions of Python put it into parentheses.
    const texts = changes.map((each) => textOf(each)!.replace("(not best)", "not best"));
    expect(texts).toEqual(cases.map(([, , text]) => text));
  });

  test("in one of its executions only", async () => {
    const loop = new LinesProgram({ "main.py": "for i in range(4):\n    print(i if i >= 0 else 'no')\n" });
    const change = changeOf(await loop.sites(), "i >= 0", "false");
    const ends = await loop.runBatch([
      { change: { ...change, first: 2, last: 3 } },
      { change: { ...change, first: 9 } },
    ]);
    expect(ends.map(({ output }) => output)).toEqual(["0\nno\nno\n3\n", "0\n1\n2\n3\n"]);
    expect(ends.map(({ report }) => report.hits)).toEqual([4, 4]);
  });

  test("that makes a loop endless is ended by its hits", async () => {
    const loop = new LinesProgram({ "main.py": "i = 0\nwhile i < 3:\n    i += 1\nprint(i)\n" });
    const [end] = await loop.runBatch([{ change: changeOf(await loop.sites(), "i < 3", "true"), maxHits: 100 }]);
    expect(end).toMatchObject({ status: "time limit", output: "" });
  });

  test("works in a run of its own too, however Python is started", async () => {
    const change = changeOf(await program.sites(), "low <= high", "false");
    const throughShell = new LinesProgram({ "main.py": search, "search.py": searchModule }, [
      "sh",
      "-c",
      "python3 main.py; echo $?",
    ]);
    const site = change.site.replace(program.folder, throughShell.folder);
    expect((await throughShell.runAlone({ change: { ...change, site } })).output).toBe("-1\n0\n");
  });
});

describe("a program that is run by forks", () => {
  test("reads its standard input and ends as it always does", async () => {
    const code =
      "import atexit, sys\natexit.register(print, 'bye')\nprint(sys.stdin.read(), __name__, sys.argv)\nsys.exit(3)\n";
    const program = new LinesProgram({ "main.py": code, in: "words" });
    const ends = await program.runBatch([{}, { trace: true }], { stdin: `${program.folder}/in` });
    for (const { status, output } of ends) {
      expect(status).toBe("exit 3");
      expect(output).toBe("words __main__ ['main.py']\nbye\n");
    }
  });

  test("modules of Python that it loads can be loaded before, but not where it has one of such a name", async () => {
    const [end] = await new LinesProgram({ "main.py": "import heapq\n" }).runBatch([{ trace: true }]);
    expect(end!.report.modules ?? ["heapq"]).toContain("heapq");
    const own = new LinesProgram({ "main.py": "import heapq, queue\n", "heapq.py": "heappush = heappop = 1\n" });
    expect((await own.runBatch([{ trace: true }]))[0]!.report.modules ?? []).toEqual([]);
    const program = new LinesProgram({ "main.py": "import sys\nprint('heapq' in sys.modules, 'x' in sys.modules)\n" });
    const [loaded] = await program.runBatch([{}], { preload: ["heapq", "no.such.module"] });
    expect(loaded!.output).toBe("True False\n");
  });

  test("an uncaught exception is exit 1", async () => {
    const [end] = await new LinesProgram({ "main.py": "raise ValueError('x')\n" }).runBatch([{}]);
    expect(end).toMatchObject({ status: "exit 1", output: "" });
  });

  test("a branch that only reports a failure is marked", async () => {
    const code = "import sys\nx = len(sys.argv)\nif x != 1:\n    sys.exit(2)\nassert x == 1\n";
    const sites = await new LinesProgram({ "main.py": code }).sites();
    const reporting = sites.filter(({ reports }) => reports).map(({ text }) => text);
    expect(reporting).toEqual(expect.arrayContaining(["x != 1", "x == 1"]));
    expect(sites.find(({ text }) => text === "len(sys.argv)")!.reports).toBeUndefined();
  });
});
