import { DeltaSet } from "../../core/delta-set.ts";
import type { PatchEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { pacedBy, Unfinished } from "../../run/stage/paced.ts";
import { Throttle } from "../../run/stage/throttle.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import { changesBetween } from "../../world/changes/diff-versions.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import { NewTreeChecks } from "../confirm-in-new-trees.ts";
import type { VersionEnds, VersionsContext } from "../context.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import type { CommitRange } from "./blame.ts";
import { type ChangeCandidates, changeCandidates } from "./change-candidates.ts";
import { type ChangesConclusion, culpritCommit } from "./changes-conclusion.ts";
import { confirmMinimal } from "./confirm-minimal.ts";
import { findDecidingScope } from "./deciding-scope.ts";
import { explainChanges } from "./explain-changes.ts";
import { makePatches } from "./make-patches.ts";
import { type NarrowedChanges, narrowChanges, uncutChanges } from "./narrow-changes.ts";
import { newFilesNotes } from "./new-files-note.ts";
import { concludeNotNarrowed, concludeUnprepared, narrowedNothing, passingNotes, tooManyLeft } from "./not-narrowed.ts";
import { baseName, type PatchVersions } from "./patch-bases.ts";
import { writePatch } from "./patch-files.ts";
import type { IsolationContext } from "./taken-back.ts";

/** Milliseconds between two saves of the best patch so far: git takes a while to make one. */
const saveInterval = 2000;

/**
 * Isolates the changes between two versions that the failure needs, and writes them as a patch, with one that fixes it.
 * `named`: the versions that the user named.
 */
export async function isolateChanges(
  context: VersionsContext,
  between: VersionEnds,
  named?: VersionEnds,
): Promise<ChangesConclusion> {
  try {
    return await isolateBetween(context, between, named);
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error;
    return concludeUnprepared(context.run);
  }
}

async function isolateBetween(
  outer: VersionsContext,
  between: VersionEnds,
  named: VersionEnds | undefined,
): Promise<ChangesConclusion> {
  const { run, pair } = outer;
  const context: IsolationContext = { ...outer, newTrees: new NewTreeChecks(run) };
  const changes = await changesBetween(between.passing, between.failing, pair.isPinned, pacedBy(run));
  const range = rangeOf(pair, between);
  const areCommitAndParent = culpritCommit(between, range) !== undefined;
  const versions = { named, between, areCommitAndParent, packages: context.packages };
  const narrowed = await searchChanges(context, versions, changes);
  if (!narrowed.isNarrowed) return { between, range, ...concludeNotNarrowed(run, changes, narrowed) };
  const candidates = changeCandidates(context, between.passing, narrowed.changes);
  const conclude = narrowed.complete ? concludeFound : concludeStopped;
  const conclusion = await conclude(context, { candidates, versions, narrowed });
  const { by, total, found } = narrowed;
  const deltas = { total, cause: found.failing.size };
  return { changes: narrowed.changes, between, range, by, deltas, uncut: uncutChanges(narrowed), ...conclusion };
}

/** Finds the changes that the failure needs, then what of them it needs, and saves the best patch so far. */
async function searchChanges(
  context: IsolationContext,
  versions: PatchVersions,
  changes: Changes,
): Promise<NarrowedChanges & { readonly isNarrowed: boolean }> {
  const { passing } = versions.between;
  const candidates = changeCandidates(context, passing, changes);
  const saved = new Throttle<() => Uint8Array>(saveInterval, (patch) => saveIfPossible(context, versions, patch));
  const save = ({ patch }: ChangeCandidates, best: DeltaSet) => saved.offer(() => patch(DeltaSet.empty, best));
  const explained = await explainChanges(context.run, candidates, (best) => {
    if (best.failing.size < changes.all.size) save(candidates, best.failing);
  });
  const { taken, complete, ...found } = explained;
  const isNarrowed = !narrowedNothing(changes, explained);
  const start = { changes, found, by: "changes" as const, total: changes.changes.length, complete, proved: complete };
  const coarse = { ...start, searches: [...(context.earlier ?? []), taken] };
  const goesOn = complete && isNarrowed;
  const scope = goesOn ? await findDecidingScope(context, candidates, found.failing) : undefined;
  const narrow = () => narrowChanges(context, passing, { start: coarse, onBest: save });
  const narrowed = scope ? asScope(coarse, scope) : goesOn ? await narrow() : coarse;
  saved.cancel();
  return { ...narrowed, isNarrowed };
}

/** The changes found together with the others in their scope. */
function asScope(narrowed: NarrowedChanges, scope: DeltaSet): NarrowedChanges {
  const { changes, found } = narrowed;
  const parts = listText(
    [...found.failing].map((i) => placeOfChange(changes.changes[i]!)),
    { max: 3 },
  );
  const note =
    `A part of it (${parts}) makes the old version fail in the same way, but the new one fails without that part too; ` +
    "so the cause is given as all changes in the same scope.";
  return { ...narrowed, found: { failing: scope, causes: scope, suspects: DeltaSet.empty }, proved: false, note };
}

/** What cannot be written now, for example because the disk is full, may be written at the end. */
function saveIfPossible(context: VersionsContext, versions: PatchVersions, patch: () => Uint8Array): void {
  try {
    writeCause(context, versions, patch());
  } catch {}
}

function writeCause({ run, request }: VersionsContext, versions: PatchVersions, content: Uint8Array): PatchEntry {
  const base = baseName(versions.between.passing, versions);
  return writePatch(run, request, { name: "cause", base, effect: "not confirmed", content });
}

/** Undefined if the failing version is a folder that the repository knows nothing about. */
function rangeOf({ repository }: VersionPair, { passing, failing }: VersionEnds): CommitRange | undefined {
  if (!repository || !(failing.commit || failing.root === repository.root)) return undefined;
  return { repository, old: passing.commit, now: failing.commit };
}

interface Isolated {
  readonly candidates: ChangeCandidates;
  readonly versions: PatchVersions;
  readonly narrowed: NarrowedChanges;
}

type IsolatedConclusion = Omit<ChangesConclusion, "changes">;

/** What is left is the smallest set that was seen to fail; which of it the others only need is not known yet. */
async function concludeStopped(
  context: IsolationContext,
  { candidates, versions, narrowed: { changes, found, searches } }: Isolated,
): Promise<IsolatedConclusion> {
  const { failing } = found;
  const reason = tooManyLeft(changes, found);
  return {
    verdict: verdictOf(context.run, false),
    ...(reason === undefined ? {} : { reason }),
    found: { ...found, causes: failing },
    patches: [writeCause(context, versions, candidates.patch(DeltaSet.empty, failing))],
    notes: [
      ...passingNotes(changes, found),
      `The search was stopped before a patch was looked for that makes ${versions.between.failing.name} pass.`,
    ],
    assumptions: [...context.newTrees.broken, ...brokenAssumptionsOf(context.run, searches)],
    minimal: false,
  };
}

async function concludeFound(
  context: IsolationContext,
  { candidates, versions, narrowed: { changes, found, searches, proved, note } }: Isolated,
): Promise<IsolatedConclusion> {
  const made = await makePatches(context, { candidates, versions, cause: found.failing });
  const { broken: ofPatches, isMisled: byPatches, notes = [], ...patches } = made;
  const isConfirmed = ofPatches.length === 0 && context.newTrees.broken.length === 0;
  const checked = proved && isConfirmed ? await confirmMinimal(context, candidates, found.failing) : undefined;
  const { newTrees } = context;
  const broken = [...newTrees.broken, ...ofPatches, ...(checked?.broken ?? [])];
  const isMisled = newTrees.isMisled || byPatches || checked?.isMisled === true;
  return {
    verdict: "found",
    found,
    ...patches,
    ...(isMisled ? { isMisled } : {}),
    notes: [...(note === undefined ? [] : [note]), ...notes, ...newFilesNotes(changes, found.failing)],
    assumptions: [...broken, ...brokenAssumptionsOf(context.run, searches)],
    minimal: proved && broken.length === 0,
  };
}
