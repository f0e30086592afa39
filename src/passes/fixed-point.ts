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

/** Bytes for each test: what promises less than this is put off until nothing promises more. */
const worthwhile = 0.05;

/**
 * Runs passes until none finds anything more. Each is tried once, in order; from there on the one that promises most is
 * next: what it gained for each test, by how much of the text has changed since. Fine ones, which look at everything
 * there is, come when the others promise little; and at last those that promise nothing, to see whether they are right.
 */
export function toFixedPoint<D extends Sized>(draft: D, passes: readonly Pass<D>[]): Search<D, D> {
  return go(
    draft,
    passes.map((pass) => ({ pass })),
  );
}

function go<D extends Sized>(draft: D, standings: readonly Standing<D>[]): Search<D, D> {
  const open = standings.filter(({ left }) => left?.content !== draft.content);
  const coarse = open.filter(({ pass }) => !pass.fine);
  const fine = open.filter(({ pass }) => pass.fine);
  const next = promising(coarse, draft) ?? promising(fine, draft) ?? coarse[0] ?? fine[0];
  if (!next) return done(draft);
  const search = next.pass.begin(draft) ?? done(draft);
  return andThen(
    counted(search),
    ({ result, tests }) => {
      const { content, size } = result;
      const payoff = smoothed(next.payoff, Math.log((draft.size + 1) / (size + 1)) / Math.max(tests, 1));
      const after = { ...next, payoff, left: { content, size } };
      return go(
        result,
        standings.map((each) => (each === next ? after : each)),
      );
    },
    ({ result }) => result,
  );
}

/** The first that has not run yet, or the one that promises most, if that is worth its tests. */
function promising<D extends Sized>(standings: readonly Standing<D>[], draft: Sized): Standing<D> | undefined {
  const promise = ({ payoff, left }: Standing<D>) => payoff! * (left!.size - draft.size);
  const untried = standings.find(({ payoff }) => payoff === undefined);
  if (untried || standings.length === 0) return untried;
  const best = standings.reduce((best, each) => (promise(each) > promise(best) ? each : best));
  return promise(best) >= worthwhile ? best : undefined;
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
