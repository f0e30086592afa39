import { type Both, placeText } from "../capture/place.ts";
import { mostValues } from "../defaults.ts";
import type { Isolated, NotComparable } from "../isolate/isolate.ts";
import { handsOn } from "./rank.ts";
import { isSame, staysIn, variablesOf } from "./same-cause.ts";
import { cut, lastTimes, middleOf, type Station, type Stretch, spreadOver } from "./timeline.ts";

/** So many more moments of a stretch that seems to tell nothing are looked at before it is left as it is. */
const mostTries = 5;
/** Before the first moment is found that tells something there is nothing to go by. */
const mostFirstTries = 20;
/** So many calls are gone into at a time where the code that calls them shows nothing. */
const mostCalls = 4;
/** A variable that gets other values more often than this, as in a loop, says little by that. */
const mostChanges = 3;
/** So many more moments have to agree that the cause is not there yet, or no more. */
const witnesses = 2;

/** A program that can be looked at. */
export interface View {
  readonly isolate: (at: Both, nearby: readonly Isolated[]) => Promise<Isolated | NotComparable>;
  /** What a call does. */
  readonly moments: (call: Both) => Promise<readonly Both[]>;
  readonly mayLook: () => boolean;
  /** How many tests were needed so far. */
  readonly tests: () => number;
  /** How likely the defect is in a stretch. */
  readonly strangeness: (stretch: Stretch) => number;
}

/** What was found along the way, in the order of the program. */
export interface Followed {
  readonly stretches: readonly Stretch[];
  readonly left: readonly NotComparable[];
  /** There was no time, or no leave, to look everywhere. */
  readonly cutShort: boolean;
}

/**
 * Follows the cause from station to station: where it differs between two of them, a moment in between is looked at, down to
 * neighbouring lines, and from a call into what is called. The widest view first: main code before what it calls. What tells
 * little is not worth more tests than all else was.
 */
export async function follow(view: View, begun: readonly Stretch[]): Promise<Followed> {
  const following = new Following(view, begun);
  let stretches = [...begun];
  const spent = { little: 0, much: view.tests() };
  const inside = new Map<Both | undefined, number>();
  for (;;) {
    const isLittle = tellingLittleIn(stretches);
    const stretch = nextIn(stretches, orderBy(view, isLittle, inside));
    if (!stretch) break;
    if (!view.mayLook()) return { stretches, left: following.left, cutShort: true };
    const telling = isLittle(stretch) ? "little" : "much";
    if (telling === "little" && spent.little >= spent.much) break;
    const before = view.tests();
    const parts = await following.lookInto(stretch);
    const tests = view.tests() - before;
    spent[telling] += tests;
    inside.set(stretch.inside, (inside.get(stretch.inside) ?? 0) + tests);
    stretches = stretches.flatMap((each) => (each === stretch ? parts : [each]));
  }
  return { stretches, left: following.left, cutShort: false };
}

/** The least first, by the first of the numbers in which two differ; at last, the later before the earlier. */
type Order = (stretch: Stretch) => readonly number[];

function nextIn(stretches: readonly Stretch[], order: Order): Stretch | undefined {
  const open = stretches.filter((each) => !each.closed && !isSame(each.before, each.after));
  const keyed = open.reverse().map((stretch) => ({ stretch, key: order(stretch) }));
  const differing = (a: readonly number[], b: readonly number[]) => a.findIndex((each, i) => each !== b[i]);
  keyed.sort((a, b) => {
    const i = differing(a.key, b.key);
    return i === -1 ? 0 : a.key[i]! - b.key[i]!;
  });
  return keyed[0]?.stretch;
}

/**
 * First the main code, for the wide view. Then where the defect is likeliest, the least deep first, and of calls as deep the one
 * that has cost the least so far. What tells little comes last.
 */
