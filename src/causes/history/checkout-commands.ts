import { basename, dirname, join, relative } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import type { WayBack } from "./finding.ts";
import type { PatchedVersion } from "./patches/patch-series.ts";

/** The two versions of the answer, and the files with their patches. */
export interface AnswerVersions {
  readonly passing: PatchedVersion;
  readonly failing: PatchedVersion;
  /** The patch that makes the passing version fail. */
  readonly cause: string;
  /** The folder with the carried patches, if there are any. */
  readonly carried?: string;
}

/** The commands, to be run in `cwd`, that check out the two versions beside the repository with this root. */
export function checkoutCommands(
  { cwd, root }: { readonly cwd: string; readonly root: string },
  { passing, failing, cause, carried }: AnswerVersions,
): Pick<WayBack, "passing" | "failing"> {
  const command = (name: string, patch?: string) => {
    const folder = relative(cwd, join(dirname(root), `${basename(root)}-${name}`)) || ".";
    const git = (...words: string[]) => commandLine(["git", "-C", folder, ...words]);
    return [
      commandLine(["git", "worktree", "add", "--detach", folder, passing.commit!.slice(0, 12)]),
      ...(carried === undefined
        ? []
        : [`${git("am", "--quiet", "--keep-cr", anyWhitespace)} ${commandLine([carried])}/*.patch`]),
      ...(patch === undefined ? [] : [git("apply", anyWhitespace, patch)]),
    ].join(" && ");
  };
  return {
    passing: { commit: passing.commit!, command: command("passes") },
    failing: { ...(failing.commit === undefined ? {} : { commit: failing.commit }), command: command("fails", cause) },
  };
}

/** Applies a patch even if the user's git settings reject trailing whitespace. */
const anyWhitespace = "--whitespace=nowarn";
