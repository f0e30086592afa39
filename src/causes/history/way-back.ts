import { describeCommit } from "../../versions/commits/commit-graph.ts";
import type { FoundCure, HistoryContext } from "./context.ts";
import type { CureEntry, WayBack } from "./finding.ts";
import type { Cure } from "./patches/patch-series.ts";

/** A patch of the answer, and its file. */
export interface WrittenCure {
  readonly cure: Cure;
  readonly file: string;
}

/** How the walk back went, for the report; `written` are the patches of the answer. */
export function wayBack(context: HistoryContext, written: readonly WrittenCure[] = []): WayBack {
  const { history, seen, walks, branches } = context;
  const version = oldestFailing(context);
  const commit = history.commitAt(version);
  return {
    versions: history.oldest + 1,
    seen,
    walks,
    cures: context.cures.map((found) => cureEntry(context, found, written)),
    branches: branches.map(({ number, from, ended }) => ({ number, ...(from ? { from } : {}), ended })),
    oldest: { version, ...(commit === undefined ? {} : { commit }) },
  };
}

/** How many versions back the failure was seen. */
export function oldestFailing({ walks }: HistoryContext): number {
  return Math.max(0, ...walks.map(({ failing }) => failing));
}

function cureEntry(
  { history }: HistoryContext,
  { cure, branch }: FoundCure,
  written: readonly WrittenCure[],
): CureEntry {
  const { number, cures, version, changes, commit } = cure;
  const file = written.find((each) => each.cure === cure)?.file;
  return {
    number,
    ...(cures === undefined ? {} : { cures }),
    version,
    changes,
    ...(commit === undefined ? {} : describeCommit(history.repository, commit)),
    branch,
    ...(file === undefined ? {} : { file }),
  };
}
