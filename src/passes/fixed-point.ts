import { andThen, ask, asking, done, type Search } from "../core/search.ts";
import type { Draft } from "./draft.ts";
import type { Pass } from "./pass.ts";

/** How a pass has done so far. */
interface Standing {
  readonly pass: Pass;
  /** Bytes that went for each test of its last run; undefined before the first. */
  readonly payoff?: number;
  /** What its last run left, and how large that was. */
  readonly left?: { readonly content: string; readonly size: number };
}

/**
 * Runs passes until none finds anything more. Each is tried once, in order; from there on the one that promises most is
 * next: what it gained for each test, by how much of the text has changed since. Fine ones, which look at everything
 * there is, come when the others find nothing more.
 */
export function toFixedPoint(draft: Draft, passes: readonly Pass[]): Search<Draft, Draft> {
  return go(
    draft,
    passes.map((pass) => ({ pass })),
  );
}

function go(draft: Draft, standings: readonly Standing[]): Search<Draft, Draft> {
  const open = standings.filter(({ left }) => left?.content !== draft.content);
  const coarse = open.filter(({ pass }) => !pass.fine);
  const next = coarse.find(({ payoff }) => payoff === undefined) ?? mostPromising(coarse, draft) ?? open[0];
  if (!next) return done(draft);
  const others = (after: Standing) => standings.map((each) => (each === next ? after : each));
  const search = next.pass.begin(draft);
  if (!search) {
    return go(draft, others({ ...next, payoff: next.payoff ?? 0, left: { content: draft.content, size: draft.size } }));
  }
  return andThen(
    counted(search),
    ({ result, tests }) => {
      const payoff = (draft.size - result.size) / Math.max(tests, 1);
      return go(result, others({ ...next, payoff, left: { content: result.content, size: result.size } }));
    },
    ({ result }) => result,
  );
}

function mostPromising(standings: readonly Standing[], draft: Draft): Standing | undefined {
  const promise = ({ payoff, left }: Standing) => payoff! * (1 - draft.size / left!.size);
  return standings.reduce<Standing | undefined>(
    (best, each) => (best === undefined || promise(each) > promise(best) ? each : best),
    undefined,
  );
}

interface Counted {
  readonly result: Draft;
  readonly tests: number;
}

function counted(search: Search<Draft, Draft>, tests = 0): Search<Draft, Counted> {
  if (!asking(search)) return done({ result: search.result, tests });
  const best = search.best && { result: search.best, tests };
  return ask(search.ask, best, (answer) => counted(search.after(answer), tests + 1), search.also);
}
