import { relative } from "node:path";
import type { World } from "../../../trial/laboratory.ts";
import { readVersionPair } from "../../../versions/worlds/version-pair.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";

/** The files as they were committed last, if something has changed since. */
export function lastCommit(context: Context): Experiment[] {
  const { repository } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined || !isChanged(context)) return [];
  return [
    {
      ...version(context, "HEAD", { keepTest: false }),
      kind: "edit",
      how: "with the files as they were committed last",
    },
    ...(context.tested.victim
      ? [
          {
            ...version(context, "HEAD", { keepTest: true }),
            kind: "edit" as const,
            how: "with the files as they were committed last, and the test as it is now",
          },
        ]
      : []),
  ];
}

/** Commits back: each twice as far as the one before. */
const distances = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The files as they were some commits ago. */
export function olderCommits(context: Context): Experiment[] {
  const { repository } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined) return [];
  return distances.flatMap((back) => {
    const revision = `HEAD~${back}`;
    if (repository.resolveCommit(revision) === undefined) return [];
    const how = `with the files as they were ${back === 1 ? "one commit" : `${back} commits`} ago`;
    return [{ ...version(context, revision, { keepTest: true }), kind: "commit" as const, how }];
  });
}

function isChanged({ repository }: Context): boolean {
  return repository!.fields(["status", "--porcelain", "-z"]).some((line) => !line.slice(3).startsWith(".culprit"));
}

function version(
  context: Context,
  revision: string,
  { keepTest }: { readonly keepTest: boolean },
): Omit<Experiment, "kind" | "how"> {
  const { tested, words } = context;
  const id = keepTest ? `${revision} with the test` : revision;
  const kept = keepTest && tested.victim ? [relative(tested.command.cwd, tested.victim.file)] : [];
  const keep = kept.flatMap((file) => ["--keep", file]);
  return {
    id,
    world: (nth) => worldOf(tested, { id, nth }, { instead: versionWorld(context, revision, kept) }),
    isolate: { instrument: { command: "changes", words: [revision, ...keep, "--", ...words] } },
  };
}

function versionWorld({ request, tested }: Context, revision: string, keep: readonly string[]): World {
  const { cwd, conditions } = request;
  const common = { history: false, firstParent: false, fresh: true };
  const pair = readVersionPair({ cwd, conditions, test: tested.command.argv, old: revision, keep, ...common });
  return pair.freshWorld({ base: pair.old, placed: [] });
}
