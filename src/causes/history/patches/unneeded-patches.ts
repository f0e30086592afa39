import { type Answer, ask, done, outcomeOf, type Search } from "../../../core/search.ts";
import type { HistoryContext } from "../context.ts";
import type { PatchedEnds } from "../walk/branches.ts";
import { runSingleTests } from "../walk/single-tests.ts";
import { type Cure, type PatchedVersion, withoutEmptyPatches } from "./patch-series.ts";

interface Between {
  readonly passing: PatchedVersion;
  readonly failing: PatchedVersion;
}

/** Drops patches that neither version needs: what they cure came in later than these versions. */
export async function dropUnneededPatches(
  context: HistoryContext,
  between: Between,
  seriesAt: NonNullable<PatchedEnds["seriesAt"]>,
): Promise<Between & { readonly complete: boolean }> {
  const dropped: Cure[] = [];
  const without = (cures: readonly Cure[]) => {
    const at = ({ commit }: PatchedVersion): PatchedVersion => ({ commit, series: seriesAt(commit, cures) });
    return { passing: at(between.passing), failing: at(between.failing) };
  };
  const cures = new Set([between.passing, between.failing].flatMap(({ series }) => withoutEmptyPatches(series).cures));
  for (const cure of cures) {
    const versions = without([...dropped, cure]);
    const stillDiffer = await runSingleTests(context, { name: `without ${cure.number}`, search: endsDiffer, versions });
    if (stillDiffer === undefined) return { ...between, complete: false };
    if (stillDiffer) dropped.push(cure);
  }
  return { ...(dropped.length === 0 ? between : without(dropped)), complete: true };
}

type Which = keyof Between;

/** Asks whether the one still passes, and the other still fails. */
const endsDiffer: Search<Which, boolean, Answer> = ask<Which, boolean, Answer>("passing", false, (passes) =>
  outcomeOf(passes) === "pass"
    ? ask<Which, boolean, Answer>("failing", false, (fails) => done(outcomeOf(fails) === "fail"))
    : done(false),
);
