import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { skippedBecause } from "../../../tiers/skipped-because.ts";
import { jest, noJest } from "../../../tools/jest.ts";

const root = join(import.meta.dirname, "../../../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const folder = temporaryFolder("explain-runners");
const started = join(temporaryFolder("explain-started"), "commands");

/** The tests of each runner: an error of the program, and an assertion on values that the body must be able to recognise. */
const tests = (compared: string) => `
const page = "<p>" + "word ".repeat(300) + "</p><SELECT NAME='priority'>";
const bill = { lines: Array.from({ length: 200 }, (_, id) => ({ id, price: id === 99 ? -4 : id, at: new Date(id) })) };
const time = { budget: 60_000 };
test("renders", () => explain(page, (text) => {
  if (/<SELECT[^>]*>/.test(text)) throw new RangeError("cannot render " + text.length + " bytes");
}, time));
test("totals", () => explain(bill, async ({ lines }) => {
  const prices = lines.filter((line) => line instanceof Object && line.price < 0);
  if (!(lines instanceof Array)) throw new Error("lines of another context");
  lines.length = 0;
  ${compared};
}, time));
test("passes", async () => {
  if ((await explain("x", (x) => x + "y")) !== "xy") throw new Error("no result");
});
`;

const expected = [
  /cannot render [\d,]+ bytes\s+The smallest input that fails like this, 8 of 1,531 characters:\s+"<SELECT>"/,
  /The smallest input that fails like this, \d+ of [\d,]+ characters of JSON:\s+\{"lines":\[\{"price":-1\}\]\}/,
  /Leave out any one item, property or character, and it does not fail like this \(\d+ runs\)\./,
  /full\s+\.culprit\/explain\/\S+\/1-full\.xml\s+smallest\s+\.culprit\/explain\/\S+\/1-smallest\.xml/,
];

beforeAll(() => {
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, ".bin"), { recursive: true });
  symlinkSync(root, join(packages, "culprit"));
  symlinkSync(join(root, "node_modules/vitest"), join(packages, "vitest"));
  symlinkSync(vitest, join(folder, "linked"));
  // What culprit runs again and again only has to note how it was started.
  writeFileSync(join(packages, ".bin/vitest"), `#!/bin/sh\necho "$CULPRIT$*" >> '${started}'\n`, { mode: 0o755 });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("package.json", "{}");
  write("vitest.config.mjs", 'export default { test: { include: ["*.vitest.mjs"], testTimeout: 90_000 } };');
  write("jest.config.json", JSON.stringify({ testMatch: ["**/*.jest.*"], testTimeout: 90_000, transform: {} }));
  const expecting = tests("expect(prices).toEqual([])");
  const asserting = tests("assert.deepEqual(prices, [])");
  write(
    "a.vitest.mjs",
    `import { expect, test } from "vitest"; import { explain } from "culprit/vitest";
import { useFakeTimers } from "./fake.mjs"; useFakeTimers();${expecting}`,
  );
  write("fake.mjs", 'import { vi } from "vitest"; export const useFakeTimers = () => vi.useFakeTimers();');
  write("why.vitest.mjs", wantedWhy);
  write("b.jest.js", `jest.mock("fs"); jest.useFakeTimers(); const { explain } = require("culprit/jest");${expecting}`);
  write("c.jest.mjs", `import { explain } from "culprit/jest";${expecting}`);
  write(
    "d.test.mjs",
    `import test from "node:test"; import assert from "node:assert/strict"; import { explain } from "culprit/node-test";${asserting}`,
  );
  write(
    "e.test.cjs",
    `const test = require("node:test"); const assert = require("node:assert/strict"); const { explain } = require("culprit/node-test");${asserting}`,
  );
});

const wantedWhy = `import { describe, test } from "vitest";
describe("it's", () => {
  test("wanted (1)", () => { throw new Error("wanted"); });
});`;

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, VITEST, VITEST_WORKER_ID, NODE_ENV, TEST, CI, ...env } = process.env;
  const [program, ...rest] = words;
  const options = { cwd: folder, env: { ...env, NO_COLOR: "1", ...settings }, timeout: 240_000 };
  return new Promise((resolve) => {
    const child = execFile(program!, rest, options, (_, output, errors) =>
      resolve({ code: child.exitCode, output: output + errors }),
    );
  });
}

function expectExplained({ code, output }: Ended): void {
  expect(code, output).toBe(1);
  for (const each of expected) expect(output).toMatch(each);
}

describe("the error shows the smallest input", () => {
  test("in Vitest, whose reporter ends with the question why", async () => {
    const ended = await run([process.execPath, "linked", "run", "--reporter=culprit/vitest-reporter", "a.vitest.mjs"]);
    expectExplained(ended);
    expect(ended.output).toContain("Tests  2 failed | 1 passed (3)");
    expect(ended.output).toContain(
      "Why does the first of these 2 tests fail? npx culprit why -- npx vitest run a.vitest.mjs -t '^renders$'\n",
    );
  });

  test("in Jest, required", skippedBecause(noJest), async () => {
    expectExplained(await run([...jest, "b.jest.js"]));
  });

  test("in Jest, imported", skippedBecause(noJest), async () => {
    expectExplained(await run([...jest, "c.jest.mjs"], { NODE_OPTIONS: "--experimental-vm-modules" }));
  });

  test.each(["d.test.mjs", "e.test.cjs"])("in node:test, %s", async (file) => {
    expectExplained(await run([process.execPath, "--test", file]));
  });
});

test("with CULPRIT=why the reporter runs culprit, and Vitest still fails", async () => {
  const words = ["run", "--reporter=default", "--reporter=culprit/vitest-reporter", "why.vitest.mjs"];
  const { code, output } = await run([process.execPath, vitest, ...words], { CULPRIT: "why" });
  expect(output).toContain(`Why? npx culprit why -- npx vitest run why.vitest.mjs -t '^it'\\''s wanted \\(1\\)$'\n`);
  expect(output).toContain("The test passes here.");
  const commands = readFileSync(started, "utf8").trimEnd().split("\n");
  expect(new Set(commands)).toEqual(new Set(["run why.vitest.mjs -t ^it's wanted \\(1\\)$"]));
  expect(code).toBe(1);
});
