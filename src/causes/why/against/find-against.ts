import { join } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Story } from "../../../core/finding.ts";
import type { Run } from "../../../run/run.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import { projectRoot } from "../../../suites/project-root.ts";
import { testKey } from "../../../suites/suite-report.ts";
import { howItEnded } from "../../../trial/failure.ts";
import type { Observation } from "../../../trial/observation.ts";
import type { Context } from "../context.ts";
import { chooseFailing, type FailingTest, timeLimitAfter } from "../failing-test.ts";
import type { WhyFinding } from "../finding.ts";
import { type FirstRun, runOnce } from "../first-run.ts";
import { GreenMemory } from "../green/green-memory.ts";
import { Inquiry } from "../inquiry.ts";
import type { WhyRequest } from "../request.ts";
import type { LoadApplication } from "../run-instrument.ts";
import { contextOf, repositoryAt, type Started } from "../started.ts";
import { type Answer, sameStory, whyStory } from "../story.ts";
import { describeMachine } from "../surroundings/machine.ts";
import { toolVersions } from "../surroundings/tool-versions.ts";
import { worldOf } from "../worlds/tested-command.ts";
import { type Capture, readCapture } from "./capture.ts";
import { takeInFiles } from "./captured-files.ts";
import { filesThere } from "./files-there.ts";
import { isolateRespect } from "./isolate-respect.ts";
import { combined, type Respect, respectsOf } from "./respects.ts";

/** A test comes out otherwise on another machine: makes this one like that, step by step, to see what of it decides. */
export async function findAgainst(run: Run, request: WhyRequest, load: LoadApplication): Promise<Story<WhyFinding>> {
  const { cwd, test: argv } = request;
  const there = readCapture(request.against!);
  const memory = new GreenMemory(cwd, argv);
  const [tree, treeThere] = [memory.takeTree(), takeInFiles(memory, there, cwd)];
  const command = { argv, cwd, root: projectRoot(cwd) };
  const first = run.record.load<FirstRun>(firstFile) ?? (await runOnce(run, command, 1));
  run.record.save(firstFile, first);
  const isSame = first.fails === (there.outcome === "fail");
  if (isSame) return sameStory(run, request, { ...there, isSameFailure: failsLike(run, first, there) });
  const failing = failingTest(run, first, there, command.root);
  recordSeen(run, failing, first);
  const repository = repositoryAt(cwd, run);
  const started: Started = { run, request, load, inquiry: new Inquiry(run), first, failing, command, repository };
  const context = contextOf(started, { isAlone: false });
  const here = { machine: describeMachine(cwd), tools: await toolVersions(), now: context.now };
  const { tried, untried } = respectsOf(there, here);
  const files = await filesThere(context, memory, { tree, treeThere, outcome: there.outcome });
  const respects = [...tried, ...files.tried];
  const answer = await decide(started, context, { there, respects });
  return whyStory(run, request, { ...started, answer, untried: [...files.untried, ...untried] });
}

/** Whether the failures look alike, too; true if there are none. */
function failsLike(run: Run, first: FirstRun, { failing }: Capture): boolean {
  return !failing || JSON.stringify(chooseFailing(run, first).failure) === JSON.stringify(failing.failure);
}

const firstFile = "first-run.json";

/** What fails, here or there. A test that this suite does not have cannot be judged by itself. */
function failingTest(run: Run, first: FirstRun, { failing }: Capture, root: string): FailingTest {
  if (!failing) return chooseFailing(run, first);
  const { failure, test, id, whole } = failing;
  const own = test && { ...test, file: join(root, test.file) };
  const isKnown = own && first.tests.some((each) => testKey(each.test) === testKey(own));
  const common = { execution: first.execution, alike: 0, others: 0 };
  if (!isKnown) return { ...common, failure: whole };
  return { ...common, failure, test: own, ...(id === undefined ? {} : { id }) };
}

function recordSeen(run: Run, { failure }: FailingTest, first: FirstRun): void {
  if (run.ends) return;
  const milliseconds = Math.round(first.execution.milliseconds);
  const seen = { ended: howItEnded(first.execution), milliseconds, runs: 1 };
  const [failing, other] = first.fails ? ["here", "there"] : ["there", "here"];
  run.recordEnds({
    failing: { ...seen, content: failing!, outcome: "fail" },
    other: { ...seen, content: other!, outcome: "pass" },
    failure,
    timeLimit: timeLimitAfter(run, first),
    repeat: 1,
    executions: run.counts.run,
  });
}

interface Asked {
  readonly there: Capture;
  readonly respects: readonly Respect[];
}

/** The fewest respects with which it comes out as there. */
async function decide(started: Started, context: Context, { there, respects }: Asked): Promise<Answer> {
  const { run, inquiry, first } = started;
  const seen = new Map<string, Observation>();
  run.onTrial = ({ content }, observation) => seen.set(content, observation);
  addRuns(inquiry, "here", { outcome: first.fails ? "fail" : "pass", milliseconds: first.execution.milliseconds });
  addRuns(inquiry, `there, as captured at ${there.date}`, { outcome: there.outcome, milliseconds: 0 });
  const chosenIn = (set: DeltaSet) => respects.filter((_, i) => set.has(i));
  const howOf = (set: DeltaSet) =>
    chosenIn(set)
      .map(({ how }) => how)
      .join(", ");
  const asked = new Map<string, string>();
  const world = (set: DeltaSet) => {
    const made = worldOf(context.tested, { id: howOf(set), nth: 1 }, combined(chosenIn(set)));
    asked.set(made.content, howOf(set));
    return made;
  };
  const question = { name: "respects", total: respects.length, world, outcome: there.outcome } as const;
  const labels = () => respects.map(({ how }) => how);
  const { few, isConfirmed } = await searchFew(run, { ...question, labels, isKnown: false, confirms: true });
  for (const [content, how] of asked) if (seen.has(content)) addRuns(inquiry, how, seen.get(content)!);
  if (!few || run.stopped.aborted) return {};
  const chosen = chosenIn(few);
  const [only] = chosen;
  const how = howOf(few);
  if (!isConfirmed)
    return { notes: [`It came out as there ${how}, but not when it was run again: it comes and goes.`] };
  if (chosen.length === 1) return isolateRespect(started, context, { respect: only!, there });
  const sentence = `It ${there.outcome === "fail" ? "fails" : "passes"} here, too, ${how}`;
  const isolated = { kind: chosen.at(-1)!.kind, sentence, by: "respects", items: chosen.map((each) => each.how) };
  return { decides: isolated.kind, decidedBy: how, isolated: { ...isolated, total: respects.length, isProved: true } };
}

function addRuns(inquiry: Inquiry, how: string, seen: Pick<Observation, "outcome" | "milliseconds">): void {
  const { outcome, milliseconds } = seen;
  const seconds = Math.round(milliseconds) / 1000;
  inquiry.add({ how, outcome, runs: 1, failed: outcome === "fail" ? 1 : 0, seconds });
}
