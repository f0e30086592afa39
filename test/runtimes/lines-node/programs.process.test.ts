import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProgram, runLines, tracedFile } from "./lines-program.ts";

const max = `function max(list) {
  let best = list[0];
  for (const each of list) {
    if (each < best) best = each;
  }
  return best;
}
`;
const commonjs = makeProgram({
  "main.js": `const max = require("./max.js");\nconsole.log(max([1, 3, 2]));\n`,
  "max.js": `${max}module.exports = max;\n`,
});
const modules = makeProgram({
  "main.mjs": `import { max } from "./max.mjs";\nconsole.log(max([1, 3, 2]));\n`,
  "max.mjs": `export ${max}`,
});

test.each([
  ["CommonJS", commonjs, "main.js", "max.js"],
  ["ECMAScript modules", modules, "main.mjs", "max.mjs"],
])("a program is traced, and one site of it changed: %s", async (_, root, main, name) => {
  const file = join(root, name);
  const traced = await runLines(root, ["node", main], { trace: true, fixed: [main] });
  expect(traced).toMatchObject({ code: 0, output: "1\n", errors: "" });
  const { lines, site } = tracedFile(traced, file);
  expect(lines.filter((line) => line < 7)).toEqual([2, 3, 4, 6]);
  expect(traced.reports[0]!.sites!.every((each) => each.file === file)).toBe(true);
  expect(tracedFile(traced, join(root, main)).lines).toContain(2);
  expect(site("each < best")).toMatchObject({ line: 4, function: "max" });

  const change = { site: site("each < best").id, change: "operator:>" };
  const changed = await runLines(root, ["node", main], { change });
  expect(changed).toMatchObject({ code: 0, output: "3\n", errors: "", reports: [{ hits: 3 }] });
  const last = await runLines(root, ["node", main], { change: { ...change, first: 3 } });
  expect(last).toMatchObject({ output: "2\n", reports: [{ hits: 3 }] });
  const both = await runLines(root, ["node", main], { change, trace: true });
  expect(both).toMatchObject({ output: "3\n", reports: [{ hits: 3 }] });
  expect(tracedFile(both, file).site("each < best").id).toBe(change.site);
});

test("a program that is started by others is found, and has its own environment", async () => {
  const root = makeProgram({ "a b.js": `console.log(process.env.NODE_OPTIONS, process.env.CULPRIT_LINES, 1 + 1);\n` });
  const own = { NODE_OPTIONS: "--no-deprecation" };
  const traced = await runLines(root, ["sh", "-c", "npx --no-install node 'a b.js'"], { trace: true }, own);
  expect(traced.output).toBe("--no-deprecation undefined 2\n");
  expect(traced.reports).toHaveLength(1);
  const { id } = tracedFile(traced, join(root, "a b.js")).site("1 + 1");
  const changed = await runLines(root, ["sh", "-c", "node 'a b.js'"], { change: { site: id, change: "left" } });
  expect(changed).toMatchObject({ output: "undefined undefined 1\n", reports: [{ hits: 1 }] });
});

test.each([
  ["an exception", "throw new Error('no')", 1],
  ["process.exit", "process.exit(3)", 3],
  ["SIGTERM", "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 10000)", "SIGTERM"],
])("the report is written however the program ends: %s", async (_, end, code) => {
  const root = makeProgram({ "main.js": `let n = 1;\nn++;\n${end};\n` });
  const run = await runLines(root, ["node", "main.js"], { trace: true });
  expect(run.code).toBe(code);
  expect(tracedFile(run, join(root, "main.js")).lines).toEqual([1, 2, 3]);
});

test("a program that never ends leaves a report when it is killed", async () => {
  const root = makeProgram({ "main.js": "let n = 1;\nfor (;;) {\n  n++;\n}\n" });
  const run = await runLines(root, ["timeout", "-s", "KILL", "3", "node", "main.js"], { trace: true });
  expect(tracedFile(run, join(root, "main.js")).lines).toEqual([1, 2, 3]);
});

test("a run that executes the changed site too often is ended", async () => {
  const root = makeProgram({ "main.js": "let n = 0;\nwhile (n < 3) n++;\n" });
  const traced = await runLines(root, ["node", "main.js"], { trace: true });
  expect(traced.reports[0]!.most).toBe(3);
  const { id } = tracedFile(traced, join(root, "main.js")).site("n < 3");
  const run = await runLines(root, ["node", "main.js"], { change: { site: id, change: "true" }, maxHits: 1000 });
  expect(run).toMatchObject({ code: "SIGPROF", reports: [{ hits: 1001 }] });
});

test("code of node:test and vitest is where it was written", async () => {
  const source = `export interface Pair {\n  a: number;\n}\nexport function sum(p: Pair): number {\n  return p.a - 1;\n}\n`;
  const body = `test("sum", () => {\n  expect(sum({ a: 1 })).toBe(2);\n});\n`;
  const root = makeProgram({
    "package.json": '{ "type": "module" }',
    "sum.ts": source,
    "sum.test.ts": `import { expect, test } from "vitest";\nimport { sum } from "./sum.ts";\n${body}`,
    "plain.test.js": `import test from "node:test";\ntest("plain", () => {\n  if (1 > 2) return;\n  throw new Error();\n});\n`,
  });
  symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(root, "node_modules"));
  const command = ["npx", "vitest", "run", "sum.test.ts"];
  const traced = await runLines(root, command, { trace: true, fixed: ["sum.test.ts"] });
  expect(traced.code).toBe(1);
  const { lines, site } = tracedFile(traced, join(root, "sum.ts"));
  expect(lines).toEqual([5]);
  expect(site("p.a - 1")).toMatchObject({ line: 5, function: "sum", seen: ["0"] });
  const change = { site: site("p.a - 1").id, change: "operator:+" };
  expect(await runLines(root, command, { change })).toMatchObject({ code: 0, reports: [{ hits: 1 }] });

  const test = ["node", "--test", "plain.test.js"];
  const plain = tracedFile(await runLines(root, test, { trace: true }), join(root, "plain.test.js"));
  expect(plain.lines).toEqual([2, 3, 4]);
  const forced = { site: plain.site("1 > 2").id, change: "true" };
  expect(await runLines(root, test, { change: forced })).toMatchObject({ code: 0, reports: [{ hits: 1 }] });
});
