import { type CommonMoment, momentText, type NotComparable } from "../capture/place.ts";
import { hasSameValues, type PlaceFinding } from "../isolate/place-finding.ts";
import {
  type Checkpoint,
  endOf,
  lastVisits,
  middleElement,
  splitSpan,
  spreadElement,
  spreadOver,
  type TimeSpan,
} from "./time-span.ts";

/** How the search sees a program. */
export interface ProgramView {
  readonly isolate: (at: CommonMoment, nearby: readonly PlaceFinding[]) => Promise<PlaceFinding | NotComparable>;
  /** The moments of a call. */
  readonly moments: (call: CommonMoment) => Promise<readonly CommonMoment[]>;
  readonly mayLook: () => boolean;
  /** Maximum number of places at which to try values of the failing run before any has made the passing run fail. */
  readonly maxInVain: number;
  /** The number of tests needed so far. */
  readonly tests: () => number;
  /** How likely the defect is in a span. */
  readonly suspicion: (span: TimeSpan) => number;
  /** Whether a place is in the code of tests. */
  readonly isInTest?: (found: PlaceFinding) => boolean;
}

/** Maximum number of further moments to look at in a span that shows nothing. */
const maxTries = 5;
/** The same until the cause is seen for the first time, when there is nothing to go by. */
const maxFirstTries = 20;
/** Maximum number of calls to enter at a time where the calling code shows nothing. */
const maxCalls = 4;
/** How many more moments have to confirm that the cause is not there yet, or no longer. */
const witnesses = 2;

/** Splits spans of time at moments where the cause can be seen, and enters calls. Remembers what it has looked at. */
export class SpanSearch {
  readonly skipped: NotComparable[] = [];
  /** The places at which the runs were compared and no value makes the passing one fail. */
  readonly withoutCause: PlaceFinding[] = [];
  readonly #view: ProgramView;
  readonly #seen = new Map<CommonMoment, PlaceFinding | undefined>();
  /** Calls whose moments are, or were, among those of the spans. */
  readonly #entered: Set<CommonMoment>;
  /** The places of all moments of the spans. */
  readonly #listed = new Set<string>();
  /** Number of places at which values were tried, and none made the passing run fail. */
  #inVain = 0;

  constructor(view: ProgramView, start: readonly TimeSpan[]) {
    this.#view = view;
    this.#entered = new Set(start.flatMap(({ before, entered }) => (entered && before.at ? [before.at] : [])));
    for (const { moments } of start) this.#list(moments);
  }

