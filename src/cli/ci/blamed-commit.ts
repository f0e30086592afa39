import type { Finding } from "../../core/finding.ts";
import type { Digest } from "../../report/digest.ts";

/** The commit that made all of the cause. Undefined: several may have, or no cause was found. */
export function blamedCommit({ cause }: Pick<Finding, "cause">, { confidence }: Pick<Digest, "confidence">) {
  if (confidence === "none") return undefined;
  const commits = new Set(cause.filter(({ context }) => !context).map(({ commit }) => commit));
  return commits.size === 1 ? [...commits][0] : undefined;
}
