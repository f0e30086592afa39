import { basename, dirname, extname, join } from "node:path";
import type { LockDifference } from "../../../world/packages/managers/manager.ts";

/** A file that belongs to a good lockfile. */
export interface GoodCompanion {
  /** Its path in the project. */
  readonly of: string;
  /** Where it is written. */
  readonly path: string;
  readonly text: string;
}

/** What is written with the good lockfile of a candidate, under its name: go.good.sum with go.good.mod. */
export function goodCompanions(
  { companions = [] }: Pick<LockDifference, "companions">,
  files: ReadonlyMap<string, string>,
  good: string,
): GoodCompanion[] {
  const stem = basename(good, extname(good));
  return companions.map((of) => ({
    ...{ of, text: files.get(of) ?? "" },
    path: join(dirname(good), `${stem}${extname(of)}`),
  }));
}
