import { ask, done, type Search } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../../world/git.ts";

/** Older versions to try, the nearest first: tags, and where none passes commits, ever farther back. */
export function olderVersions(repository: Repository, now: string | undefined): string[] {
  const start = now === undefined ? "HEAD" : repository.commit(now);
  if (start === undefined) throw new UserError(`${now} is no revision of the repository here.`);
  const from = repository.text(["rev-parse", start]);
  const tags = repository
    .text(["for-each-ref", "--sort=-creatordate", "--merged", from, "--format=%(refname)", "refs/tags"])
    .split("\n")
    .filter((name) => name !== "")
    .map((name) => repository.commit(name)!);
  const line = repository.text(["rev-list", "--first-parent", from]).split("\n");
  const back: string[] = [];
  for (let step = now === undefined ? 0 : 1; step < line.length; step = step === 0 ? 1 : 2 * step)
    back.push(line[step]!);
  back.push(line.at(-1)!);
  const older = [...new Set([...tags, ...back])].filter((commit) => now === undefined || commit !== from);
  if (older.length === 0)
    throw new UserError("There is no older version in the repository to look for one that passes.");
  return older;
}

/** The first one that passes, if any. */
export function firstPassing(count: number, from = 0): Search<number, number | undefined> {
  if (from === count) return done(undefined);
  return ask<number, number | undefined>(from, undefined, (outcome) =>
    outcome === "pass" ? done(from) : firstPassing(count, from + 1),
  );
}
