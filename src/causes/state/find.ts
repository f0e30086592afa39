import { readFileSync, rmSync } from "node:fs";
import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import { requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { filesNamed } from "../../trial/test-words.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { commonMoments } from "./capture/moments.ts";
import { languageDoubted } from "./command/language.ts";
import { type Ending, isSame } from "./driver/judge.ts";
import { type Beginning, graphsOf, mayTest, type Task, type Written, worldOf, written } from "./driver/task.ts";
import type { StateFinding } from "./finding.ts";
import { follow, type View } from "./follow/follow.ts";
import { givenTo } from "./follow/input-text.ts";
import { isolateAtNamed, stretchesBetween } from "./follow/named-places.ts";
import { strangeness } from "./follow/rank.ts";
import { isolateAt } from "./isolate/isolate.ts";
import { type Chain, tellChain, tellRefused } from "./report/story.ts";
import { runOf, type StateRequest } from "./request.ts";

/** Finds the variable that makes a program fail, at one place or along the way from its beginning to its end. */
export async function findInState(run: Run, request: StateRequest): Promise<Story<StateFinding>> {
  const beginning: Beginning = { run, request };
  let task: Task | undefined;
  try {
    const ends = await reproduce(run, async () => {
      task = { ...beginning, ...(await learnEndings(beginning)) };
      return settle(task);
    });
    if (isRefusal(ends)) return tellRefused(beginning, ends);
    if (run.conditions.reuse) run.reuse(identityOf(request));
    return await tellChain(task!, await chainOf(task!));
  } finally {
    rmSync(graphsOf(run), { recursive: true, force: true });
  }
}

/** All that an outcome depends on besides what is changed. */
function identityOf({ pass, fail, test, stdin, cwd }: StateRequest): unknown {
  const files = [pass, fail, test, ["", ...Object.values(stdin ?? {})]].flatMap((words) => filesNamed(words, cwd));
  return ["state", pass, fail, test, files.map((path) => contentHash(readFileSync(path)))];
}

/** How the two runs end tells them apart, where no test does. */
async function learnEndings(task: Beginning): Promise<Pick<Task, "judged" | "said">> {
  const { test } = task.request;
  const learn = (which: "pass" | "fail") => written<Ending>(task, () => runOf(task.request, which), "learn");
  const [passing, failing] = await Promise.all([learn("pass"), learn("fail")]);
  const hangs = failing.timedOut;
  if (!passing.value || (!failing.value && !hangs))
    throw whyNotRun(task, passing.value ? "fail" : "pass", passing.value ? failing : passing);
  if (test.length === 0 && failing.value) {
    if (isSame(passing.value, failing.value)) throw new NotReproduced(nothingToTell(failing));
    seeThatSteady(await Promise.all([learn("pass"), learn("fail")]), [passing.value, failing.value]);
  }
  return {
    judged: { test, pass: passing.value, ...(failing.value ? { fail: failing.value } : {}) },
    said: { pass: passing.said, fail: failing.said },
  };
}

function whyNotRun(
  { request }: Beginning,
  which: "pass" | "fail",
  { said, timedOut }: Pick<Written<Ending>, "said" | "timedOut">,
): UserError {
  if (timedOut) return new NotReproduced("The passing run does not come to its end in time: --timeout gives it more.");
  const why = `The program could not be run: ${said.trim().replace(/^culprit: /, "")}`;
  return new UserError([why, ...languageDoubted(request[which], request.cwd, request.language)].join("\n"));
}

const testCan = "A test behind -- can: it gets the output on its standard input.";

function nothingToTell({ value, said }: Written<Ending>): string {
  const last = said.trim().split("\n").at(-1);
  return [
    `Both runs end with ${value!.status} and print the same: nothing tells the failing one from the passing one.`,
    ...(last ? [`The failing one said at last: ${last}`] : []),
    testCan,
  ].join(" ");
}

function seeThatSteady(again: readonly Written<Ending>[], before: readonly Ending[]): void {
  const changed = again.findIndex(({ value }, i) => !value || !isSame(value, before[i]));
  if (changed === -1) return;
  throw new NotReproduced(
    `The ${changed === 0 ? "passing" : "failing"} run does not end and print the same each time, so the runs cannot be told apart by that. ${testCan} If it is a matter of chance, culprit schedule looks for what decides.`,
  );
}

async function settle(task: Task) {
  const { run, request, judged } = task;
  const world = (which: "pass" | "fail") => worldOf(task, runOf(request, which), judged);
  const worlds = {
    failing: { world: world("fail"), name: "the failing run" },
    other: { world: world("pass"), name: "the passing run" },
  };
  const ends = await settleEnds(run, worlds);
  const advice = "--pass names a command that passes, --fail one that fails.";
  const { outputLine } = ends.other;
  const unresolved = outputLine === undefined ? advice : `It printed: ${outputLine}\n${advice}`;
  return requirePassing(ends, worlds, { fail: advice, unresolved });
}

async function chainOf(task: Task): Promise<Chain> {
  const { request, run } = task;
  let looks = 0;
  const given = givenTo(request);
  const view: View = {
    isolate: (at, nearby) => {
      looks++;
      return isolateAt(task, at, nearby);
    },
    moments: (call) => commonMoments(task, call),
    mayLook: () => looks < request.maxPlaces && mayTest(run),
    strangeness: (stretch) => strangeness(stretch, given),
    tests: () => run.stages.reduce((sum, { needed }) => sum + needed, 0),
  };
  if (request.at.length === 0) {
    const moments = await commonMoments(task);
    return {
      asked: undefined,
      ...(await follow(view, [{ before: { end: "input" }, after: { end: "output" }, moments }])),
    };
  }
  const asked = await isolateAtNamed(task);
  return { asked, ...(await follow(view, await stretchesBetween(task, asked.found))) };
}
