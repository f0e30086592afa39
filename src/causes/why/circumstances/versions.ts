import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { listText } from "../../../core/list-text.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { VersionsRequest } from "../../../versions/request.ts";
import { readVersionPair } from "../../../versions/worlds/version-pair.ts";
import type { Repository } from "../../../world/git/repository.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { type NamedSince, namedSince } from "../worlds/named-since.ts";
import { worldOf } from "../worlds/tested-command.ts";

/** The files as they were committed last, if something has changed since. */
export function lastCommit(context: Context): Experiment[] {
  const { repository } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined || !isChanged(context)) return [];
  const how = `with the files as they were committed last${apart(repository)}`;
  return versionExperiments(context, { name: "HEAD", kind: "edit", how }, namedSince(context, repository, "HEAD"));
}

/** What is in a submodule belongs to another repository. */
function apart({ root }: Repository): string {
  return existsSync(join(root, ".gitmodules")) ? " (submodules as they are now)" : "";
}

/** Commits back: each twice as far as the one before. */
const distances = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The files as they were some commits ago: with what the test names as it is now, and as it was, if that has changed. */
export function olderCommits(context: Context): Experiment[] {
  const { repository } = context;
  if (!repository || repository.resolveCommit("HEAD") === undefined) return [];
  return distances.flatMap((back): Experiment[] => {
    const name = `HEAD~${back}`;
    if (repository.resolveCommit(name) === undefined) return [];
    const how = `with the files as they were ${back === 1 ? "one commit" : `${back} commits`} ago${apart(repository)}`;
    return versionExperiments(context, { name, kind: "commit", how }, namedSince(context, repository, name)).reverse();
  });
}

function isChanged({ repository }: Context): boolean {
  return repository!.fields(["status", "--porcelain", "-z"]).some((line) => !line.slice(3).startsWith(".culprit"));
}

/** An older version, as experiments name it. */
interface OlderVersion extends Pick<Experiment, "kind" | "how"> {
  /** A revision or a folder. */
  readonly name: string;
}

/** The test with all files of a version; and with those that it names as they are now, if they have changed since. */
export function versionExperiments(context: Context, version: OlderVersion, named: NamedSince): Experiment[] {
  const { changed, added } = named;
  const asTheyAre = withNamed(context, version, { ...named, keepsChanged: true });
  if (changed.length === 0) return [asTheyAre];
  // Without git, a file can be kept only together with the others that the test names.
  if (added.length > 0 && !context.repository) return [asTheyAre];
  return [withNamed(context, version, { ...named, keepsChanged: false }), asTheyAre];
}

interface WithNamed extends NamedSince {
  readonly keepsChanged: boolean;
}

function withNamed(
  context: Context,
  { name, kind, how }: OlderVersion,
  { changed, added, keepsChanged }: WithNamed,
): Experiment {
  const { tested, words, repository } = context;
  const kept = keepsChanged ? [...changed, ...added] : added;
  const keep = repository ? kept : [];
  const id = keepsChanged && kept.length > 0 ? `${name} with the test` : name;
  const hasOwn = !keepsChanged;
  const options = [...(keep.length > 0 ? ["--keep", keep.join(",")] : []), ...(hasOwn ? ["--all-files"] : [])];
  const request = { keep, ...(hasOwn ? { keepNamed: false as const } : {}) };
  return {
    id,
    kind,
    how: `${how}${asNow(context, kept)}`,
    world: (nth) => worldOf(tested, { id, nth }, { instead: versionWorld(context, name, request) }),
    isolate: { instrument: { command: "changes", words: [name, ...nowOf(context), ...options, "--", ...words] } },
  };
}

/** As in ", and check.js as it is now". */
function asNow({ tested }: Context, kept: readonly string[]): string {
  if (kept.length === 0) return "";
  const { victim, command } = tested;
  const isTest = kept.length === 1 && victim && resolve(command.cwd, kept[0]!) === victim.file;
  const what = isTest ? "the test" : listText(kept, { max: 3 });
  return `, and ${what} as ${kept.length === 1 ? "it is" : "they are"} now`;
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
