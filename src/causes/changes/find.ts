import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Story } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";
import { isRefusal } from "../../run/ends/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import { type ChangesConclusion, changesDetails, linesOf } from "../../versions/changes/changes-conclusion.ts";
import { prepareCommitSearch } from "../../versions/commits/search-commits.ts";
import { resumeTrees } from "../../versions/ends/tree-settings.ts";
import { takeWorkingTree } from "../../versions/working-tree/kept-tree.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import { isInTree } from "../../versions/worlds/user-files.ts";
import { type GivenVersions, readVersionPair, type VersionPair } from "../../versions/worlds/version-pair.ts";
import { Changes } from "../../world/changes/version-diff.ts";
import { Repository } from "../../world/git/repository.ts";
import { hasToBeInstalled } from "../../world/packages/lockfile-names.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { nothingFound } from "./conclusions.ts";
import type { ChangesContext } from "./context.ts";
import { differingPackages } from "./differing-packages.ts";
import { findPassing, noPassingVersion } from "./find-good.ts";
import { mayBeInstalled } from "./locked-packages.ts";
import { lockfileNotes } from "./lockfile-notes.ts";
import { patchedTree } from "./patched-tree.ts";
import { reproduceVersions } from "./reproduce-versions.ts";
import type { ChangesRequest } from "./request.ts";
import { searchFiles } from "./search-files.ts";
import { searchWithPackages } from "./with-packages.ts";

/** Finds the cause of a failure among the changes between two versions. */
export async function findInChanges(run: Run, request: ChangesRequest): Promise<Story> {
  const pair = resumeTrees(run, readVersionPair(request, givenVersions(run, request)));
  refuseChanged(pair, request);
  for (const note of pair.notes) run.note(note);
  const whole = Changes.between(pair.old, pair.new, isLeftOut(pair, request));
  for (const note of whole.notes) run.note(note);
  const keptHere = differingPins(pair);
  if (whole.paths.length === 0 && !request.older && !request.commitOnly)
    throw new UserError(nothingToSearch(pair, keptHere, request));
  const context: ChangesContext = { run, request, pair, whole };
  // As git bisect does it: every commit with the packages that are installed here.
  const differing = request.commitOnly ? undefined : differingPackages(context);
  const conclusion =
    (differing && (await searchWithPackages(context, differing))) ?? (await searchAsInstalled(context));
  const details = changesDetails(run, conclusion);
  const notes = [...(details.notes ?? []), ...keptNotes(keptHere, request)];
  return storyOf(run, request, { conclusion, details: { ...details, notes }, ...linesOf(conclusion, pair.new) });
}

/** Maximum number of files that a sentence names. */
const maxKept = 5;

/** Files that differ, and of which every candidate has the user's copy. */
function differingPins({ old, new: now, isPinned }: VersionPair): string[] {
  const differs = (path: string) => old.items.get(path)?.id !== now.items.get(path)?.id;
  return [...new Set([...old.items.keys(), ...now.items.keys()])].filter((path) => isPinned(path) && differs(path));
}

function nothingToSearch(
  { old, new: now }: VersionPair,
  keptHere: readonly string[],
  { keepNamed }: ChangesRequest,
): string {
  if (keptHere.length === 0) return `${old.name} and ${now.name} are the same: there is no difference to search.`;
  const advice = keepNamed === false ? "" : " With --all-files, what the test names is searched, too.";
  return (
    `${old.name} and ${now.name} differ only in ${listText(keptHere, { max: maxKept })}, of which every candidate has your copy: ` +
    `there is no difference to search.${advice}`
  );
}

function keptNotes(keptHere: readonly string[], { keepNamed }: ChangesRequest): string[] {
  if (keptHere.length === 0) return [];
  const advice = keepNamed === false ? "." : "; --all-files searches what the test names.";
  return [`Not searched: ${listText(keptHere, { max: maxKept })}. Every candidate had your copy${advice}`];
}

/** The working tree as it was when the run began, if it counts, and the same with the patch. */
function givenVersions(run: Run, request: ChangesRequest): GivenVersions {
  const { cwd, patch, output } = request;
  const repository = Repository.containing(cwd);
  if (!repository || !usesWorkingTree(request, repository.root)) return {};
  const working = takeWorkingTree(run, repository, output === undefined ? {} : { output });
  return {
    working,
    ...(patch === undefined ? {} : { patched: patchedTree(run, working.version, { ...request, patch }) }),
  };
}

/** It is an end of the search, or has files that every candidate is to have. */
function usesWorkingTree({ cwd, test, keep, new: now }: ChangesRequest, root: string): boolean {
  const isOwnFile = (path: string) => isInTree(root, path) && existsSync(path);
  return now === undefined || keep.length > 0 || test.some((word) => isOwnFile(resolve(cwd, word)));
}

/** A search for the commit alone needs no other changes than those that say whether the packages moved. */
function isLeftOut({ isPinned }: VersionPair, { commitOnly }: ChangesRequest): (path: string) => boolean {
  return commitOnly ? (path) => isPinned(path) || !hasToBeInstalled(path) : isPinned;
}

function refuseChanged({ old, new: now }: VersionPair, { contents }: ChangesRequest): void {
  for (const [i, version] of [old, now].entries())
    if (contents[i] !== undefined && contents[i] !== treeHash({ base: version, placed: [] }))
      throw new UserError(
        `${version.name} has changed since the run began, so its outcomes no longer hold: start a new run.`,
      );
}

/** Tests every candidate with the packages that are installed here. */
async function searchAsInstalled(context: ChangesContext): Promise<ChangesConclusion> {
  const { run, request, whole } = context;
  const project = context.pair.home ?? context.pair.new.root ?? request.cwd;
  const isInstalled = (lockfile: string) => mayBeInstalled(project, lockfile);
  // A build may install what each candidate asks for.
  if (request.build === undefined) for (const note of lockfileNotes(whole, isInstalled)) run.note(note);
  const settling = reproduceVersions(context, (pair) => ({
    failing: { tree: treeOf(pair, pair.new), name: pair.new.name, worlds: pair },
    other: { tree: treeOf(pair, pair.old), name: pair.old.name, worlds: pair },
  }));
  const prepared = await prepareMeanwhile(context, settling);
  const settled = await settling;
  if (isRefusal(settled)) return { ...nothingFound(context), ...settled };
  const { pair } = settled;
  const now = { ...context, pair };
  if (settled.ends.other.outcome === "pass")
    return searchFiles(now, pair.old, pair === context.pair ? prepared : undefined);
  const search = await findPassing(now);
  if (search.version) return searchFiles(now, search.version);
  return { ...nothingFound(now), ...noPassingVersion(now, search) };
}

/** Lists the commits while the ends run. */
async function prepareMeanwhile(context: ChangesContext, settling: Promise<unknown>) {
  const { old, new: now } = context.pair;
  settling.catch(() => {}); // The caller waits for it.
  await setImmediate(); // The tests begin first.
  try {
    return prepareCommitSearch(context, { passing: old, failing: now });
  } catch (error) {
    await settling;
    throw error;
  }
}
