import { lineNumber } from "../../world/changes/change-entry.ts";
import type { Change } from "../../world/changes/version-diff.ts";
import type { Repository } from "../../world/git/repository.ts";
import { countLines } from "../../world/text/text.ts";
import { type Commit, describeCommit } from "../commits/commit-graph.ts";

/** The commits between which the changes were made. */
export interface Range {
  readonly repository: Repository;
  readonly old: string | undefined;
  /** Undefined: they are in the working tree. */
  readonly now: string | undefined;
}

/** The commit that brought a change; undefined where none did, or nobody can tell. */
export function broughtBy(change: Change, { repository, old, now }: Range): Commit | undefined {
  const { oldPath, newPath, edit, kind } = change;
  try {
    if (kind === "edited" && edit && change.new.length > 0 && newPath !== undefined)
      return lineOrigin(repository, change, newPath, { old, now });
    if (old === undefined || now === undefined) return undefined;
    if (kind === "edited" && edit && oldPath !== undefined) return lineEnd(repository, change, oldPath, { old, now });
    const path = kind === "deleted" ? oldPath : newPath;
    const last = repository.text(["log", "-1", "--format=%H", `${old}..${now}`, "--", path ?? oldPath!]);
    return last === "" ? undefined : describeCommit(repository, last);
  } catch {
    return undefined; // a shallow clone, or a file that git does not know
  }
}

interface Ends {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

function lineOrigin(repository: Repository, change: Change, path: string, { now }: Ends): Commit | undefined {
  const line = lineNumber(change.item!.new!.bytes(), change.edit!.origin);
  const last = line + Math.max(1, countLines(change.new)) - 1;
  const printed = repository.text(["blame", "--porcelain", `-L${line},${last}`, ...(now ? [now] : []), "--", path]);
  const commit = printed.split(" ", 1)[0]!;
  return /^0+$/.test(commit) ? undefined : describeCommit(repository, commit);
}

/** The commit after the last one that still had the line. */
function lineEnd(repository: Repository, change: Change, path: string, { old, now }: Ends): Commit | undefined {
  const line = lineNumber(change.item!.old!.bytes(), change.edit!.start);
  const range = `${old}..${now}`;
  const printed = repository.text(["blame", "--porcelain", "--reverse", `-L${line},${line}`, range, "--", path]);
  const last = printed.split(" ", 1)[0]!.replace(/^\^/, "");
  const next = repository.text([
    "rev-list",
    "--reverse",
    "--topo-order",
    "--ancestry-path",
    `${last}..${now}`,
    "--",
    path,
  ]);
  const commit = next.split("\n")[0]!;
  return commit === "" ? undefined : describeCommit(repository, commit);
}
