import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Site } from "../../../runtimes/protocol/lines.ts";
import { execute } from "../execute.ts";
import { compileText, findSite, nativeRunner } from "./native-program.ts";

const native = nativeRunner();

const compilers = [
  ["gcc"],
  ["gcc", "-no-pie"],
  ["gcc", "-gdwarf-4"],
  ["clang"],
  ["clang", "-no-pie"],
  ["clang", "-gdwarf-4"],
];

test.each(compilers)("a program compiled by %s %s can be changed", async (...flags) => {
  const program = native.build("search.c", ...flags);
  const printed = async (site: string, change: string) =>
    (await native.runChanged(program, site, change)).output.trim();
  expect((await execute([program, "8"], { cwd: native.root, timeout: 60_000 })).output).toBe("6\n");
  const values = {
    alwaysTrue: await printed("list[i] == wanted", "true"),
    alwaysFalse: await printed("list[i] == wanted", "false"),
    negated: await printed("list[i] == wanted", "not"),
    operator: await printed("count <= LIMIT", "<"),
    number: await printed("count <= LIMIT", "-1"),
    sum: await printed("at = at + offset", "-"),
    variable: await printed("found = i", "count"),
    skipped: await printed("found = i", "skip"),
  };
  expect(values).toEqual({
    alwaysTrue: "8",
    alwaysFalse: "2",
    negated: "8",
    operator: "2",
    number: "2",
    sum: "0",
    variable: "9",
    skipped: "2",
  });
});

test("texts are the code as people would write it", async () => {
  const { sites } = await native.prepare(native.build("search.c"));
  const texts = (text: string, what: string) =>
    sites
      .filter((site) => site.text === text && site.id.includes(what))
      .flatMap(({ changes }) => changes.flatMap((change) => change.text ?? []));
  expect(texts("i < count", ":condition")).toEqual(["i <= count", "i == count", "i != count", "i > count"]);
  expect(texts("count <= LIMIT", ":condition").slice(-2)).toEqual(["count <= LIMIT + 1", "count <= LIMIT - 1"]);
  expect(texts("int found = -1", ":number")).toEqual(["int found = 0", "int found = -2"]);
  expect(texts("at = at + offset", ":operator")).toEqual(["at = at - offset"]);
  expect(texts("found = i", ":variable i")).toEqual(["found = count", "found = wanted", "found = found"]);
});

/** Compiles each change as its text says, and compares what the two programs print; returns how many were compared. */
async function compareWithCompiled(
  name: string,
  words: readonly string[],
  isMeant: (site: Site) => boolean,
): Promise<number> {
  const source = readFileSync(native.file(name), "utf8").split("\n");
  const program = native.build(name);
  const prepared = await native.prepare(program);
  let compared = 0;
  for (const site of prepared.sites.filter(isMeant)) {
    for (const { id, text } of site.changes) {
      const written = { true: "1", false: "0", not: `!(${site.text})` }[id] ?? text!;
      const line = source[site.line - 1]!;
      if (line.split(site.text).length !== 2 || / instead of |^nothing$/.test(written)) continue;
      const lines = source.with(
        site.line - 1,
        line.replace(site.text, () => written),
      );
      const command = [compileText(native.root, lines.join("\n")), ...words];
      const expected = await execute(command, { cwd: native.root, timeout: 1_500 });
      if (expected.code === "SIGTERM") continue;
      const changed = { change: { site: site.id, change: id } };
      const { code, output } = await native.run(prepared, changed, [program, ...words]);
      expect([written, code, output]).toEqual([written, expected.code, expected.output]);
      compared++;
    }
  }
  return compared;
}

test("each change does what its text says", async () => {
  native.build("search.c");
  expect(await compareWithCompiled("search.c", ["8"], ({ line }) => line === 8)).toBeGreaterThan(15);
});

test("so does each change of an assignment and of an index, also where it needs more code than was there", async () => {
  native.build("totals.c");
  const compared = await compareWithCompiled("totals.c", [], ({ id }) => /:(?:assignment|index)$/.test(id));
  expect(compared).toBeGreaterThan(20);
});

test("some executions of a change that needs more code are changed", async () => {
  const program = native.build("totals.c");
  const run = (instances: { first?: number; last?: number }) =>
    native.runChanged(program, "sum += numbers[i]", "+1", { words: [], ...instances });
  const plain = "14 4.50 abcdbf\n";
  expect((await execute([program], { cwd: native.root, timeout: 60_000 })).output).toBe(plain);
  expect(await run({ first: 3 })).toMatchObject({ output: plain, report: { hits: 2 } });
  expect(await run({ first: 2, last: 2 })).toMatchObject({ output: "16 4.50 abcdbf\n", report: { hits: 2 } });
  expect((await run({})).output).toBe("17 4.50 abcdbf\n");
});

test("some executions of a site are changed, and all are counted", async () => {
  const program = native.build("search.c");
  const run = (first: number, last?: number) =>
    native.runChanged(program, "list[i] == wanted", "true", last === undefined ? { first } : { first, last });
  expect(await run(1)).toMatchObject({ output: "8\n", report: { hits: 6 } });
  expect(await run(5, 5)).toMatchObject({ output: "7\n", report: { hits: 6 } });
  expect(await run(1, 3)).toMatchObject({ output: "6\n", report: { hits: 6 } });
  expect(await run(7)).toMatchObject({ output: "6\n", report: { hits: 6 } });
});

