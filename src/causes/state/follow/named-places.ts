import { mayTest } from "../../../run/may-test.ts";
import { findCommonMoments } from "../capture/moments.ts";
import { type CommonMoment, type NotComparable, parsePlace } from "../capture/place.ts";
import { isolateAt } from "../isolate/isolate-at.ts";
import { changeable, hasSameValues, type PlaceFinding } from "../isolate/place-finding.ts";
import { unseenClause } from "../isolate/unseen-clause.ts";
import type { StateRun } from "../state-run.ts";
import { isCauseUnchanged } from "./same-cause.ts";
import type { TimeSpan } from "./time-span.ts";

/** What was found at the places that the user named. */
export interface NamedPlaces {
  readonly found: readonly PlaceFinding[];
  readonly skipped: readonly NotComparable[];
  readonly withoutCause: readonly NoCauseAt[];
}

/** A place at which the runs were compared, and why there is no cause. */
export interface NoCauseAt {
  readonly at: CommonMoment;
  /** A clause for people. */
  readonly reason: string;
  /** Number of values that differ there. */
  readonly values: number;
  /** Not everything was compared there. */
  readonly unseen?: boolean;
}

export async function isolateAtNamed(stateRun: StateRun): Promise<NamedPlaces> {
  const found: PlaceFinding[] = [];
  const skipped: NotComparable[] = [];
  const withoutCause: NoCauseAt[] = [];
  for (const place of stateRun.request.at.map(parsePlace)) {
    if (!mayTest(stateRun.run)) break;
    const before = found.at(-1);
    const isolated = await isolateAt(stateRun, { passing: place, failing: place }, before ? [before] : []);
    if ("reason" in isolated) skipped.push(isolated);
    else if (isolated.cause.length > 0) found.push(isolated);
    else withoutCause.push(noCauseAt(isolated));
  }
  return { found, skipped, withoutCause };
}

/** Says no more than what was seen: whether the cause is somewhere else, or in what cannot be changed, is not known. */
export function noCauseAt(found: PlaceFinding): NoCauseAt {
  const { at, differences } = found;
  const values = differences.length;
  const fixed = differences.length - changeable(differences).length;
  if (hasSameValues(found)) return { at, values, reason: "both runs have the same values there" };
  const unseen = unseenClause(found.coverage);
  if (values === 0) return { at, values, unseen: true, reason: `no value is known to differ there, but ${unseen}` };
  const some = fixed === 0 ? "" : `, of which ${fixed} cannot be changed`;
  const differ = values === 1 ? "1 value differs there" : `${values} values differ there`;
  const others = unseen === undefined ? "" : `; but ${unseen}`;
  const reason = `${differ}${some}, and with the failing run's the passing run still passes${others}`;
  return { at, values, ...(unseen === undefined ? {} : { unseen: true }), reason };
}

/** The spans between named places that follow each other. */
export async function findSpansBetween(stateRun: StateRun, found: readonly PlaceFinding[]): Promise<TimeSpan[]> {
  const spans: TimeSpan[] = [];
  for (const [i, after] of found.slice(1).entries()) {
    if (!mayTest(stateRun.run)) break;
    spans.push(await findSpanBetween(stateRun, found[i]!, after));
  }
  return spans;
}

async function findSpanBetween(stateRun: StateRun, before: PlaceFinding, after: PlaceFinding): Promise<TimeSpan> {
  const ends = { before: { at: before.at, found: before }, after: { at: after.at, found: after } };
  if (isCauseUnchanged(ends.before, ends.after)) return { ...ends, moments: [] };
  const call = sharedCall(before, after);
  const moments = await findCommonMoments(stateRun, call.at);
  const from = call.at === before.at ? 0 : indexAfter(moments, before, call.depth);
  const to = indexOf(moments.slice(from), after, call.depth);
  // In other code, or in another round of a loop: nothing is known about what lies between.
  if (to === -1 || (from === 0 && call.at !== before.at)) return { ...ends, moments: [], closed: true };
  const between = moments.slice(from, from + to + 1).filter((each) => !isAt(each, after));
  return { ...ends, moments: between, ...(call.at === before.at ? { entered: true } : {}) };
}

/** The innermost call that is on the stack at both places; without `at`: the main code. `depth` counts from the outermost frame. */
function sharedCall(before: PlaceFinding, after: PlaceFinding): { at: CommonMoment | undefined; depth: number } {
  const [a, b] = [before.stack.toReversed(), after.stack.toReversed()];
  let depth = 0;
  while (depth + 1 < a.length && depth + 1 < b.length && a[depth + 1]!.function === b[depth + 1]!.function) depth++;
  const isEntryItself = depth === a.length - 1 && before.at.passing.function !== undefined;
  if (isEntryItself) return { at: before.at, depth };
  if (depth === 0) return { at: undefined, depth };
  const place = { function: a[depth]!.function, hit: 1 };
  return { at: { passing: place, failing: place }, depth };
}

/** The index of the moment at a place, or of the line that leads to it; -1: none. */
function indexOf(moments: readonly CommonMoment[], place: PlaceFinding, depth: number): number {
  const exact = moments.findIndex((each) => isAt(each, place));
  if (exact !== -1) return exact;
  const { line } = place.stack.toReversed()[depth]!;
  return moments.findIndex(({ passing }) => passing.line === line);
}

/** The index of the first moment after a place; 0: none is known. Calls on the same line before the one that leads there are skipped. */
function indexAfter(moments: readonly CommonMoment[], place: PlaceFinding, depth: number): number {
  const index = indexOf(moments, place, depth);
  if (index === -1 || isAt(moments[index]!, place)) return index + 1;
  const functions = moments.slice(index + 1).map(({ passing }) => passing.function);
  const nextLine = functions.indexOf(undefined);
  const onSameLine = nextLine === -1 ? functions : functions.slice(0, nextLine);
  return index + 1 + onSameLine.indexOf(place.stack.toReversed()[depth + 1]?.function) + 1;
}

function isAt({ passing }: CommonMoment, { at, stack }: PlaceFinding): boolean {
  if (passing.hit !== at.passing.hit) return false;
  if (passing.function !== undefined) return passing.function === at.passing.function;
  return at.passing.line === passing.line && stack[0]?.file === passing.file;
}
