import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../temporary-folder.ts";

const root = join(import.meta.dirname, "../../../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const folder = temporaryFolder("runners");

const racy = `
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function body() {
  let balance = 100;
  const withdraw = async (sum, late) => {
    await wait(late);
    const before = balance;
    await wait(2);
    balance = before - sum;
  };
  await Promise.all([withdraw(30, 1), withdraw(50, 4)]);
  if (balance !== 20) throw new Error("money was made");
}
`;
const config = 'export default { test: { include: ["*.vitest.mjs"] } };';
const told = /It fails if timeout \S+:2:\d+ from line 6 .*runs before timeout \S+:2:\d+ from line 8\./;

beforeAll(() => {
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  symlinkSync(root, join(packages, "culprit"));
  symlinkSync(join(root, "node_modules/vitest"), join(packages, "vitest"));
  const write = (name: string, imports: string) =>
    writeFileSync(join(folder, name), `${imports}${racy}test("no money is made", () => explore(body));\n`);
  write("a.vitest.mjs", 'import { test } from "vitest"; import { explore } from "culprit/schedule";');
  write("b.test.mjs", 'import test from "node:test"; import { explore } from "culprit/schedule";');
  write("c.test.cjs", 'const test = require("node:test"); const { explore } = require("culprit/schedule");');
  writeFileSync(join(folder, "vitest.config.mjs"), config);
});

function run(...words: readonly string[]): Promise<{ code: unknown; output: string }> {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, VITEST, VITEST_WORKER_ID, NODE_ENV, ...env } = process.env;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { cwd: folder, env, timeout: 120_000 }, (_, output, errors) =>
      resolve({ code: child.exitCode, output: output + errors }),
    );
  });
}

test.each([
  ["vitest in processes", [vitest, "run", "--pool=forks"]],
  ["vitest in threads", [vitest, "run", "--pool=threads"]],
  ["node:test, imported", ["--test", "b.test.mjs"]],
  ["node:test, required", ["--test", "c.test.cjs"]],
])("%s tells which order fails", async (_, words) => {
  const { code, output } = await run(...words);
  expect(code).toBe(1);
  expect(output).toMatch(told);
  expect(output).toContain("money was made");
});

test("explore ends before the time limit of the test runner, and says what it has not tried", async () => {
  const home = join(folder, "budget");
  mkdirSync(home);
  const body = "() => new Promise((resolve) => setTimeout(resolve, 1))";
  writeFileSync(
    join(home, "long.vitest.mjs"),
    `import { test } from "vitest";
import { explore } from "culprit/schedule";
test("long", async () => void (await explore(${body}, { schedules: 10_000_000 })));
`,
  );
  writeFileSync(join(home, "vitest.config.mjs"), config);
  const { code, output } = await run(vitest, "run", "--root", "budget");
  expect(output).toMatch(/explore: all of \d+ schedules passed, but the budget of 4000 ms ended before 10000000 were/);
  expect(code).toBe(0);
});

test("under culprit schedule a body is run once, as the whole process is scheduled already", async () => {
  writeFileSync(
    join(folder, "inside.mjs"),
    `import { explore } from "culprit/schedule";
let runs = 0;
await explore(async () => void runs++);
console.log("runs", runs);`,
  );
  const preload = join(root, "dist/runtimes/schedule-events/preload.js");
  const log = join(folder, "log");
  process.env.CULPRIT_LOG = log;
  const { output } = await run(`--import=${preload}`, "inside.mjs");
  delete process.env.CULPRIT_LOG;
  expect(output).toContain("runs 1\n");
});