function orderBy(
  { strangeness }: View,
  isLittle: (stretch: Stretch) => boolean,
  tests: ReadonlyMap<Both | undefined, number>,
): Order {
  return (each) => {
    const { depth = 0, inside, before } = each;
    const isInside = Number(depth > 0);
    // Most programs read their input in many steps.
    const isReading = Number(before.end !== undefined);
    return [Number(isLittle(each)), isInside, -isInside * strangeness(each), depth, isReading, tests.get(inside) ?? 0];
  };
}

/** What is only handed on, what changes all the time, and what is many values all the time, such as a table that is printed. */
function tellingLittleIn(stretches: readonly Stretch[]): (stretch: Stretch) => boolean {
  const changes = new Map<string, number>();
  for (const { before } of stretches.filter(getsOtherValues))
    changes.set(variablesOf(before), (changes.get(variablesOf(before)) ?? 0) + 1);
  const changesOften = (each: Stretch) => getsOtherValues(each) && changes.get(variablesOf(each.before))! > mostChanges;
  const isMany = ({ found }: Station) => (found?.cause.length ?? 0) > mostValues;
  return (each) =>
    (isMany(each.before) && isMany(each.after)) || (handsOn(each, "old") && handsOn(each, "new")) || changesOften(each);
}

function getsOtherValues({ before, after }: Stretch): boolean {
  return staysIn(before, after) && !isSame(before, after);
}

class Following {
  readonly left: NotComparable[] = [];
  readonly #view: View;
  readonly #known = new Map<Both, Isolated | undefined>();
  /** Calls whose moments are among those of the stretches, or were. */
  readonly #entered: Set<Both>;
  /** Moments that have a place on the way. */
  readonly #listed = new Set<string>();

  constructor(view: View, begun: readonly Stretch[]) {
    this.#view = view;
    this.#entered = new Set(begun.flatMap(({ before, entered }) => (entered && before.at ? [before.at] : [])));
    for (const { moments } of begun) this.#list(moments);
  }

