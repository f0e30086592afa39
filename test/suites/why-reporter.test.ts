import { afterEach, beforeEach, expect, test, vi } from "vitest";
import WhyReporter from "../../src/suites/vitest/why-reporter.ts";

const task = (name: string, state: string, tasks?: object[]) => ({
  type: tasks ? "suite" : "test",
  name,
  result: { state },
  ...(tasks ? { tasks } : {}),
});
const file = (name: string, state: string, tasks: object[]) => ({
  ...task(name, state, tasks),
  filepath: `/shop/${name}`,
});

beforeEach(() => {
  for (const name of ["CI", "CULPRIT", "CULPRIT_TRIAL", "CULPRIT_SUITE"]) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

/** What the reporter prints after a run. */
async function printed(files: object[], watch = false): Promise<string[]> {
  const lines: string[] = [];
  const reporter = new WhyReporter();
  await reporter.onInit({
    config: { root: "/shop", watch },
    state: { getFiles: () => files as never },
    reporters: ["default", reporter],
    logger: { log: (line) => lines.push(line) },
  });
  await reporter.onTestRunEnd();
  await reporter.onFinished();
  return lines;
}

const red = file("a.test.ts", "fail", [
  task("adds", "pass"),
  task("cart", "fail", [task("empties", "fail"), task("pays $5", "fail")]),
]);

test("the first failing test is named in full, once, with how many there are", async () => {
  expect(await printed([file("ok.test.ts", "pass", [task("x", "pass")]), red])).toEqual([
    "Why does the first of these 2 tests fail? npx culprit why -- npx vitest run a.test.ts -t '^cart empties$'\n",
  ]);
});

test("a file that fails without a test of its own is run as a whole", async () => {
  expect(await printed([file("b.test.ts", "fail", [task("never run", "skip")])])).toEqual([
    "Why? npx culprit why -- npx vitest run b.test.ts\n",
  ]);
});

test("in watch mode, there is only the line, even if culprit is asked for", async () => {
  vi.stubEnv("CULPRIT", "why");
  expect(await printed([red], true)).toHaveLength(1);
});

test("nothing is printed after a green run, in continuous integration, or in a trial of culprit", async () => {
  expect(await printed([file("ok.test.ts", "pass", [task("x", "pass")])])).toEqual([]);
  vi.stubEnv("CI", "true");
  expect(await printed([red])).toEqual([]);
  vi.stubEnv("CI", "false");
  expect(await printed([red])).toHaveLength(1);
  vi.stubEnv("CULPRIT_TRIAL", "1.1");
  expect(await printed([red])).toEqual([]);
});
