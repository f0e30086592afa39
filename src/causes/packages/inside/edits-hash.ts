import type { Placed } from "../../../world/changes/version-diff.ts";
import { contentHash } from "../../../world/files/content-hash.ts";

/** Equal for edits of the same files to the same contents. */
export function editsHash(placed: readonly Placed[]): string {
  return contentHash(JSON.stringify(placed.map(({ path, item }) => [path, item?.kind, item?.id, item?.executable])));
}
