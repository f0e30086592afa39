import type { DecidingTest } from "../loads.ts";
import type { VictimSearch } from "../victim-search.ts";
import { findFileLeak } from "./file-leak.ts";
import type { FoundLeak } from "./leak.ts";
import { findMemoryLeak } from "./memory-leak.ts";

/** What the other tests leave behind that decides; undefined: it was not found. */
export async function findLeak(
  search: VictimSearch,
  { how, others }: { readonly how: "polluted" | "brittle"; readonly others: readonly DecidingTest[] },
): Promise<FoundLeak | undefined> {
  if (!search.suite.started || search.request.ignoresLeaks || search.run.stopped.aborted) return undefined;
  const after = how === "polluted" ? "fail" : "pass";
  const without = how === "polluted" ? "pass" : "fail";
  return (await findMemoryLeak(search, others, { after, without })) ?? (await findFileLeak(search, others, after));
}
