import { shortPath } from "../../../world/files/short-path.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { Sources } from "../conclude/sources.ts";
import type { Criterion } from "../driver/judge.ts";
import type { CauseTransition, ChainLink } from "../finding.ts";
import { evidenceOf } from "../follow/evidence.ts";
import type { Transition } from "../follow/rank.ts";
import { isCauseUnchanged } from "../follow/same-cause.ts";
import type { Checkpoint } from "../follow/time-span.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { StateRun } from "../state-run.ts";
import { contextEntry, endEntry, shortPlace, stateCauseEntries } from "./entries.ts";
import { excerptAt } from "./excerpt.ts";
import type { StateFindings } from "./findings.ts";
import { partingEntry } from "./parting.ts";
import { showEndings } from "./show-difference.ts";

/** The causes at one place after the other, from the input to the output. */
export function chainLinks(stateRun: StateRun, findings: StateFindings): ChainLink[] {
  const { answer, runnerUps } = findings;
  return findings.checkpoints.flatMap(({ end, found }): ChainLink[] => {
    if (end !== undefined) return [{ place: end, cause: [endEntry(stateRun, end)], values: 0 }];
    if (!found) return [];
    return [placeLink(found, { findings, runnerUps: found === answer ? runnerUps : [], cwd: stateRun.request.cwd })];
  });
}

interface LinkContext {
  readonly findings: StateFindings;
  readonly runnerUps: readonly (readonly StateDifference[])[];
  readonly cwd: string;
}

function placeLink(found: PlaceFinding, { findings, runnerUps, cwd }: LinkContext): ChainLink {
  const { file, line } = found.stack[0]!;
  return {
    place: shortPlace(found.at, cwd),
    file: shortPath(file, cwd),
    line,
    cause: stateCauseEntries(found, cwd),
    ...contextEntry(found, cwd),
    values: found.differences.length,
    ...excerptOf(found, findings.sources),
    ...(found.picture ? { picture: found.picture } : {}),
    ...(runnerUps.length > 0
      ? { runnersUp: runnerUps.map((cause) => stateCauseEntries({ ...found, cause }, cwd)) }
      : {}),
  };
}

/** A line at which the cause moves. */
export function transitionEntry(
  stateRun: StateRun,
  transition: Transition,
  { checkpoints, sources, inputs, lines }: Pick<StateFindings, "checkpoints" | "sources" | "inputs" | "lines">,
): CauseTransition {
  const { before, after, narrow } = transition;
  const { criterion: endings } = stateRun;
  const { cwd } = stateRun.request;
  const { file, line, function: name } = before.found!.stack[0]!;
  const causeOf = ({ end, found }: Checkpoint) =>
    end === undefined ? stateCauseEntries(found!, cwd) : [endEntry(stateRun, end)];
  const since = firstWithCause(before, after, checkpoints);
  return {
    file: shortPath(file, cwd),
    line,
    function: name,
    from: causeOf(before),
    to: causeOf(after),
    ...(since.end === undefined && since.at ? { since: shortPlace(since.at, cwd) } : {}),
    evidence: evidenceOf(transition, { inputs, endings, printed: showEndings(endings.pass, endings.fail) }),
    ...partingEntry(transition, lines.coverage, { sources, cwd }),
    ...(after.end === undefined ? {} : { into: howItEnds(endings) }),
    ...excerptOf(before.found!, sources),
    ...callerOf(before, after, cwd),
    ...(narrow && before.at?.only && !isInsideCall(before, after) ? { only: before.at.only } : {}),
    ...(narrow ? {} : { until: after.at ? shortPlace(after.at, cwd) : "the end" }),
  };
}

/** How the failing run ends, if not like the passing one. */
function howItEnds({ pass, fail }: Criterion): string {
  if (!fail) return "hang";
  return fail.status === pass?.status ? "output" : fail.status;
}

/** From the entry of a call to a moment inside of it: what the code around it calls later is not in between. */
function isInsideCall({ at, found }: Checkpoint, after: Checkpoint): boolean {
  const [outer, inner] = [found?.stack.length ?? 0, after.found?.stack.length ?? 0];
  return at?.passing.function !== undefined && after.end === undefined && inner >= outer;
}

/** The reported checkpoint since which the cause has been the same as before a transition. */
function firstWithCause(before: Checkpoint, after: Checkpoint, checkpoints: readonly Checkpoint[]): Checkpoint {
  const until = checkpoints.findIndex((each) => isCauseUnchanged(each, after));
  return checkpoints.slice(0, until).findLast((each) => isCauseUnchanged(each, before)) ?? before;
}

/** Where the call has returned by then: the defect may be in its last line, or in the line that called it. */
function callerOf(before: Checkpoint, after: Checkpoint, cwd: string): Pick<CauseTransition, "caller"> {
  const [inner, outer] = [before.found?.stack.toReversed() ?? [], after.found?.stack.toReversed() ?? []];
  let shared = 0;
  while (shared < inner.length && inner[shared]!.function === outer[shared]?.function) shared++;
  const caller = after.end === undefined && shared < inner.length ? inner[shared - 1] : undefined;
  return caller ? { caller: `${shortPath(caller.file, cwd)}:${caller.line}` } : {};
}

function excerptOf({ stack: [frame] }: PlaceFinding, sources: Sources): Pick<ChainLink, "excerpt"> {
  const excerpt = excerptAt(sources, frame!.file, frame!.line);
  return excerpt ? { excerpt } : {};
}
