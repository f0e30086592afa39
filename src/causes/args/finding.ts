import type { Finding } from "../../core/finding.ts";

/** What `culprit args` found. */
export interface ArgsFinding extends Finding {
  /** The test as it fails, and as it passes where a pair was sought. */
  readonly commands?: { readonly failing: readonly string[]; readonly passing?: readonly string[] };
}
