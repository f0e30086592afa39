import { type Answer, asking, type Search } from "../../../core/search.ts";
import { runStage } from "../../../run/stage/stage.ts";
import { type HistoryContext, versionWorld } from "../context.ts";
import type { PatchedVersion } from "../patches/patch-series.ts";

/** A few tests of named versions. */
export interface SingleTests<Q extends string, R> {
  readonly name: string;
  readonly search: Search<Q, R, Answer>;
  readonly versions: Readonly<Record<Q, PatchedVersion>>;
}

/** Runs a few tests as a stage of their own; undefined if the run was stopped. */
export async function runSingleTests<Q extends string, R>(
  context: HistoryContext,
  { name, search, versions }: SingleTests<Q, R>,
): Promise<R | undefined> {
  const { run, history } = context;
  const total = Object.keys(versions).length;
  const end = await runStage<Q, R, Answer>(run, {
    search,
    key: String,
    world: (which) => versionWorld(context, history.versionOf(versions[which].series, versions[which].commit)),
    shown: (which) => ({ stage: name, set: which, size: 1 }),
    total,
    unit: "versions",
    sizes: () => ({ failing: total }),
    start: { failing: total },
  });
  run.stages.push({ name, search: "single", deltas: { total, cause: total }, needed: end.needed });
  return asking(search) && !end.complete ? undefined : end.result;
}
