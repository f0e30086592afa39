import { commonMoments } from "../capture/moments.ts";
import { type Both, parsePlace } from "../capture/place.ts";
import { mayTest, type Task } from "../driver/task.ts";
import { type Isolated, isolateAt, type NotComparable } from "../isolate/isolate.ts";
import { isSame } from "./same-cause.ts";
import type { Stretch } from "./timeline.ts";

/** What was found at the places that were asked for, and what lies between them. */
export interface Asked {
  readonly found: readonly Isolated[];
  readonly left: readonly NotComparable[];
}

export async function isolateAtNamed(task: Task): Promise<Asked> {
  const found: Isolated[] = [];
  const left: NotComparable[] = [];
  for (const place of task.request.at.map(parsePlace)) {
    if (!mayTest(task.run)) break;
    const before = found.at(-1);
    const at = await isolateAt(task, { passing: place, failing: place }, before ? [before] : []);
    if ("reason" in at) left.push(at);
    else if (at.cause.length > 0) found.push(at);
    else left.push({ at: at.at, reason: whyNothing(at) });
  }
  return { found, left };
}

function whyNothing({ differences }: Isolated): string {
  if (differences.length === 0) return "what both runs know is the same there";
  return "what differs there does not make the passing run fail: the cause is not yet, or no more, in what the program knows";
}

/** The stretches between places that follow each other. */
export async function stretchesBetween(task: Task, found: readonly Isolated[]): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  for (const [i, after] of found.slice(1).entries()) {
    if (!mayTest(task.run)) break;
    stretches.push(await stretchBetween(task, found[i]!, after));
  }
  return stretches;
}

async function stretchBetween(task: Task, before: Isolated, after: Isolated): Promise<Stretch> {
  const ends = { before: { at: before.at, found: before }, after: { at: after.at, found: after } };
  if (isSame(ends.before, ends.after)) return { ...ends, moments: [] };
  const call = sharedCall(before, after);
  const moments = await commonMoments(task, call.at);
  const from = call.at === before.at ? 0 : positionAfter(moments, before, call.depth);
  const to = positionOf(moments.slice(from), after, call.depth);
  // Somewhere else, or in another round of a loop: what lies between is not known.
  if (to === -1 || (from === 0 && call.at !== before.at)) return { ...ends, moments: [], closed: true };
  const between = moments.slice(from, from + to + 1).filter((each) => !isAt(each, after));
  return { ...ends, moments: between, ...(call.at === before.at ? { entered: true } : {}) };
}

/** The innermost call that is at work at both places; no place: the main code. `depth` counts from the outermost frame. */
function sharedCall(before: Isolated, after: Isolated): { at: Both | undefined; depth: number } {
  const [a, b] = [before.stack.toReversed(), after.stack.toReversed()];
  let depth = 0;
  while (depth + 1 < a.length && depth + 1 < b.length && a[depth + 1]!.function === b[depth + 1]!.function) depth++;
  const isBeforeItself = depth === a.length - 1 && before.at.passing.function !== undefined;
  if (isBeforeItself) return { at: before.at, depth };
  if (depth === 0) return { at: undefined, depth };
  const place = { function: a[depth]!.function, hit: 1 };
  return { at: { passing: place, failing: place }, depth };
}

/** The moment of a call at which a place is reached, or the line that leads there; -1: none. */
function positionOf(moments: readonly Both[], { at, stack, ...rest }: Isolated, depth: number): number {
  const exact = moments.findIndex((each) => isAt(each, { at, stack, ...rest }));
  if (exact !== -1) return exact;
  const { line } = stack.toReversed()[depth]!;
  return moments.findIndex(({ passing }) => passing.line === line);
}

/** The first moment of a call after a place; 0: none is known. What the call that leads there began with lies before it. */
function positionAfter(moments: readonly Both[], place: Isolated, depth: number): number {
  const position = positionOf(moments, place, depth);
  if (position === -1 || isAt(moments[position]!, place)) return position + 1;
  const rest = moments.slice(position + 1).map(({ passing }) => passing.function);
  const nextLine = rest.indexOf(undefined);
  const called = nextLine === -1 ? rest : rest.slice(0, nextLine);
  return position + 1 + called.indexOf(place.stack.toReversed()[depth + 1]?.function) + 1;
}

function isAt({ passing }: Both, { at, stack }: Isolated): boolean {
  if (passing.hit !== at.passing.hit) return false;
  if (passing.function !== undefined) return passing.function === at.passing.function;
  return at.passing.line === passing.line && stack[0]?.file === passing.file;
}
