import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, PatchEntry } from "../../core/finding.ts";
import { pacedBy, Unfinished } from "../../run/stage/paced.ts";
import { changesBetween } from "../../world/changes/diff-versions.ts";
import type { Change, Changes } from "../../world/changes/version-diff.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionsContext } from "../context.ts";
import { type ChangeCandidates, changeCandidates } from "./change-candidates.ts";
import { findFix, noPatchNote } from "./fix.ts";
import { baseName, type PatchVersions } from "./patch-bases.ts";
import { type ChangesPatchName, writePatch } from "./patch-files.ts";
import type { IsolationContext } from "./taken-back.ts";
import { confirmPatches, type Tried, tryPatch } from "./try-patches.ts";

/** The patches of a run, each tried, and what is to be said about them. */
export interface MadePatches {
  readonly patches: readonly PatchEntry[];
  readonly notes: readonly string[];
  readonly broken: readonly BrokenAssumption[];
  /** What earlier tests left behind may have misled the search. */
  readonly isMisled: boolean;
  /** Whether the newest version passes with a patch, if that is not the version where the failure came in. */
  readonly fixesNewest?: boolean;
}

/** A cause among changes, and the versions that it is between. */
export interface FoundCause {
  readonly candidates: ChangeCandidates;
  readonly cause: DeltaSet;
  readonly versions: PatchVersions;
}

/**
 * Writes the patch that makes the passing version fail, and one that makes the failing version pass; tries both. Until it
 * was tried, a patch is not said to work.
 */
export async function makePatches(context: IsolationContext, found: FoundCause): Promise<MadePatches> {
  const { candidates, cause, versions } = found;
  const { all } = candidates.changes;
  const { passing, failing } = versions.between;
  const content = candidates.patch(DeltaSet.empty, cause);
  const causePatch: ForVersion = { name: "cause", version: passing, content };
  write(context, found, { ...causePatch, confirmed: false });
  const fixed = await findFix(context, candidates, { name: failing.name, stage: "fix", cause });
  const fix = fixed.reverted && candidates.patch(all, all.minus(fixed.reverted));
  const { held, broken, isMisled } = await confirmPatches(context, candidates, { cause: content, fix });
  const patches = [write(context, found, { ...causePatch, confirmed: held[0]! })];
  if (fix) patches.push(write(context, found, { name: "fix", version: failing, content: fix, confirmed: held[1]! }));
  const old = await forOld(context, found, content);
  const now = await forNew(context, found, fix);
  return {
    patches: [...patches, ...old.patches, ...now.patches],
    notes: [...(fixed.note === undefined ? [] : [fixed.note]), ...old.notes, ...now.notes],
    broken,
    isMisled,
    ...(now.fixesNewest === undefined ? {} : { fixesNewest: now.fixesNewest }),
  };
}

interface ForVersion {
  readonly name: ChangesPatchName;
  readonly version: Version;
  readonly content: Uint8Array;
  /** Whether the test did with it what it should, in a new tree; true unless it is said. */
  readonly confirmed?: boolean;
}

function write({ run, request }: VersionsContext, { versions }: FoundCause, patch: ForVersion): PatchEntry {
  const { name, version, content, confirmed = true } = patch;
  const effect = !confirmed ? "not confirmed" : name.startsWith("cause") ? "fails" : "passes";
  return writePatch(run, request, { name, base: baseName(version, versions), effect, content });
}

interface MoreMade extends Pick<MadePatches, "patches" | "notes" | "fixesNewest"> {}

const nothing: MoreMade = { patches: [], notes: [] };

/** The cause on the version that the user named, if that is an older one. */
async function forOld(context: IsolationContext, found: FoundCause, cause: Uint8Array): Promise<MoreMade> {
  const { named, between } = found.versions;
  const version = named?.passing;
  if (!version || version === between.passing || context.run.stopped.aborted) return nothing;
  const tried = await tryPatch(context, context.pair, { version, patch: cause });
  if (tried === "fail")
    return { ...nothing, patches: [write(context, found, { name: "causeOnOld", version, content: cause })] };
  if (tried === "stopped") return nothing;
  const base = baseName(version, found.versions);
  const why =
    tried === "does not apply"
      ? `does not apply to ${base}: the surrounding lines differ there`
      : `does not make ${base} fail: ${shown[tried]} there`;
  return { ...nothing, notes: [`The patch of the cause ${why}.`] };
}

