import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { counted } from "../../../report/quantity.ts";
import { patchBetween } from "../../../versions/changes/patch.ts";
import { savePatch } from "../../../versions/changes/patch-files.ts";
import type { Culprit } from "./culprit.ts";
import type { InsideContext, OpenedPackages } from "./opened-packages.ts";

/** The changes inside packages that make the test fail. */
interface FoundChanges {
  readonly opened: OpenedPackages;
  /** The upgrades among which they do. */
  readonly base: DeltaSet;
  readonly failing: DeltaSet;
  /** The test failed with them once more, in a new folder. */
  readonly isConfirmed: boolean;
}

/**
 * Writes patches for the packages: one with which the older ones fail and, if that is seen, one with which the newer ones pass.
 * None for a copy that other packages use, too.
 */
export async function writePackagePatches(
  context: InsideContext,
  culprit: Culprit,
  found: FoundChanges,
): Promise<PatchEntry[]> {
  const { run } = context;
  const { opened, failing, isConfirmed } = found;
  const { changes, shared } = opened;
  const write = (name: "cause" | "fix", about: Pick<PatchEntry, "base" | "effect">, ends: Ends) => {
    const file = run.record.prepareOutputPath(fileName(name, culprit));
    const patch: PatchEntry = { name, file, ...about };
    savePatch(patch, contentOf(opened, ends, join(run.record.folder, "patch")));
    return patch;
  };
  const effect = isConfirmed ? "fails" : "not confirmed";
  const oldBase = `${changedVersions(found, "old")}${othersOf(context, culprit, found)}`;
  const writeCause = () => write("cause", { base: oldBase, effect }, { from: DeltaSet.empty, to: failing });
  const causes = shared?.old ? [] : [writeCause()];
  const fixed = isConfirmed && !shared?.new ? await fixedAmong(context, culprit, { opened, failing }) : undefined;
  if (fixed === undefined) return causes;
  const fix = { base: `${changedVersions(found, "new")}${fixed}`, effect: "passes" } as const;
  return [...causes, write("fix", fix, { from: changes.all, to: changes.all.minus(failing) })];
}

/** The packages that the changes are in: the patch touches no other. */
export function changedVersions({ opened, failing }: Pick<FoundChanges, "opened" | "failing">, side: "old" | "new") {
  const paths = [...failing].map((i) => opened.changes.changes[i]!).map(({ oldPath, newPath }) => oldPath ?? newPath!);
  return listText([...new Set(paths.map((path) => opened.versionAt(path, side)))]);
}

/** What else the old packages lack with which the test failed: a patch alone may need it. */
export function othersOf(
  { all }: Pick<InsideContext, "all">,
  { among }: Pick<Culprit, "among">,
  { opened, base }: Pick<FoundChanges, "opened" | "base">,
): string {
  const others = base.minus(opened.upgrades).size;
  if (others === 0) return "";
  if (base.equals(all)) return " with all other upgrades";
  if (among?.equals(base)) return " with the upgrades that are kept";
  return ` with ${counted(others, "other upgrades")}`;
}

/** The changes that packages have before and after. */
interface Ends {
  readonly from: DeltaSet;
  readonly to: DeltaSet;
}

function contentOf({ changes, pathInPatch }: OpenedPackages, { from, to }: Ends, folder: string): Uint8Array {
  const [before, after] = [from, to].map((set) =>
    changes.compose(set).map(({ path, item }) => ({ path: pathInPatch(path), item })),
  );
  return patchBetween(before!, after!, folder);
}

function fileName(name: string, { number }: Culprit): string {
  return `${name}${number === 1 ? "" : `-${number}`}.patch`;
}

/**
 * Among which upgrades the test passes if the newer packages lack these changes: all or, where others break it as well, those that are
 * kept. Undefined: it was not seen to pass.
 */
async function fixedAmong(
  { run, all }: InsideContext,
  { among }: Culprit,
  { opened, failing }: Pick<FoundChanges, "opened" | "failing">,
): Promise<string | undefined> {
  const set = opened.changes.all.minus(failing);
  const passes = async (base: DeltaSet) => (await run.observe(opened.freshWorld({ base, set }))).outcome === "pass";
  try {
    if (await passes(all)) return "";
    return among && !among.equals(all) && (await passes(among)) ? " with the upgrades that are kept" : undefined;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}
