import type { CommonMoment, NotComparable } from "../capture/place.ts";
import { maxCauseValues } from "../defaults.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import { passesValueOn } from "./rank.ts";
import { causeVariables, hasSameVariables, isCauseUnchanged } from "./same-cause.ts";
import { type ProgramView, SpanSearch } from "./span-search.ts";
import type { Checkpoint, TimeSpan } from "./time-span.ts";

/** The cause from the input to the output, in the order of the program. */
export interface FollowedCause {
  readonly spans: readonly TimeSpan[];
  readonly skipped: readonly NotComparable[];
  /** Places at which the runs were compared and no value makes the passing one fail. */
  readonly withoutCause: readonly PlaceFinding[];
  /** The budget ended before everything was searched. */
  readonly cutShort: boolean;
}

/**
 * Follows the cause through time: where it differs between two checkpoints, a moment in between is looked at, down to neighbouring
 * lines, and from a call into what is called. The main code comes before what it calls. Spans that promise little may take no more
 * tests than all others together.
 */
export async function followCause(view: ProgramView, start: readonly TimeSpan[]): Promise<FollowedCause> {
  const search = new SpanSearch(view, start);
  const { skipped, withoutCause } = search;
  let spans = [...start];
  const spent = { promising: view.tests(), others: 0 };
  const testsInside = new Map<CommonMoment | undefined, number>();
  for (;;) {
    const isUnpromising = findUnpromising(spans, view);
    const span = chooseSpan(spans, orderOf(view, isUnpromising, testsInside));
    if (!span) break;
    if (!view.mayLook()) return { spans, skipped, withoutCause, cutShort: true };
    const kind = isUnpromising(span) ? "others" : "promising";
    if (kind === "others" && spent.others >= spent.promising) break;
    const before = view.tests();
    const parts = await search.lookInto(span);
    const tests = view.tests() - before;
    spent[kind] += tests;
    testsInside.set(span.inside, (testsInside.get(span.inside) ?? 0) + tests);
    spans = spans.flatMap((each) => (each === span ? parts : [each]));
  }
  return { spans, skipped, withoutCause, cutShort: false };
}

/** Compared number by number, the smallest first; of equal spans the later one. */
type SortKey = (span: TimeSpan) => readonly number[];

function chooseSpan(spans: readonly TimeSpan[], keyOf: SortKey): TimeSpan | undefined {
  const open = spans.filter((each) => !each.closed && !isCauseUnchanged(each.before, each.after));
  const keyed = open.reverse().map((span) => ({ span, key: keyOf(span) }));
  keyed.sort((a, b) => {
    const i = a.key.findIndex((each, n) => each !== b.key[n]);
    return i === -1 ? 0 : a.key[i]! - b.key[i]!;
  });
  return keyed[0]?.span;
}

/**
 * First the main code, for an overview. Then where the defect is likeliest, less deep calls first, and of equally deep ones the call
 * that has cost the fewest tests. Unpromising spans come last.
 */
function orderOf(
  { suspicion }: ProgramView,
  isUnpromising: (span: TimeSpan) => boolean,
  testsInside: ReadonlyMap<CommonMoment | undefined, number>,
): SortKey {
  return (span) => {
    const { depth = 0, inside, before } = span;
    const isInCall = Number(depth > 0);
    // Most programs read their input in many steps.
    const isReading = Number(before.end !== undefined);
    const tests = testsInside.get(inside) ?? 0;
    return [Number(isUnpromising(span)), isInCall, -isInCall * suspicion(span), depth, isReading, tests];
  };
}

/** A variable that changes more often than this, as in a loop, says little. */
const maxChanges = 3;

/**
 * Spans in which a value is only passed on, changes all the time, or is many values all the time, such as a table to print; or in which
 * a test is loaded and begins: the program comes later.
 */
function findUnpromising(
  spans: readonly TimeSpan[],
  { isInTest }: Pick<ProgramView, "isInTest">,
): (span: TimeSpan) => boolean {
  const changes = new Map<string, number>();
  for (const { before } of spans.filter(changesValue))
    changes.set(causeVariables(before), (changes.get(causeVariables(before)) ?? 0) + 1);
  const changesOften = (span: TimeSpan) => changesValue(span) && changes.get(causeVariables(span.before))! > maxChanges;
  const isMany = ({ found }: Checkpoint) => (found?.cause.length ?? 0) > maxCauseValues;
  const isBeforeTest = ({ before, after }: TimeSpan) =>
    before.end === "input" && after.found !== undefined && isInTest?.(after.found) === true;
  return (span) =>
    isBeforeTest(span) ||
    (isMany(span.before) && isMany(span.after)) ||
    (passesValueOn(span, "old") && passesValueOn(span, "new")) ||
    changesOften(span);
}

function changesValue({ before, after }: TimeSpan): boolean {
  return hasSameVariables(before, after) && !isCauseUnchanged(before, after);
}