const shown: Readonly<Record<Exclude<Tried, "stopped">, string>> = {
  pass: "it passes",
  fail: "it fails",
  unresolved: "it cannot be judged",
  "does not apply": "it does not apply",
};

/** A fix for the version that the user has, if that is a newer one. */
async function forNew(context: IsolationContext, found: FoundCause, fix: Uint8Array | undefined): Promise<MoreMade> {
  const { run, pair, newest } = context;
  const { named, between } = found.versions;
  const isNewest = between.failing === pair.new && !newest;
  if (isNewest || run.stopped.aborted) return nothing;
  const version = pair.new;
  const name = newest ? `${version.name} with its packages` : version.name;
  const tried = fix ? await tryPatch(context, newest ?? pair, { version, patch: fix }) : "does not apply";
  if (tried === "stopped") return nothing;
  const isNamed = named?.failing === version;
  if (fix && tried === "pass") {
    // With `newest`, it was tried with the version's own packages.
    const tested = newest ? { ...found, versions: { ...found.versions, packages: undefined } } : found;
    const patches = isNamed ? [write(context, tested, { name: "fixOnNew", version, content: fix })] : [];
    return {
      patches,
      notes: [`The fix also applies to ${name}, and the test passes there with it.`],
      fixesNewest: true,
    };
  }
  const searched = isNamed && !newest ? await searchForNew(context, found) : nothing;
  if (searched.fixesNewest) return searched;
  return { patches: [], notes: [...(fix ? [whyNot(name, tried)] : []), ...searched.notes], fixesNewest: false };
}

function whyNot(name: string, tried: Tried): string {
  if (tried === "does not apply")
    return `The fix does not apply to ${name} as it is: the surrounding lines have changed since.`;
  const why = tried === "fail" ? "it still fails in the same way" : "it cannot be judged";
  return `With the fix ${name} does not pass yet: ${why}.`;
}

/** Looks among all changes since the last version that passes for those to take back in the newest version. */
async function searchForNew(context: IsolationContext, found: FoundCause): Promise<MoreMade> {
  const { run, pair } = context;
  const { passing } = found.versions.between;
  let changes: Changes;
  try {
    changes = await changesBetween(passing, pair.new, pair.isPinned, pacedBy(run));
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error;
    return nothing;
  }
  const candidates = changeCandidates(context, passing, changes);
  const cause = touching(
    changes,
    Array.from(found.cause, (i) => found.candidates.changes.changes[i]!),
  );
  const { name } = pair.new;
  const { reverted, note } = await findFix(context, candidates, { name, stage: "fix for NEW", cause });
  const notes = note === undefined ? [] : [note];
  if (!reverted) return { ...nothing, notes };
  const content = candidates.patch(changes.all, changes.all.minus(reverted));
  const tried = await tryPatch(context, pair, { version: pair.new, patch: content });
  if (tried !== "pass") return { ...nothing, notes: [noPatchNote(name, { wasStopped: tried === "stopped" })] };
  const patches = [write(context, found, { name: "fixOnNew", version: pair.new, content })];
  return {
    patches,
    notes: [...notes, `A separate fix was made for ${name}, and the test passes there with it.`],
    fixesNewest: true,
  };
}

/** The changes that touch what others do, both beginning with the same version. */
function touching(changes: Changes, others: readonly Change[]): DeltaSet {
  const touches = (change: Change, other: Change) => {
    if (change.oldPath !== other.oldPath) return change.newPath !== undefined && change.newPath === other.newPath;
    return !change.edit || !other.edit || (change.edit.start <= other.edit.end && other.edit.start <= change.edit.end);
  };
  const found = changes.changes.flatMap((change, i) => (others.some((other) => touches(change, other)) ? [i] : []));
  return DeltaSet.of(...found);
}
