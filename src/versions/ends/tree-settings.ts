import type { Run } from "../../run/run.ts";
import type { ReuseMode } from "../worlds/tree-reuse.ts";
import type { VersionPair } from "../worlds/version-pair.ts";

/** What a run has learned about its trees, for a resumed run to go on with. */
interface TreeSettings {
  readonly mode: ReuseMode;
  /** What the trees are made without. */
  readonly without: readonly string[];
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
  const before = run.record.load<TreeSettings>(file)?.without ?? [];
  run.record.save(file, { mode: reuse.mode, without: [...before, ...without] } satisfies TreeSettings);
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
