import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LeakEntry, TestsFinding } from "../../src/causes/tests/finding.ts";
import { type Checkout, culprit, ownFolder, runCounted } from "./checkout.ts";
import { judgeNames, judgeTests, type Verdict } from "./judge.ts";
import type { Victim } from "./project.ts";

/** What a tool made of a test. */
export interface Answer {
  readonly verdict: Verdict;
  /** Of the runner. */
  readonly starts: number;
  readonly seconds: number;
  readonly leak?: readonly LeakEntry[] | undefined;
}

/** What a tool is told: the test, and the order in which it fails, if there is one to tell. */
export interface Question {
  readonly checkout: Checkout;
  readonly victim: Victim;
  /** The tests up to the failing one. */
  readonly order?: readonly string[] | undefined;
}

export function askCulprit({ checkout, victim, order }: Question, options: readonly string[]): Answer {
  const words = [process.execPath, culprit, "tests", "--json", "--quiet", "--jobs", "1", "--failing", victim.test];
  const given = order ? ["--order", writeOrder(order)] : [];
  const { stdout, seconds, starts } = runCounted(
    [...words, ...given, ...options, "--", ...checkout.command],
    checkout.folder,
  );
  const finding = stdout === "" ? undefined : (JSON.parse(stdout) as TestsFinding);
  const ran = finding?.tests.run ?? 0;
  return {
    verdict: judgeTests(victim, finding),
    starts: checkout.programs === undefined ? ran : starts,
    seconds,
    leak: finding?.leak,
  };
}

/** Undefined: it is not installed there, or the project is not one of Python. */
export function askDetectTestPollution({ checkout, victim, order }: Question): Answer | undefined {
  const { programs, folder, tests } = checkout;
  if (programs === undefined) return undefined;
  const given = order ? ["--testids-file", writeOrder(order)] : ["--tests", commonFolder(tests)];
  const words = [join(programs, "detect-test-pollution"), "--failing-test", victim.test, ...given];
  const { stdout, seconds, starts } = runCounted(words, folder);
  const polluter = /the polluting test is: (.*)/.exec(stdout)?.[1];
  return { verdict: judgeNames(victim, polluter === undefined ? undefined : [polluter]), starts, seconds };
}

function writeOrder(order: readonly string[]): string {
  const file = join(ownFolder, "order.txt");
  writeFileSync(file, order.map((test) => `${test}\n`).join(""));
  return file;
}

/** The file or folder that has all tests in it. */
function commonFolder(tests: readonly string[]): string {
  const paths = tests.map((test) => test.replace(/::.*/s, "").split("/"));
  const [first = []] = paths;
  const shared = first.findIndex((part, i) => paths.some((path) => path[i] !== part));
  return (shared === -1 ? first : first.slice(0, shared)).join("/") || ".";
}
