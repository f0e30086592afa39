import type { AnyFinding } from "../../../test/any-finding.ts";
import type { Truth } from "./real-regression.ts";

export type Verdict = "right" | "not narrowed" | "WRONG";

const maxPlaces = 10;

/**
 * Right: among the places of a cause that is not too wide to be one is that of the truth. Not narrowed: no cause was
 * printed, and the run says so.
 */
export function judge(finding: AnyFinding | undefined, truth: Truth): Verdict {
  if (!finding) return "WRONG";
  const { cause, reason = "" } = finding;
  if (cause.length === 0) return reason.startsWith("Not narrowed") ? "not narrowed" : "WRONG";
  const isThere = cause.some(
    ({ file, old = "", new: now = "", text = "" }) =>
      truth.file.test(file ?? "") && [old, now, text].some((each) => truth.text.test(each)),
  );
  return isThere && cause.length <= (truth.maxPlaces ?? maxPlaces) ? "right" : "WRONG";
}
