import type { Story } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { projectRoot } from "../../suites/project-root.ts";
import { answerDecided } from "./answer.ts";
import { alone, asItIs } from "./circumstances/as-is.ts";
import { earlierDates } from "./circumstances/clock.ts";
import { withoutVariables } from "./circumstances/environment.ts";
import { freshFiles } from "./circumstances/fresh-files.ts";
import { emptyInputs } from "./circumstances/input-files.ts";
import { cleanCopy, withoutEach } from "./circumstances/leftovers.ts";
import { ownNetwork } from "./circumstances/network.ts";
import { otherPath } from "./circumstances/place.ts";
import { lastCommit, olderCommits } from "./circumstances/versions.ts";
import type { Context } from "./context.ts";
import { stopIfExpensive } from "./cost.ts";
import { diagnose, here } from "./diagnosis/diagnose.ts";
import { repeatHere } from "./diagnosis/repeat.ts";
import type { Experiment } from "./experiment.ts";
import { chooseFailing, recordFailure } from "./failing-test.ts";
import type { WhyFinding } from "./finding.ts";
import { type FirstRun, runHere } from "./first-run.ts";
import { explainFlaky } from "./flaky.ts";
import { GreenMemory, type SinceGreen } from "./green/green-memory.ts";
import { dateThen, filesThen, variablesThen } from "./green/since-green.ts";
import { Inquiry } from "./inquiry.ts";
import { explainOrder } from "./order.ts";
import { tryPackages } from "./packages.ts";
import type { WhyRequest } from "./request.ts";
import type { LoadApplication } from "./run-instrument.ts";
import { contextOf, repositoryAt, type Started } from "./started.ts";
import { type Answer, passesStory, stoppedStory, whyStory } from "./story.ts";
import { untriedHere } from "./untried.ts";

/** Finds out which kind of circumstance makes a test fail, and hands over to what isolates it. */
export async function findWhy(run: Run, request: WhyRequest, load: LoadApplication): Promise<Story<WhyFinding>> {
  const { cwd, test: argv } = request;
  const command = { argv, cwd, root: projectRoot(cwd) };
  const inquiry = new Inquiry(run);
  const memory = new GreenMemory(cwd, argv);
  const began = new Date();
  const first = await untilStopped(run, () => runHere(run, command, () => memory.takeTree()));
  if (!first) return stoppedStory(run, request);
  if (!first.fails) return passesStory(run, request, first, await memory.remember(first.tree, began));
  const failing = chooseFailing(run, first);
  recordFailure(run, failing, first);
  inquiry.add({
    how: "here",
    outcome: "fail",
    runs: first.runs,
    failed: 1,
    seconds: Math.round(first.execution.milliseconds) / 1000,
  });
  const since = sinceGreen(memory, first);
  const known = { run, request, load, inquiry, first, failing, command, repository: repositoryAt(cwd, run) };
  const started: Started = { ...known, ...(since ? { since } : {}) };
  const answer = (await untilStopped(run, () => explain(started))) ?? {};
  const untried = answer.decides === undefined ? await untriedHere(started) : [];
  return whyStory(run, request, { answer, inquiry, failing, untried });
}

/** Undefined: the run was stopped meanwhile. */
async function untilStopped<T>(run: Run, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}

function sinceGreen(memory: GreenMemory, { tree }: FirstRun): SinceGreen | undefined {
  const green = memory.recall();
  return green && { memory, green, ...(tree === undefined ? {} : { treeNow: tree }) };
}

async function explain(started: Started): Promise<Answer> {
  const whole = contextOf(started, { isAlone: false });
  if (started.first.runs > 1) return explainFlaky(started, whole);
  const outcomeAlone = await tryAlone(started, whole);
  if (outcomeAlone === "pass") return explainOrder(started, whole);
  const context = outcomeAlone === "fail" ? contextOf(started, { isAlone: true }) : whole;
  const plan = stopIfExpensive(started.run, {
    runs: minRepeats + experimentsFor(context).length,
    seconds: started.inquiry.tried.at(-1)!.seconds,
  });
  if (plan) return plan;
  if (await comesAndGoes(started, context)) return explainFlaky(started, context);
  return explainConstant(started, context);
}

/** Undefined: there is nothing else to leave out. */
async function tryAlone({ inquiry, first, failing }: Started, { tested }: Context) {
  if (!failing.test || first.tests.length < 2) return undefined;
  const experiment = alone(tested);
  await inquiry.walk("alone", repeatHere(experiment.id, 1), [experiment]);
  return inquiry.outcomeOf(experiment.how);
}

/** Seconds that repeating the test may take, and how often it is repeated however long that takes. */
const repeatSeconds = 15;
const minRepeats = 2;

async function comesAndGoes({ inquiry, run }: Started, { tested }: Context): Promise<boolean> {
  const seconds = inquiry.tried.at(-1)!.seconds;
  const runs = Math.max(minRepeats, Math.min(6, Math.floor(repeatSeconds / Math.max(0.1, seconds))));
  const seen = await inquiry.walk("again", repeatHere(here, runs), [asItIs(tested)]);
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
  const byPackages = await tryPackages(started, context);
  if (byPackages) return byPackages;
  const seconds = started.first.execution.milliseconds / 1000;
  return found ?? single ?? (await tryInTurn(started, context, emptyInputs(context, seconds))) ?? {};
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
  const asIs = asItIs(context.tested);
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
    ...variablesThen(context),
    ...withoutVariables(context),
    ...cleanCopy(context),
    ...freshFiles(context),
    ...filesThen(context),
    ...lastCommit(context),
    ...dateThen(context),
    ...earlierDates(context),
    ...ownNetwork(context),
    ...otherPath(context),
    ...olderCommits(context),
  ];
}
