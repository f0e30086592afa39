import type { Story } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { projectRoot } from "../../suites/project-root.ts";
import { answerDecided } from "./answer.ts";
import { earlierDates } from "./circumstances/clock.ts";
import { withoutVariables } from "./circumstances/environment.ts";
import { freshFiles } from "./circumstances/fresh-files.ts";
import { cleanCopy, withoutEach } from "./circumstances/leftovers.ts";
import { ownNetwork } from "./circumstances/network.ts";
import { otherPath } from "./circumstances/place.ts";
import { lastCommit, olderCommits } from "./circumstances/versions.ts";
import type { Context } from "./context.ts";
import { diagnose, here } from "./diagnosis/diagnose.ts";
import { repeatHere } from "./diagnosis/repeat.ts";
import type { Experiment } from "./experiment.ts";
import { chooseFailing, recordFailure } from "./failing-test.ts";
import type { WhyFinding } from "./finding.ts";
import { runHere } from "./first-run.ts";
import { explainFlaky } from "./flaky.ts";
import { hereAsIs, Inquiry } from "./inquiry.ts";
import { explainOrder } from "./order.ts";
import { tryPackages } from "./packages.ts";
import type { WhyRequest } from "./request.ts";
import type { LoadApplication } from "./run-instrument.ts";
import { contextOf, type Started } from "./started.ts";
import { type Answer, passesStory, whyStory } from "./story.ts";
import { worldOf } from "./worlds/tested-command.ts";

/** Finds out which kind of circumstance makes a test fail, and hands over to what isolates it. */
export async function findWhy(run: Run, request: WhyRequest, load: LoadApplication): Promise<Story<WhyFinding>> {
  const { cwd, test: argv } = request;
  const command = { argv, cwd, root: projectRoot(cwd) };
  const inquiry = new Inquiry(run);
  const first = await runHere(run, command);
  if (!first.fails) return passesStory(run, request, first);
  const failing = chooseFailing(run, first);
  recordFailure(run, failing, first);
  inquiry.add({
    how: "here",
    outcome: "fail",
    runs: first.runs,
    failed: 1,
    seconds: Math.round(first.execution.milliseconds) / 1000,
  });
  const answer = await explain({ run, request, load, inquiry, first, failing, command });
  return whyStory(run, request, { answer, inquiry, failing, first });
}

async function explain(started: Started): Promise<Answer> {
  const whole = contextOf(started, { isAlone: false });
  if (started.first.runs > 1) return explainFlaky(started, whole);
  const alone = await tryAlone(started, whole);
  if (alone === "pass") return explainOrder(started, whole);
  const context = alone === "fail" ? contextOf(started, { isAlone: true }) : whole;
  if (await comesAndGoes(started, context)) return explainFlaky(started, context);
  return explainConstant(started, context);
}

/** Undefined: there is nothing else to leave out. */
async function tryAlone({ inquiry, first, failing }: Started, { tested }: Context) {
  if (!failing.test || first.tests.length < 2) return undefined;
  const alone: Experiment = {
    id: "alone",
    kind: "tests",
    how: "alone, without the other tests",
    world: (nth) => worldOf({ ...tested, isAlone: true }, { id: here, nth }),
  };
  await inquiry.walk("alone", repeatHere("alone", 1), [alone]);
  return inquiry.outcomeOf(alone.how);
}

/** Seconds that repeating the test may take. */
const repeatSeconds = 15;

async function comesAndGoes({ inquiry, run }: Started, { tested }: Context): Promise<boolean> {
  const seconds = inquiry.tried.at(-1)!.seconds;
  const runs = Math.max(2, Math.min(6, Math.floor(repeatSeconds / Math.max(0.1, seconds))));
  const asIs = hereAsIs((nth) => worldOf(tested, { id: here, nth }));
  const seen = await inquiry.walk("again", repeatHere(here, runs), [asIs]);
  run.stopped.throwIfAborted();
  return (seen?.passed ?? 0) > 0;
}

/** The test always fails: tries what may decide, the cheapest first. */
async function explainConstant(started: Started, context: Context): Promise<Answer> {
  const { inquiry } = started;
  const found = await tryInTurn(started, context, experimentsFor(context));
  if (found && !isUnisolated(found)) return found;
  const needsAll = inquiry.tried.some(
    ({ how, outcome }) => how.startsWith("in a clean copy") && outcome === "unresolved",
  );
  const single = needsAll ? await tryInTurn(started, context, withoutEach(context)) : undefined;
  if (single && !isUnisolated(single)) return single;
  return (await tryPackages(started, context)) ?? found ?? single ?? {};
}

/**
 * The first experiment that decides and of which a part was isolated. One that decides and could not be isolated is kept in mind: what
 * it differs in may be something else than it seems. Undefined: none decides.
 */
async function tryInTurn(
  started: Started,
  context: Context,
  experiments: readonly Experiment[],
): Promise<Answer | undefined> {
  const asIs = hereAsIs((nth) => worldOf(context.tested, { id: here, nth }));
  let left = experiments;
  let weak: Answer | undefined;
  while (left.length > 0) {
    const seen = await started.inquiry.walk("circumstances", diagnose(left.map(({ id }) => id)), [asIs, ...left]);
    if (seen?.comesAndGoes) return explainFlaky(started, context);
    const at = left.findIndex(({ id }) => id === seen?.decides);
    if (at === -1) return weak;
    const answer = await answerDecided(started, left[at]!);
    if (!isUnisolated(answer)) return answer;
    weak ??= answer;
    left = left.slice(at + 1);
  }
  return weak;
}

function isUnisolated({ refusal }: Answer): boolean {
  return refusal !== undefined;
}

function experimentsFor(context: Context): Experiment[] {
  return [
    ...withoutVariables(context),
    ...cleanCopy(context),
    ...freshFiles(context),
    ...lastCommit(context),
    ...earlierDates(context),
    ...ownNetwork(context),
    ...otherPath(context),
    ...olderCommits(context),
  ];
}
