import { andThen, ask, asking, done, type Search } from "../core/search.ts";
import type { Pass } from "./pass.ts";

/** What a pass works on. */
interface Sized {
  readonly content: string;
  readonly size: number;
}

/** How a pass has done so far. */
interface Standing<D> {
  readonly pass: Pass<D>;
  /** By what share the text has shrunk for each test, lately; undefined before the first run. */
  readonly payoff?: number;
  /** What its last run left. */
  readonly left?: Sized;
}

/** Minimum number of bytes per test: passes that promise less come only when no other promises more. */
const minPromise = 0.05;

/**
 * Runs passes until none finds anything more. Each is tried once, in order; from there on the one that promises most is
 * next: what it gained for each test, by how much of the text has changed since. Fine ones, which look at everything
 * there is, come when the others promise little; and at last those that promise nothing, to see whether they are right.
 */
export function toFixedPoint<D extends Sized>(draft: D, passes: readonly Pass<D>[]): Search<D, D> {
  return runPasses(
    draft,
    passes.map((pass) => ({ pass })),
  );
}

function runPasses<D extends Sized>(draft: D, standings: readonly Standing<D>[]): Search<D, D> {
  const current = standings.filter(({ pass }) => !pass.isMoot?.(draft));
  for (;;) {
    const next = nextOf(current, draft);
    if (!next) return done(draft);
    const search = next.pass.begin(draft) ?? done(draft);
    if (asking(search)) return andThen(counted(search), continueAfter(current, next, draft), ({ result }) => result);
    // Nothing to try: a loop, since there may be thousands of such passes.
    current[current.indexOf(next)] = updated(next, { before: draft, after: search.result, tests: 0 });
    draft = search.result;
  }
}

function continueAfter<D extends Sized>(standings: readonly Standing<D>[], next: Standing<D>, before: D) {
  return ({ result, tests }: Counted<D>) =>
    runPasses(
      result,
      standings.map((each) => (each === next ? updated(next, { before, after: result, tests }) : each)),
    );
}

function nextOf<D extends Sized>(standings: readonly Standing<D>[], draft: D): Standing<D> | undefined {
  const open = standings.filter(({ left }) => left?.content !== draft.content);
  const coarse = open.filter(({ pass }) => !pass.fine);
  const fine = open.filter(({ pass }) => pass.fine);
  return promising(coarse, draft) ?? promising(fine, draft) ?? coarse[0] ?? fine[0];
}

interface PassRun<D> {
  readonly before: D;
  readonly after: D;
  readonly tests: number;
}

function updated<D extends Sized>(standing: Standing<D>, { before, after, tests }: PassRun<D>): Standing<D> {
  const { content, size } = after;
  const now = Math.log((before.size + 1) / (size + 1)) / Math.max(tests, 1);
  return { ...standing, payoff: smoothed(standing.payoff, now), left: { content, size } };
}

/** The first that has not run yet, or the one that promises most, if that is worth its tests. */
function promising<D extends Sized>(standings: readonly Standing<D>[], draft: Sized): Standing<D> | undefined {
  const promise = ({ payoff, left }: Standing<D>) => payoff! * (left!.size - draft.size);
  const untried = standings.find(({ payoff }) => payoff === undefined);
  if (untried || standings.length === 0) return untried;
  const best = standings.reduce((best, each) => (promise(each) > promise(best) ? each : best));
  return promise(best) >= minPromise ? best : undefined;
}

/** One bad run may be bad luck. */
function smoothed(before: number | undefined, now: number): number {
  return before === undefined ? now : (before + now) / 2;
}

interface Counted<D> {
  readonly result: D;
  readonly tests: number;
}

function counted<D>(search: Search<D, D>, tests = 0): Search<D, Counted<D>> {
  if (!asking(search)) return done({ result: search.result, tests });
  const best = search.best === undefined ? undefined : { result: search.best, tests };
  return ask(search.ask, best, (answer) => counted(search.after(answer), tests + 1), search.also);
}
