import { atOnce, type Pace } from "../../core/work.ts";
import type { Version } from "../tree/version.ts";
import { Comparison, type EditedFile } from "./comparison.ts";
import { cutFile } from "./cut-file.ts";
import { Changes, type CutFile } from "./version-diff.ts";

/** The changes between two versions; in files of languages that are known, each of whole statements, members, arguments. */
export async function changesBetween(
  old: Version,
  now: Version,
  isPinned: (path: string) => boolean = () => false,
  pace: Pace = atOnce,
): Promise<Changes> {
  const comparison = new Comparison(old, now, isPinned);
  const cut = new Map<EditedFile, CutFile>();
  for (const file of comparison.edited()) cut.set(file, await cutFile(file, pace));
  return Changes.of(comparison, cut);
}
