import { existsSync } from "node:fs";
import { join } from "node:path";
import { answerOf } from "./answer.ts";
import type { Context } from "./context.ts";
import { foundBy, instrumentCommand, runInstrument } from "./run-instrument.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";

const lockfile = "package-lock.json";

/** Whether other versions of installed packages decide: those of the last commits that have another lockfile. Undefined: they do not. */
export async function tryPackages(
  started: Started,
  { repository, words, request }: Context,
): Promise<Answer | undefined> {
  if (repository?.resolveCommit("HEAD") === undefined || !existsSync(join(request.cwd, lockfile))) return undefined;
  for (const revision of revisionsWithOtherPackages(repository, request.cwd)) {
    const instrument = { command: "packages", words: [revision, "--", ...words] };
    const end = await runInstrument(started.run, started.load, instrument);
    const isFound = foundBy(end) !== undefined;
    started.inquiry.add({
      how: `with the packages of ${revision}`,
      outcome: isFound ? "pass" : "unresolved",
      runs: 1,
      failed: 0,
      seconds: 0,
    });
    if (isFound)
      return {
        ...answerOf(end, "package"),
        decidedBy: `with the packages of ${revision}`,
        command: instrumentCommand(instrument),
      };
  }
  return undefined;
}

/** The last commit, if the lockfile has changed since; and the one before it was changed last. */
function revisionsWithOtherPackages(repository: NonNullable<Context["repository"]>, cwd: string): string[] {
  const path = join(cwd, lockfile);
  const isChanged = repository.fields(["diff", "-z", "--name-only", "HEAD", "--", path]).length > 0;
  const [last] = repository.text(["log", "-1", "--format=%H", "--", path]).split("\n");
  const parent = last ? repository.resolveCommit(`${last}~1`) : undefined;
  return [...(isChanged ? ["HEAD"] : []), ...(parent === undefined ? [] : [parent.slice(0, 12)])];
}
