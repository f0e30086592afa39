import type { Finding } from "../../core/finding.ts";

/** What `culprit args` found. */
export interface ArgsFinding extends Finding {
  /** The command that fails and, where a pair was sought, the one that passes. */
  readonly commands?: { readonly failing: readonly string[]; readonly passing?: readonly string[] };
}
