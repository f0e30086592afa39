import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newFolder } from "./culprit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sample = join(root, "test/worlds/programs/state/sample.js");

/** Runs a program of somebody who has culprit installed, and gives what it prints. */
async function using(code: string) {
  const folder = newFolder();
  for (const name of ["node_modules", "tmp"]) mkdirSync(join(folder.path, name));
  symlinkSync(root, join(folder.path, "node_modules/culprit"));
  copyFileSync(sample, join(folder.path, "sample.js"));
  folder.write("program.mjs", `import { isolateState, UserError } from "culprit/state";\n${code}`);
  const env = { ...process.env, TMPDIR: join(folder.path, "tmp") };
  const child = spawn(process.execPath, ["program.mjs"], { cwd: folder.path, env });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  await new Promise((resolve) => child.on("close", resolve));
  expect(errors).toBe("");
  expect(readdirSync(folder.path).sort()).toEqual(["node_modules", "program.mjs", "sample.js", "tmp"]);
  expect(readdirSync(join(folder.path, "tmp"))).toEqual([]);
  return JSON.parse(output);
}

const ways = `const ways = {
  pass: "node sample.js 7 8 9",
  fail: ["node", "sample.js", "11", "14"],
  at: "shell_sort",
  test: ["sh", "-c", '! grep -q "Output: 0"'],
};`;

test("isolateState gives the cause, and leaves nothing behind", async () => {
  const { finding, stages } = await using(`${ways}
    const stages = new Set();
    const finding = await isolateState({ ...ways, jobs: 1, onProgress: ({ stage }) => stages.add(stage) });
    console.log(JSON.stringify({ finding, stages: [...stages] }));`);
  expect(finding).toMatchObject({ kind: "state", verdict: "found", minimal: true });
  expect(finding.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  expect(finding.chain).toMatchObject([{ place: "shell_sort" }]);
  expect(stages).toContain("shell_sort");
});

test("two runs that end alike are no error: the finding says why there is no cause", async () => {
  const finding = await using(`${ways}
    console.log(JSON.stringify(await isolateState({ pass: ways.pass, fail: ways.pass })));`);
  expect(finding).toMatchObject({ verdict: "not-reproduced", reason: expect.stringMatching(/nothing tells/) });
});

test("a signal ends the search, and what was found so far is given back", async () => {
  const verdicts = await using(`${ways}
    const early = await isolateState({ ...ways, signal: AbortSignal.abort() });
    const stop = new AbortController();
    const late = await isolateState({ ...ways, jobs: 1, signal: stop.signal, onProgress: () => stop.abort() });
    console.log(JSON.stringify([early.verdict, late.verdict]));`);
  expect(verdicts).toEqual(["interrupted", "interrupted"]);
});

test("what is asked wrongly is refused by a sentence, before anything runs", async () => {
  const told = await using(`${ways}
    const wrong = [
      { pass: undefined }, { fail: "" }, { fail: [] }, { pass: "node 'open" }, { test: "" }, { language: "cobol" },
      { at: ["sort", "#2"] }, { maxValues: 0 }, { jobs: 1.5 }, { timeout: -1 }, { cwd: "nowhere" },
    ];
    const told = [];
    for (const each of wrong) {
      const error = await isolateState({ ...ways, ...each }).catch((error) => error);
      told.push(error instanceof UserError ? error.message.replace(process.cwd(), "HERE") : error);
    }
    console.log(JSON.stringify(told));`);
  expect(told).toEqual([
    "pass: no command was given.",
    "fail: the command is empty.",
    "fail: the command is empty.",
    "pass: a quote is not closed: node 'open",
    "test: the command is empty.",
    "The language must be node, python, gdb (C, C++), go or java, not cobol.",
    "#2 is not a place: write FUNCTION or FILE:LINE, with #N for the N-th time.",
    "maxValues must be a positive integer, not 0.",
    "jobs must be a positive integer, not 1.5.",
    "timeout must be a positive integer, not -1.",
    "cwd: the folder HERE/nowhere does not exist.",
  ]);
});
