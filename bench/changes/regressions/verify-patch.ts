import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import type { AnyFinding } from "../../../test/any-finding.ts";
import { patchText } from "./investigate.ts";
import type { RealRegression } from "./real-regression.ts";
import { inFreshCopy, outcomeOf, type Workplace } from "./workplace.ts";

/** Whether a fresh copy of the old version fails with the cause, and of the new one passes with the fix. */
export function verifyPatches(regression: RealRegression, workplace: Workplace, finding: AnyFinding | undefined) {
  const commit = finding?.cause.find((place) => place.commit)?.commit;
  const { cause, fix } = finding?.files ?? {};
  return {
    cause: verify(patchText(cause), [workplace.old, ...(commit ? [`${commit}^`] : [])], "fail"),
    fix: verify(patchText(fix), [workplace.new, ...(commit ? [commit] : [])], "pass"),
  };

  /** On the version that the user named, else on the one that the patch names, else beside the guilty commit. */
  function verify(patch: string | undefined, bases: readonly string[], expected: string): string {
    if (patch === undefined) return "none";
    const [first, ...others] = bases;
    for (const base of [first!, ...namedBases(patch), ...others]) {
      const outcome = tryPatch(base, patch);
      if (outcome === expected) return base === first ? "yes" : `on ${shortName(base)}`;
      if (outcome !== undefined) return `NO: ${outcome}`;
    }
    return "NO: does not apply";
  }

  /** Undefined where it does not apply. */
  function tryPatch(base: string, patch: string): string | undefined {
    try {
      return inFreshCopy(workplace, base, (copy) =>
        applies(copy, patch) ? outcomeOf(regression, workplace, copy) : undefined,
      );
    } catch {
      return undefined;
    }
  }
}

/** Revisions in the lines before the first file; only repositories have any. */
function namedBases(patch: string): string[] {
  const head = patch.slice(0, Math.max(0, patch.search(/^diff --git /m)));
  return head.match(/\b[0-9a-f]{7,40}\b/g) ?? [];
}

/** Outside of any repository git applies to the folder; inside of one it would silently skip files that it ignores. */
function applies(copy: string, patch: string): boolean {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) };
  return spawnSync("git", ["apply", "--whitespace=nowarn"], { cwd: copy, env, input: patch }).status === 0;
}

function shortName(base: string): string {
  return base.replace(/^([0-9a-f]{8})[0-9a-f]+/, "$1");
}