  async lookInto(stretch: Stretch): Promise<Stretch[]> {
    if (stretch.moments.length === 0) return [await this.#enter(stretch)];
    if (stretch.before.end === "input" && stretch.after.end === "output") return this.#findAny(stretch);
    for (let at = this.#nextIn(stretch); at; at = this.#nextIn(stretch)) {
      if (!this.#view.mayLook()) return [stretch];
      const found = await this.#look(stretch, at);
      const station = found && (await this.#stationOf(stretch, found));
      if (station) return cut(stretch, station);
    }
    return [await this.#enter(stretch)];
  }

  /**
   * The middle; or, where that tells nothing, what lies in the middle between it and what is known, so that where the cause gets out
   * of sight, and where it comes back, is found by halving too. Then those that may be an exception.
   */
  #nextIn(stretch: Stretch): Both | undefined {
    const { moments } = stretch;
    const dark = moments.filter((at) => this.#known.has(at));
    const telling = dark.find((at) => this.#known.get(at)?.cause.length || (endOf(stretch) && this.#known.get(at)));
    if (telling || dark.length === 0) return telling ?? middleOf(moments);
    const [first, last] = [moments.indexOf(dark[0]!), moments.indexOf(dark.at(-1)!)];
    const others = [...lastTimes(moments, mostTries), ...spreadOver(moments, Math.max(0, mostTries - dark.length))];
    return (
      middleOf(moments.slice(last + 1)) ??
      middleOf(moments.slice(0, first)) ??
      others.find((at) => !this.#known.has(at))
    );
  }

  /**
   * A first moment at which the cause is seen. Where both know the same, nothing has been read yet, most likely; what lies before
   * is looked at only when there is nothing else.
   */
  async #findAny(stretch: Stretch, early = false): Promise<Stretch[]> {
    let moments = stretch.moments.filter((at) => !this.#known.has(at));
    for (let tries = 0; tries < mostFirstTries && moments.length > 0; tries++) {
      if (!this.#view.mayLook()) return [stretch];
      const at = middleOf(moments)!;
      const found = await this.#look(stretch, at);
      if (found && found.cause.length > 0) return cut(stretch, { at, found });
      const index = moments.indexOf(at);
      moments = found?.differences.length === 0 && !early ? moments.slice(index + 1) : moments.toSpliced(index, 1);
    }
    const entered = await this.#enterAny(stretch);
    return entered.closed && !early ? this.#findAny(stretch, true) : [entered];
  }

  /** Undefined: the runs cannot be compared there. */
  async #look({ before, after }: Stretch, at: Both): Promise<Isolated | undefined> {
    if (this.#known.has(at)) return this.#known.get(at);
    const nearby = [before, after].flatMap(({ end, found }) => (end === undefined && found ? [found] : []));
    const found = await this.#view.isolate(at, nearby);
    const isolated = "reason" in found ? undefined : found;
    if ("reason" in found) this.left.push(found);
    this.#known.set(at, isolated);
    return isolated;
  }

  /**
   * Where no difference matters, the cause is not there yet, or no more; or it lies for a while in what cannot be seen. Moments
   * further out tell: if the cause is seen there, that is where to go on.
   */
  async #stationOf(stretch: Stretch, found: Isolated): Promise<Station | undefined> {
    const { at } = found;
    if (found.cause.length > 0) return { at, found };
    const end = endOf(stretch);
    if (!end) return undefined;
    if (end === "input" && found.differences.length === 0 && isInSameWork(found, stretch.after))
      return { end, at, found };
    const index = stretch.moments.indexOf(at);
    const outer = end === "input" ? stretch.moments.slice(0, index) : stretch.moments.slice(index + 1);
    for (const other of spreadOver(outer, witnesses)) {
      const seen = await this.#look(stretch, other);
      if (seen && seen.cause.length > 0) return { at: other, found: seen };
    }
    return { end, at, found };
  }

  /** Nothing that can be seen lies between any more, unless a call does. */
  async #enter(stretch: Stretch): Promise<Stretch> {
    const call = stretch.before.at;
    if (!this.#view.mayLook()) return stretch;
    const moments = call && this.#canEnter(call) ? await this.#momentsOf(call) : [];
    return moments.length === 0
      ? { ...stretch, closed: true }
      : { ...stretch, moments, depth: (stretch.depth ?? 0) + 1, inside: call! };
  }

  /** The main code may do nothing but call: what is called is looked into then, the last first, which is most often the program. */
  async #enterAny(stretch: Stretch): Promise<Stretch> {
    const calls = stretch.moments.filter((at) => this.#canEnter(at)).slice(-mostCalls);
    const inside = new Map<Both, readonly Both[]>();
    for (const call of calls) inside.set(call, await this.#momentsOf(call));
    const moments = stretch.moments.flatMap((at) => [at, ...(inside.get(at) ?? [])]);
    return moments.length === stretch.moments.length ? { ...stretch, closed: true } : { ...stretch, moments };
  }

  #canEnter(at: Both): boolean {
    return at.passing.function !== undefined && !this.#entered.has(at);
  }

  /** A call that waits goes on among what is listed already: it is told up to there. */
  async #momentsOf(call: Both): Promise<readonly Both[]> {
    this.#entered.add(call);
    const moments = await this.#view.moments(call);
    const listed = moments.findIndex((at) => this.#listed.has(placeText(at)));
    return this.#list(listed === -1 ? moments : moments.slice(0, listed));
  }

  #list(moments: readonly Both[]): readonly Both[] {
    for (const at of moments) this.#listed.add(placeText(at));
    return moments;
  }
}

/** What waits meanwhile, in programs that do several things by turns, is on no stack and not seen. */
function isInSameWork({ stack }: Isolated, { found }: Station): boolean {
  return found?.stack.at(-1)?.function === stack.at(-1)?.function;
}

/** Which end of the program a stretch lies at; undefined: at none, or it is the whole. */
function endOf({ before, after }: Stretch): "input" | "output" | undefined {
  if (before.end === "input") return after.end === "output" ? undefined : "input";
  return after.end === "output" ? "output" : undefined;
}
