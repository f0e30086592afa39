import { brokenAssumptionsOf, type Conclusion, type SearchTaken, verdictOf } from "./conclusion.ts";
import { type Claim, confirm } from "./confirm.ts";
import { type Ends, NotReproduced, settleEnds } from "./ends/ends.ts";
import { cautionFor, type PassingAdvice, requirePassing } from "./ends/passing-end.ts";
import { isRefusal, reproduce } from "./ends/reproduce.ts";
import type { EndsEvent } from "./record/events.ts";
import type { Run } from "./run.ts";

/**
 * What an application provides for a search in the usual order: run the two ends, reuse what earlier runs learned, search,
 * confirm, and check the assumptions. The search may ask any type of question.
 */
export interface Investigation<R> {
  readonly ends: Ends;
  /** Given if the other end has to pass: advice for the user if it does not. */
  readonly needsPassing?: PassingAdvice | undefined;
  /** Everything that outcomes depend on besides the world: `--reuse` uses outcomes with the same one. */
  readonly testIdentity: () => unknown;
  /** Returns a conclusion if there is nothing to search, although the ends are as they should be. */
  readonly concludeEarly?: (ends: EndsEvent) => InvestigationEnd<R> | undefined;
  /** Runs the stages; throws NotReproduced if there turns out to be nothing to find. */
  readonly search: (ends: EndsEvent) => Promise<SearchEnd<R>>;
  /** What the result claims about worlds; each of them is run once more. */
  readonly claims: (result: R) => readonly Claim[];
}

/** What the searches of an investigation found. */
export interface SearchEnd<R> {
  readonly result: R;
  /** Every search came to its end; otherwise the run was stopped. */
  readonly complete: boolean;
  /** Whether complete searches prove that the result is minimal; default: true. */
  readonly minimal?: boolean;
  readonly searches: readonly SearchTaken[];
}

/** How an investigation ended; without a result there was nothing to search. */
export interface InvestigationEnd<R> extends Conclusion {
  readonly result?: R;
}

/** Looks for a cause in the order that all applications share. */
export async function investigate<R>(run: Run, investigation: Investigation<R>): Promise<InvestigationEnd<R>> {
  const { ends: worlds, needsPassing } = investigation;
  const caution = needsPassing && cautionFor(run.conditions.failure);
  if (caution) run.note(caution);
  const ends = await reproduce(run, async () => {
    const settled = await settleEnds(run, worlds);
    return needsPassing ? requirePassing(settled, worlds, needsPassing) : settled;
  });
  if (isRefusal(ends)) return { ...ends, minimal: false, assumptions: [] };
  if (run.conditions.reuse) run.reuse(investigation.testIdentity());
  try {
    return investigation.concludeEarly?.(ends) ?? (await conclude(run, investigation, ends));
  } catch (error) {
    if (!(error instanceof NotReproduced)) throw error;
    return { verdict: "not-reproduced", reason: error.message, minimal: false, assumptions: [] };
  }
}

async function conclude<R>(
  run: Run,
  { search, claims }: Investigation<R>,
  ends: EndsEvent,
): Promise<InvestigationEnd<R>> {
  const { result, complete, minimal = true, searches } = await search(ends);
  const inconsistent = complete ? await confirm(run, claims(result)) : [];
  return {
    result,
    verdict: verdictOf(run, complete),
    minimal: complete && minimal && inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, searches)],
  };
}