  /** What replaces a span: its two parts, or the span with the moments of a call, or closed. */
  async lookInto(span: TimeSpan): Promise<TimeSpan[]> {
    if (span.moments.length === 0) return [await this.#enterCall(span)];
    if (span.before.end === "input" && span.after.end === "output") return this.#findFirst(span);
    for (let at = this.#nextMoment(span); at; at = this.#nextMoment(span)) {
      if (!this.#view.mayLook()) return [span];
      const found = await this.#look(span, at);
      const checkpoint = found && (await this.#checkpointFor(span, found));
      if (checkpoint) return splitSpan(span, checkpoint);
    }
    return [await this.#enterCall(span)];
  }

  /**
   * The middle; or, where that shows nothing, the middle between it and a known end, so that the moments at which the cause is lost
   * and found again are found by halving too. Then moments that may be exceptions.
   */
  #nextMoment(span: TimeSpan): CommonMoment | undefined {
    const { moments } = span;
    const tried = moments.filter((at) => this.#seen.has(at));
    const telling = tried.find((at) => this.#seen.get(at)?.cause.length || (endOf(span) && this.#seen.get(at)));
    if (telling || tried.length === 0) return telling ?? middleElement(moments);
    const [first, last] = [moments.indexOf(tried[0]!), moments.indexOf(tried.at(-1)!)];
    const others = [...lastVisits(moments, maxTries), ...spreadOver(moments, Math.max(0, maxTries - tried.length))];
    return (
      middleElement(moments.slice(last + 1)) ??
      middleElement(moments.slice(0, first)) ??
      others.find((at) => !this.#seen.has(at))
    );
  }

  /**
   * Finds a first moment at which the cause is seen. Where both runs have the same values, most likely nothing was read yet, so
   * that earlier moments (`early`) are looked at only when there is nothing else.
   */
  async #findFirst(span: TimeSpan, { early } = { early: false }): Promise<TimeSpan[]> {
    let moments = span.moments.filter((at) => !this.#seen.has(at));
    let spread = 0;
    for (let tries = 0; tries < maxFirstTries && moments.length > 0; tries++) {
      if (!this.#view.mayLook()) return [span];
      if (this.#inVain >= this.#view.maxInVain) return [{ ...span, closed: true }];
      const at = spreadElement(moments, spread)!;
      const found = await this.#look(span, at);
      if (found && found.cause.length > 0) return splitSpan(span, { at, found });
      const index = moments.indexOf(at);
      const isBefore = found !== undefined && hasSameValues(found) && !early;
      moments = isBefore ? moments.slice(index + 1) : moments.toSpliced(index, 1);
      spread = isBefore ? 0 : spread + 1;
    }
    const entered = await this.#enterLastCalls(span);
    return entered.closed && !early ? this.#findFirst(span, { early: true }) : [entered];
  }

  /** Undefined: the runs cannot be compared there. */
  async #look({ before, after }: TimeSpan, at: CommonMoment): Promise<PlaceFinding | undefined> {
    if (this.#seen.has(at)) return this.#seen.get(at);
    const nearby = [before, after].flatMap(({ end, found }) => (end === undefined && found ? [found] : []));
    const result = await this.#view.isolate(at, nearby);
    const found = "reason" in result ? undefined : result;
    if ("reason" in result) this.skipped.push(result);
    else if (result.cause.length === 0) this.withoutCause.push(result);
    const isTried = "reason" in result ? result.tried === true : result.differences.length > 0;
    if (isTried && !found?.cause.length) this.#inVain++;
    this.#seen.set(at, found);
    return found;
  }

  /**
   * Where no difference matters, the cause is not there yet, or no longer; or it is hidden for a while. Moments further out tell
   * which: if the cause is seen at one of them, the search continues there.
   */
  async #checkpointFor(span: TimeSpan, found: PlaceFinding): Promise<Checkpoint | undefined> {
    const { at } = found;
    if (found.cause.length > 0) return { at, found };
    const end = endOf(span);
    if (!end) return undefined;
    if (end === "input" && hasSameValues(found) && isSameActivity(found, span.after)) return { end, at, found };
    const index = span.moments.indexOf(at);
    const further = end === "input" ? span.moments.slice(0, index) : span.moments.slice(index + 1);
    for (const other of spreadOver(further, witnesses)) {
      const seen = await this.#look(span, other);
      if (seen && seen.cause.length > 0) return { at: other, found: seen };
    }
    return { end, at, found };
  }

  /** Nothing can be seen in between any more, except inside the call at its start. */
  async #enterCall(span: TimeSpan): Promise<TimeSpan> {
    const call = span.before.at;
    if (!this.#view.mayLook()) return span;
    const moments = call && this.#canEnter(call) ? await this.#momentsOf(call) : [];
    return moments.length === 0
      ? { ...span, closed: true }
      : { ...span, moments, depth: (span.depth ?? 0) + 1, inside: call! };
  }

  /** The main code may do nothing but call: then its last calls are entered, which are most often the program proper. */
  async #enterLastCalls(span: TimeSpan): Promise<TimeSpan> {
    const calls = span.moments.filter((at) => this.#canEnter(at)).slice(-maxCalls);
    const inside = new Map<CommonMoment, readonly CommonMoment[]>();
    for (const call of calls) inside.set(call, await this.#momentsOf(call));
    const moments = span.moments.flatMap((at) => [at, ...(inside.get(at) ?? [])]);
    return moments.length === span.moments.length ? { ...span, closed: true } : { ...span, moments };
  }

  #canEnter(at: CommonMoment): boolean {
    return at.passing.function !== undefined && !this.#entered.has(at);
  }

  /** A call that awaits something continues among moments that are listed already: it is followed up to there. */
  async #momentsOf(call: CommonMoment): Promise<readonly CommonMoment[]> {
    this.#entered.add(call);
    const moments = await this.#view.moments(call);
    const listed = moments.findIndex((at) => this.#listed.has(momentText(at)));
    const fresh = listed === -1 ? moments : moments.slice(0, listed);
    this.#list(fresh);
    return fresh;
  }

  #list(moments: readonly CommonMoment[]): void {
    for (const at of moments) this.#listed.add(momentText(at));
  }
}

/** In programs that do several things by turns, what waits is on no stack and cannot be seen. */
function isSameActivity({ stack }: PlaceFinding, { found }: Checkpoint): boolean {
  return found?.stack.at(-1)?.function === stack.at(-1)?.function;
}
