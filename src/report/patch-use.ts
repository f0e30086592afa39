import type { PatchEntry } from "../core/finding.ts";

/** What a patch applies to, and what the test does with it, as far as that was seen. */
export function patchUse({ base, effect }: Pick<PatchEntry, "base" | "effect">): string {
  return `applies to ${base}${effect === "not confirmed" ? "; not confirmed" : `: with it the test ${effect}`}`;
}
