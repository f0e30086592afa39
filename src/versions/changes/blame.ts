import { lineNumber } from "../../world/changes/change-entry.ts";
import type { Change } from "../../world/changes/version-diff.ts";
import type { Repository } from "../../world/git/repository.ts";
import { countLines } from "../../world/text/text.ts";
import { type Commit, describeCommit } from "../commits/commit-graph.ts";

/** The commits between which some changes were made. */
export interface CommitRange {
  readonly repository: Repository;
  readonly old: string | undefined;
  /** Undefined: the changes are in the working tree. */
  readonly now: string | undefined;
}

/** Asks git which commit made a change; undefined if none did, or git cannot tell. */
export function blameChange(change: Change, range: CommitRange): Commit | undefined {
  const { repository, old, now } = range;
  const { oldPath, newPath, edit, kind } = change;
  try {
    if (kind === "edited" && edit && change.new.length > 0 && newPath !== undefined)
      return blameNewLines(change, newPath, range);
    if (old === undefined || now === undefined) return undefined;
    if (kind === "edited" && edit && oldPath !== undefined) return blameDeletion(change, oldPath, range);
    const path = kind === "deleted" ? oldPath : newPath;
    const last = repository.text(["log", "-1", "--format=%H", `${old}..${now}`, "--", path ?? oldPath!]);
    return last === "" ? undefined : describeCommit(repository, last);
  } catch {
    return undefined; // a shallow clone, or a file that git does not know
  }
}

function blameNewLines(change: Change, path: string, { repository, now }: CommitRange): Commit | undefined {
  const line = lineNumber(change.item!.new!.bytes(), change.edit!.origin);
  const last = line + Math.max(1, countLines(change.new)) - 1;
  const printed = repository.text(["blame", "--porcelain", `-L${line},${last}`, ...(now ? [now] : []), "--", path]);
  const commit = printed.split(" ", 1)[0]!;
  return /^0+$/.test(commit) ? undefined : describeCommit(repository, commit);
}

/** The commit after the last one that still had the line. */
function blameDeletion(change: Change, path: string, { repository, old, now }: CommitRange): Commit | undefined {
  const line = lineNumber(change.item!.old!.bytes(), change.edit!.start);
  const range = `${old}..${now}`;
  const printed = repository.text(["blame", "--porcelain", "--reverse", `-L${line},${line}`, range, "--", path]);
  const last = printed.split(" ", 1)[0]!.replace(/^\^/, "");
  const since = ["rev-list", "--reverse", "--topo-order", "--ancestry-path", `${last}..${now}`];
  const commit = repository.text([...since, "--", path]).split("\n")[0]!;
  return commit === "" ? undefined : describeCommit(repository, commit);
}
