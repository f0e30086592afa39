import type { Run } from "../../run/run.ts";
import type { ReuseMode } from "../worlds/tree-reuse.ts";
import type { VersionPair } from "../worlds/version-pair.ts";

/** What a run has learned about its trees, for a resumed run to go on with. */
interface TreeSettings {
  readonly mode: ReuseMode;
  /** What the trees are made without. */
  readonly without: readonly string[];
  /** Whether the ends in these trees are all that a search needs. */
  readonly settled?: boolean;
}

const file = "trees.json";

/** The pair with the trees that an earlier session of the run ended with. */
export function resumeTrees(run: Run, pair: VersionPair): VersionPair {
  const settings = run.record.load<TreeSettings>(file);
  if (!settings) return pair;
  pair.reuse.resume(settings.mode);
  return settings.without.length === 0 ? pair : pair.without(settings.without);
}

export function saveTrees(run: Run, { reuse }: VersionPair, without: readonly string[] = []): void {
  const before = load(run);
  run.record.save(file, { ...before, mode: reuse.mode, without: [...before.without, ...without] });
}

/** The ends have been run and explained: a resumed run need not do that again. */
export function markSettled(run: Run, { reuse }: VersionPair): void {
  run.record.save(file, { ...load(run), mode: reuse.mode, settled: true } satisfies TreeSettings);
}

export function isSettled(run: Run): boolean {
  return run.ends !== undefined && load(run).settled === true;
}

/** Whether the trees have changed since the ends were recorded: the run was killed before it ran them again. */
export function isUnsettledWithout(run: Run): boolean {
  return !isSettled(run) && load(run).without.length > 0;
}

function load(run: Run): Omit<TreeSettings, "mode"> {
  return run.record.load<TreeSettings>(file) ?? { without: [] };
}

/** From now on earlier tests matter less to a test; false: they do not matter any more. */
export function tightenReuse(run: Run, pair: VersionPair, why: string): boolean {
  if (!pair.reuse.tighten()) return false;
  const instead =
    pair.reuse.mode === "cleaned" ? "everything that a test leaves behind is removed" : "every test gets a new tree";
  run.note(`${why}: from now on ${instead}.`);
  saveTrees(run, pair);
  return true;
}