test("some executions of a number, an operator, a variable, an assignment and a call are changed", async () => {
  const program = native.build("search.c");
  const run = (site: string, change: string, first: number) =>
    native.runChanged(program, site, change, { first, last: first });
  expect(await run("count <= LIMIT", "-1", 2)).toMatchObject({ output: "4\n", report: { hits: 2 } });
  expect(await run("at = at + offset", "-", 1)).toMatchObject({ output: "0\n", report: { hits: 1 } });
  expect(await run("found = i", "count", 2)).toMatchObject({ output: "9\n", report: { hits: 2 } });
  expect(await run("found = i", "skip", 2)).toMatchObject({ output: "4\n", report: { hits: 2 } });
  expect(await run('printf("%d\\n", at)', "skip", 2)).toMatchObject({ output: "6\n", report: { hits: 1 } });
  expect(await run('printf("%d\\n", at)', "skip", 1)).toMatchObject({ output: "", report: { hits: 1 } });
});

test("without a range nothing is counted", async () => {
  const { report } = await native.runChanged(native.build("search.c"), "list[i] == wanted", "not");
  expect(report).toEqual({});
});

test.each(["g++", "clang++"])(
  "C++ by %s: templates are changed in all their copies, and exceptions pass changed code",
  async (name) => {
    const program = native.build("accounts.cpp", name);
    const plain = await execute([program], { cwd: native.root, timeout: 60_000 });
    expect(plain.output).toBe("30 taken\n60 taken\n90 taken\nnot enough\n8 2.5\n");
    const run = async (site: string, change: string, instances = {}) =>
      (await native.runChanged(program, site, change, { words: [], ...instances })).output;
    expect(await run("a > b", "not")).toBe("30 taken\n60 taken\n90 taken\nnot enough\n3 1.5\n");
    expect(await run("amount > balance", "false")).toBe("30 taken\n60 taken\n90 taken\n120 taken\n150 taken\n8 2.5\n");
    expect(await run("report(taken)", "skip", { first: 2, last: 2 })).toBe("30 taken\n90 taken\nnot enough\n8 2.5\n");
  },
);

test("conditions that only report a failure are marked, and what ends the program", async () => {
  const prepared = await native.prepare(native.build("search.c"));
  expect(findSite(prepared, "wanted < 0", "not").reports).toBe(true);
  expect(findSite(prepared, "argc > 2", "not").reports).toBeUndefined();
  expect(findSite(prepared, "abort()", "skip").reports).toBe(true);
});

test("where the machine code cannot be matched with the source, nothing is claimed about it", async () => {
  const text = [
    "#include <stdio.h>",
    "#define EMPTY(x) ((x) == 0)",
    "int main(int argc, char **argv) {",
    "  if (EMPTY(argc - 1))",
    '    puts("none");',
    "  else",
    '    puts("some");',
    "}",
  ];
  const program = compileText(native.root, text.join("\n"));
  const prepared = await native.prepare(program);
  const site = findSite(prepared, "EMPTY(argc - 1)", "not");
  expect(site.changes.map(({ id, text }) => [id, text])).toEqual([
    ["always", "always continues at line 7"],
    ["never", "always continues at line 5"],
    ["not", "the other way"],
  ]);
  expect((await native.runChanged(program, site.text, "always", { words: [] })).output).toBe("some\n");
  expect((await native.runChanged(program, site.text, "never", { words: [] })).output).toBe("none\n");
});

test("numbers are found behind macros and where the compiler computed them, and may be other constants of the function", async () => {
  const text = [
    "#include <stdio.h>",
    "#define SIZE 4",
    "#define AREA (SIZE * SIZE)",
    "#define TRUE 1",
    "static int whole(void) { return TRUE; }",
    "int main(int argc, char **argv) {",
    "  int size, sum;",
    "  size = SIZE;",
    "  sum = 500+1;",
    '  if (argc < AREA) printf("%d %d %d\\n", size, sum, whole());',
    "  return 0;",
    "}",
  ];
  const program = compileText(native.root, text.join("\n"));
  const { sites } = await native.prepare(program);
  const texts = (line: number) =>
    sites
      .filter((each) => each.line === line)
      .flatMap(({ changes }) => changes.filter(({ kind }) => kind === "number").map((change) => change.text));
  expect([5, 8, 9, 10].map(texts)).toEqual([
    ["return 0"],
    ["size = SIZE + 1", "size = SIZE - 1", "size = AREA"],
    ["sum = 500+1 + 1", "sum = 500+1 - 1"],
    ["argc < AREA + 1", "argc < AREA - 1", "argc < SIZE"],
  ]);
  const printed = async (site: string, change: string) =>
    (await native.runChanged(program, site, change, { words: [] })).output;
  expect(await printed("return TRUE", "-1")).toBe("4 501 0\n");
  expect(await printed("size = SIZE", "+1")).toBe("5 501 1\n");
  expect(await printed("size = SIZE", "AREA")).toBe("16 501 1\n");
  expect(await printed("sum = 500+1", "-1")).toBe("4 500 1\n");
});
