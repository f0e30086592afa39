import type { Isolated, NotComparable } from "./isolate.ts";
import type { Both } from "./place.ts";
import { handsOn } from "./rank.ts";
import { cut, isSame, type Station, type Stretch, spreadOver } from "./timeline.ts";

/** So many moments of a stretch may tell nothing before it is left as it is. */
const mostTries = 5;
/** Before the first moment is found that tells something there is nothing to go by. */
const mostFirstTries = 20;
/** So many calls are gone into at a time where the code that calls them shows nothing. */
const mostCalls = 4;
/** So many more moments have to agree that the cause is not there yet, or no more. */
const witnesses = 2;

/** A program that can be looked at. */
export interface View {
  readonly isolate: (at: Both, nearby: readonly Isolated[]) => Promise<Isolated | NotComparable>;
  /** What a call does. */
  readonly moments: (call: Both) => Promise<readonly Both[]>;
  readonly mayLook: () => boolean;
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
 * neighbouring lines, and from a call into what is called. The widest view first: main code before what it calls.
 */
export async function follow(view: View, begun: readonly Stretch[]): Promise<Followed> {
  const following = new Following(view, begun);
  let stretches = [...begun];
  for (let next = nextIn(stretches); next; next = nextIn(stretches)) {
    if (!view.mayLook()) return { stretches, left: following.left, cutShort: true };
    const [stretch, parts] = [next, await following.lookInto(next)];
    stretches = stretches.flatMap((each) => (each === stretch ? parts : [each]));
  }
  return { stretches, left: following.left, cutShort: false };
}

/**
 * What is only handed on comes last. Otherwise the least deep first; at the same depth, the later before the earlier, and
 * what is only read last: most programs read their input in many steps.
 */
function nextIn(stretches: readonly Stretch[]): Stretch | undefined {
  const open = stretches.filter((each) => !each.closed && !isSame(each.before, each.after));
  const late = (each: Stretch) => Number(handsOn(each, "old") && handsOn(each, "new"));
  const order = (each: Stretch) => 2 * (each.depth ?? 0) + (each.before.end ? 1 : 0);
  return open.reverse().sort((a, b) => late(a) - late(b) || order(a) - order(b))[0];
}

class Following {
  readonly left: NotComparable[] = [];
  readonly #view: View;
  readonly #known = new Map<Both, Isolated | undefined>();
  /** Calls whose moments are among those of the stretches, or were. */
  readonly #entered: Set<Both>;

  constructor(view: View, begun: readonly Stretch[]) {
    this.#view = view;
    this.#entered = new Set(begun.flatMap(({ before, entered }) => (entered && before.at ? [before.at] : [])));
  }

  async lookInto(stretch: Stretch): Promise<Stretch[]> {
    if (stretch.moments.length === 0) return [await this.#enter(stretch)];
    if (stretch.before.end === "input" && stretch.after.end === "output") return this.#findAny(stretch);
    for (const at of spreadOver(stretch.moments, mostTries)) {
      if (!this.#view.mayLook()) return [stretch];
      const found = await this.#look(stretch, at);
      const station = found && (await this.#stationOf(stretch, found));
      if (station) return cut(stretch, station);
    }
    return [await this.#enter(stretch)];
  }

  /**
   * A first moment at which the cause is seen. Where both know the same, nothing has been read yet, most likely; what lies before
   * is looked at only when there is nothing else.
   */
  async #findAny(stretch: Stretch, early = false): Promise<Stretch[]> {
    let moments = stretch.moments.filter((at) => !this.#known.has(at));
    for (let tries = 0; tries < mostFirstTries && moments.length > 0; tries++) {
      if (!this.#view.mayLook()) return [stretch];
      const at = moments[Math.floor(moments.length / 2)]!;
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
    if (end === "input" && found.differences.length === 0) return { end, at, found };
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
      : { ...stretch, moments, depth: (stretch.depth ?? 0) + 1 };
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

  #momentsOf(call: Both): Promise<readonly Both[]> {
    this.#entered.add(call);
    return this.#view.moments(call);
  }
}

/** Which end of the program a stretch lies at; undefined: at none, or it is the whole. */
function endOf({ before, after }: Stretch): "input" | "output" | undefined {
  if (before.end === "input") return after.end === "output" ? undefined : "input";
  return after.end === "output" ? "output" : undefined;
}
