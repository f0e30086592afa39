import { type Answer, ask, done, outcomeOf, type Search } from "../../../core/search.ts";
import type { HistoryTask } from "../context.ts";
import type { End, Ends } from "../walk/branches.ts";
import { runSingleTests } from "../walk/single-tests.ts";
import { type Cure, effective } from "./patch-series.ts";

interface Between {
  readonly passing: End;
  readonly failing: End;
}

/** Leaves out patches that neither version needs any more: what they cured came later than these. */
export async function withoutNeedless(
  task: HistoryTask,
  between: Between,
  seriesAt: NonNullable<Ends["seriesAt"]>,
): Promise<Between & { readonly complete: boolean }> {
  const gone: Cure[] = [];
  const without = (cures: readonly Cure[]) => {
    const at = ({ commit }: End): End => ({ commit, series: seriesAt(commit, cures) });
    return { passing: at(between.passing), failing: at(between.failing) };
  };
  const cures = new Set([between.passing, between.failing].flatMap(({ series }) => effective(series).cures));
  for (const cure of cures) {
    const versions = without([...gone, cure]);
    const stillApart = await runSingleTests(task, { name: `without ${cure.number}`, search: apart, versions });
    if (stillApart === undefined) return { ...between, complete: false };
    if (stillApart) gone.push(cure);
  }
  return { ...(gone.length === 0 ? between : without(gone)), complete: true };
}

type Which = keyof Between;

/** Whether the one still passes, and the other still fails. */
const apart: Search<Which, boolean, Answer> = ask<Which, boolean, Answer>("passing", false, (passes) =>
  outcomeOf(passes) === "pass"
    ? ask<Which, boolean, Answer>("failing", false, (fails) => done(outcomeOf(fails) === "fail"))
    : done(false),
);
