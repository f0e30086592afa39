import { DeltaSet } from "../../core/delta-set.ts";
import { bestOf } from "../../core/search.ts";
import { sequential } from "../../drive/sequential.ts";
import { ddmin } from "../../search/ddmin.ts";
import type { VersionPair } from "../worlds/version-pair.ts";

/**
 * What is in the user's folder, in no version, and may have been built from one: everything but packages, repositories and
 * files that the test names.
 */
export function possibleOutputs({
  unversioned,
  place,
  isPinned,
}: Pick<VersionPair, "unversioned" | "place" | "isPinned">): string[] {
  const all = unversioned.filter(({ kind }) => kind === "other").map(({ path }) => path);
  return all.filter((path) => !place.missing.includes(path) && !isPinned(path));
}

/** The fewest of the paths without which the test comes out as it does without all of them. */
export async function decidingPaths(
  paths: readonly string[],
  isAsWithoutAll: (without: readonly string[]) => Promise<boolean>,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const chosen = (set: DeltaSet) => Array.from(set, (i) => paths[i]!);
  const end = await sequential({
    search: ddmin(DeltaSet.range(0, paths.length)),
    key: (set) => set.key,
    trial: async (set) => ({ outcome: (await isAsWithoutAll(chosen(set))) ? "fail" : "pass" }) as const,
    stop,
  });
  return chosen(bestOf(end)!);
}
