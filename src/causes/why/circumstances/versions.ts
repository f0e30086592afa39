import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { World } from "../../../trial/laboratory.ts";
import type { VersionsRequest } from "../../../versions/request.ts";
import { readVersionPair } from "../../../versions/worlds/version-pair.ts";
import type { Repository } from "../../../world/git/repository.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";

/** The files as they were committed last, if something has changed since. */
export function lastCommit(context: Context): Experiment[] {
  const { repository, tested } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined || !isChanged(context)) return [];
  const how = `with the files as they were committed last${apart(repository)}`;
  return [
    { ...version(context, "HEAD", { keepTest: false }), kind: "edit", how },
    ...(tested.victim
      ? [{ ...version(context, "HEAD", { keepTest: true }), kind: "edit" as const, how: how + withTest }]
      : []),
  ];
}

const withTest = ", and the test as it is now";

/** What is in a submodule belongs to another repository. */
function apart({ root }: Repository): string {
  return existsSync(join(root, ".gitmodules")) ? " (submodules as they are now)" : "";
}

/** Commits back: each twice as far as the one before. */
const distances = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The files as they were some commits ago: with the test as it is now, and as it was, if that has changed. */
export function olderCommits(context: Context): Experiment[] {
  const { repository, tested } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined) return [];
  return distances.flatMap((back): Experiment[] => {
    const revision = `HEAD~${back}`;
    if (repository.resolveCommit(revision) === undefined) return [];
    const how = `with the files as they were ${back === 1 ? "one commit" : `${back} commits`} ago${apart(repository)}`;
    const kind = "commit" as const;
    const asItWas = { ...version(context, revision, { keepTest: false }), kind, how };
    if (!tested.victim) return [asItWas];
    const asItIs = { ...version(context, revision, { keepTest: true }), kind, how: how + withTest };
    return hasOtherTest(repository, revision, tested.victim.file) ? [asItIs, asItWas] : [asItIs];
  });
}

function hasOtherTest(repository: Repository, revision: string, file: string): boolean {
  return repository.fields(["diff", "-z", "--name-only", revision, "--", file]).length > 0;
}

function isChanged({ repository }: Context): boolean {
  return repository!.fields(["status", "--porcelain", "-z"]).some((line) => !line.slice(3).startsWith(".culprit"));
}

/** The files of a revision or a folder. */
export function version(
  context: Context,
  revision: string,
  { keepTest }: { readonly keepTest: boolean },
): Omit<Experiment, "kind" | "how"> {
  const { tested, words } = context;
  const id = keepTest ? `${revision} with the test` : revision;
  const kept = keepTest && tested.victim ? [relative(tested.command.cwd, tested.victim.file)] : [];
  const keep = kept.flatMap((file) => ["--keep", file]);
  // The command may name the test's file, which is the user's in every candidate unless it is said otherwise.
  const hasOwnTest = !keepTest && isOtherIn(context, revision);
  const options = [...keep, ...(hasOwnTest ? ["--all-files"] : [])];
  const how = { keep: kept, ...(hasOwnTest ? { keepNamed: false as const } : {}) };
  return {
    id,
    world: (nth) => worldOf(tested, { id, nth }, { instead: versionWorld(context, revision, how) }),
    isolate: { instrument: { command: "changes", words: [revision, ...nowOf(context), ...options, "--", ...words] } },
  };
}

/** Whether a commit has the file of the test, and it has changed since. */
function isOtherIn({ repository, tested }: Context, revision: string): boolean {
  const file = tested.victim?.file;
  if (!repository || file === undefined || repository.resolveCommit(revision) === undefined) return false;
  const isThere = repository.fields(["ls-tree", "-z", "--name-only", revision, "--", file]).length > 0;
  return isThere && hasOtherTest(repository, revision, file);
}

/** Outside of a repository, the folder itself has to be named. */
function nowOf({ repository }: Context): string[] {
  return repository ? [] : ["."];
}

function versionWorld(context: Context, revision: string, how: Pick<VersionsRequest, "keep" | "keepNamed">): World {
  const { request, tested } = context;
  const { cwd, conditions } = request;
  const common = { history: false, firstParent: false, fresh: true };
  const [now] = nowOf(context);
  const versions = { old: revision, ...(now === undefined ? {} : { new: now }) };
  const pair = readVersionPair({ cwd, conditions, test: tested.command.argv, ...versions, ...how, ...common });
  return pair.freshWorld({ base: pair.old, placed: [] });
}
