import { readFileSync, rmSync } from "node:fs";
import type { Story } from "../../core/finding.ts";
import { isEvidence } from "../../lines/rank-suspects.ts";
import type { LineFindings } from "../../lines/suspects.ts";
import { isRefusal, type Refusal, reproduce, runOrRefuse } from "../../run/ends/reproduce.ts";
import { mayTest } from "../../run/may-test.ts";
import type { Run } from "../../run/run.ts";
import { filesNamed } from "../../trial/command/test-words.ts";
import { Templates } from "../../trial/templates.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { confirmAnswer } from "./conclude/confirm-answer.ts";
import { explainNoCause } from "./conclude/no-cause.ts";
import { readSources } from "./conclude/sources.ts";
import { stateDefaults } from "./defaults.ts";
import { graphFolder } from "./driver/run-plan.ts";
import type { StateFinding } from "./finding.ts";
import { checkpointsIn, chooseAnswer } from "./follow/answer.ts";
import { readInputTexts } from "./follow/input-text.ts";
import { withLinesOfCalls } from "./follow/lines-of-calls.ts";
import { namesLines, placesBesideLine } from "./follow/place-limit.ts";
import { rankTransitions, transitionsIn } from "./follow/rank.ts";
import { testsLast } from "./follow/tests-last.ts";
import { traceCause } from "./follow/trace.ts";
import { findSuspectLines } from "./lines/state-lines.ts";
import { completeRequest } from "./partner/complete-request.ts";
import type { StateRequest } from "./request.ts";
import { learnEndings, settleRuns } from "./settle.ts";
import type { NewStateRun, StateRun } from "./state-run.ts";
import { noCauseStory, stateStory, suspectsStory } from "./story/story.ts";

/** What is known before the search. */
export interface KnownLines {
  /** What changes of code showed, if they were tried already. */
  readonly lines?: LineFindings;
}

/** Finds the variable that makes a program fail, at named places or from its input to its output. */
export async function findInState(run: Run, asked: StateRequest, known: KnownLines = {}): Promise<Story<StateFinding>> {
  let stateRun: StateRun | undefined;
  const templates = new Templates(run.conditions.jobs);
  try {
    const request = await runOrRefuse(run, () => completeRequest(run, asked), slowPartner);
    if (isRefusal(request)) return noCauseStory({ run, request: asked }, request);
    const ends = await reproduce(run, async () => {
      stateRun = await learnEndings({ run, request, templates });
      return settleRuns(stateRun);
    });
    if (isRefusal(ends)) return await explainRefusal(stateRun ?? { run, request }, ends, known);
    if (run.conditions.reuse) run.reuse(identityOf(request));
    return await explainFailure(stateRun!, known);
  } finally {
    await templates.close();
    rmSync(graphFolder(run), { recursive: true, force: true });
  }
}

const slowPartner = "Still looking for a passing test to compare with; --pass names one.";

/** Everything that outcomes depend on besides the changes. */
function identityOf({ pass, fail, test, stdin, cwd }: StateRequest): unknown {
  const files = [pass, fail, test, ["", ...Object.values(stdin ?? {})]].flatMap((words) => filesNamed(words, cwd));
  return ["state", pass, fail, test, files.map((path) => contentHash(readFileSync(path)))];
}

/** Where values cannot be compared, because both runs print the same, what the failing run should print still judges changes of code. */
async function explainRefusal(
  start: StateRun | NewStateRun,
  refusal: Refusal,
  known: KnownLines,
): Promise<Story<StateFinding>> {
  if (!("sameEndings" in start) || start.request.expected.length === 0)
    return noCauseStory(start, refusal, known.lines);
  const lines = await findSuspectLines(start);
  return hasEvidence(lines) ? suspectsStory(start, lines) : noCauseStory(start, refusal, lines);
}

function hasEvidence({ suspects }: LineFindings): boolean {
  return suspects.some(({ rescue }) => rescue && isEvidence(rescue));
}

async function explainFailure(start: StateRun, known: KnownLines): Promise<Story<StateFinding>> {
  const lines = known.lines ?? (await findSuspectLines(start));
  const stateRun = namesLines(lines) ? withFewerPlaces(start) : start;
  const { run, request } = stateRun;
  const inputs = readInputTexts(request);
  const traced = await traceCause(stateRun, inputs);
  const checkpoints = checkpointsIn(traced);
  const ranked = testsLast(rankTransitions(transitionsIn(traced.spans), inputs), request.cwd);
  const transitions = lines.coverage.length === 0 ? ranked : await withLinesOfCalls(stateRun, ranked);
  const answer = chooseAnswer(traced, { transitions, checkpoints, cwd: request.cwd });
  if (!answer) {
    const noCause = await explainNoCause(stateRun, traced);
    return hasEvidence(lines) ? suspectsStory(stateRun, lines, noCause) : noCauseStory(stateRun, noCause, lines);
  }
  const canTestMore = mayTest(run);
  const isSearched = !traced.cutShort && checkpoints.every(({ found }) => found?.complete ?? true);
  const confirmed = await confirmAnswer(stateRun, answer);
  const shown = [...checkpoints, ...transitions.map(({ before }) => before)];
  return stateStory(stateRun, {
    skipped: traced.named?.skipped ?? [],
    withoutCause: traced.named?.withoutCause ?? [],
    checkpoints,
    transitions,
    answer,
    ...confirmed,
    complete: isSearched || canTestMore,
    hitPlaceLimit: traced.cutShort && mayTest(run),
    sources: readSources(
      shown.map(({ found }) => found),
      request.cwd,
      transitions.flatMap(({ parting }) => parting?.parting?.lines.map(({ file }) => file) ?? []),
    ),
    inputs,
    lines,
  });
}

function withFewerPlaces(stateRun: StateRun): StateRun {
  const { request } = stateRun;
  if (request.maxPlaces !== stateDefaults.maxPlaces) return stateRun;
  return { ...stateRun, request: { ...request, maxPlaces: placesBesideLine } };
}
