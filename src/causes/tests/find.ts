import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { runInside } from "../../run/inner-run.ts";
import type { Run } from "../../run/run.ts";
import { projectRoot } from "../../suites/project-root.ts";
import { chooseVictims } from "./choose-victims.ts";
import { type Explanation, explainVictim, type Refusal } from "./explain-victim.ts";
import type { TestsFinding } from "./finding.ts";
import { learnSuite } from "./learn-suite.ts";
import type { TestsRequest } from "./request.ts";
import { isExplained, testsStory, type VictimResult } from "./story.ts";

/** Maximum number of failing tests that are looked at one by one. */
const maxVictims = 20;

/** Finds the tests that make others fail. */
export async function findInTests(run: Run, request: TestsRequest): Promise<Story<TestsFinding>> {
  const { test: argv, cwd } = request;
  const command = { argv, cwd, root: projectRoot(cwd) };
  const suite = await learnSuite(run, request, command);
  const victims = chooseVictims(suite, request);
  const results: VictimResult[] = [];
  for (const [i, victim] of victims.slice(0, maxVictims).entries()) {
    if (run.stopped.aborted) break;
    // Tests often fail for the same reason: what made another one fail is tried first.
    const guess = results.filter(isExplained).flatMap(({ others }) => others);
    const inner = { kind: "tests", name: `victim-${i + 1}`, request: innerRequest(run, request), notes: true };
    // Its steps are those that people look at.
    const result = await runInside<Explanation | Refusal>(run, { ...inner, isKept: true, isDone }, (own) =>
      explainVictim({
        run: own,
        request,
        suite,
        command,
        victim,
        guess,
        commands: { exact: new Map(), inexact: new Set() },
      }),
    );
    results.push({ ...result, victim });
  }
  if (results.length === 0) throw new UserError("It was stopped before any test was looked at.", 1);
  return testsStory(run, request, { suite, results, left: victims.length - results.length });
}

function isDone(result: Explanation | Refusal): boolean {
  return "reason" in result || result.complete;
}

/** The outer run ends the inner one when its budget ends. */
function innerRequest({ conditions, counts }: Run, request: TestsRequest): TestsRequest {
  const { budget: _, maxTests, setup: _2, teardown: _3, ...rest } = conditions;
  const left = maxTests === undefined ? {} : { maxTests: Math.max(1, maxTests - counts.needed) };
  return { ...request, conditions: { ...rest, ...left } };
}
