import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import { isRefusal } from "../../run/ends/reproduce.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import type { VersionEnd } from "../../versions/ends/settling.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Version } from "../../world/tree/version.ts";
import { blameBoth, blamePackages, packagesOf } from "./blame-upgrades.ts";
import { continueWithNote, nothingFound, stoppedEarly } from "./conclusions.ts";
import type { ChangesContext } from "./context.ts";
import { useInstalledPackages } from "./differing-packages.ts";
import { ownPackagesNotes } from "./lockfile-notes.ts";
import { type MixtureContext, searchMixtures } from "./mixtures.ts";
import { packagesCommand } from "./packages-command.ts";
import { reproduceVersions } from "./reproduce-versions.ts";
import { searchFiles } from "./search-files.ts";
import type { DifferingPackages } from "./version-packages.ts";
import { type HalfFound, whichHalf } from "./which-half.ts";

/**
 * Tests each version with its own packages, and first finds out which half of the difference makes it fail: the files or
 * the packages. Undefined if the packages cannot be installed.
 */
export async function searchWithPackages(
  context: ChangesContext,
  differing: DifferingPackages,
): Promise<ChangesConclusion | undefined> {
  const { run, whole } = context;
  const folder = join(run.record.folder, "packages");
  try {
    const packages = await differing.install(context, folder);
    if (typeof packages === "string") {
      run.note(packages);
      useInstalledPackages(run);
      return undefined;
    }
    if (!packages) return stoppedEarly(context);
    for (const note of ownPackagesNotes(whole, differing)) run.note(note);
    return await searchMixedVersions({ context, packages });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function searchMixedVersions(mixtures: MixtureContext): Promise<ChangesConclusion> {
  const { context, packages } = mixtures;
  const { all } = packages;
  const settled = await reproduceVersions(context, () => mixtureEnds(mixtures), []);
  if (isRefusal(settled)) {
    const conclusion = { ...nothingFound(context), ...settled };
    const { reason } = settled;
    return reason === undefined ? conclusion : { ...conclusion, reason: `${reason}\n${packagesUsed(mixtures)}` };
  }
  const found = await searchMixtures(mixtures, {
    name: "halves",
    search: whichHalf(all),
    left: ({ half }) => (half.startsWith("files") ? 0 : all.size),
  });
  return found ? searchHalf(mixtures, found) : stoppedEarly(context);
}

/** Each version with its own packages. */
function mixtureEnds({ context: { pair }, packages }: MixtureContext): { failing: VersionEnd; other: VersionEnd } {
  const end = (version: Version, upgrades: DeltaSet): VersionEnd => ({
    tree: treeOf(pair, version),
    name: `${version.name} with its packages`,
    worlds: packages.pairWith(upgrades),
    ownPackages: true,
  });
  return { failing: end(pair.new, packages.all), other: end(pair.old, DeltaSet.empty) };
}

/** Which packages the ends had, as the user may expect others, and how to change that. */
function packagesUsed({ context, packages }: MixtureContext): string {
  const own = "Each version had the packages of its own lockfile";
  if (context.pair.home === undefined) return `${own}.`;
  return `${own}; --keep ${packages.lockfiles.join(",")} gives both those that are installed here.`;
}

/** Finds the cause in the half that makes the difference. */
async function searchHalf(
  mixtures: MixtureContext,
  { half, newFiles, newPackages }: HalfFound,
): Promise<ChangesConclusion> {
  const { context, packages } = mixtures;
  const { old, new: now } = context.pair;
  const newest = packages.pairWith(packages.all);
  if (half === "files")
    return continueWithNote(
      context,
      `The files of ${now.name} fail with the packages of ${old.name} too: every candidate gets those packages.`,
      () =>
        searchFiles({ ...context, pair: packages.pairWith(DeltaSet.empty), packages: packagesOf(old), newest }, old),
    );
  if (half === "files with the new packages")
    return continueWithNote(
      context,
      `The files of ${old.name} pass with the packages of ${now.name}: every candidate gets those packages.`,
      () => searchFiles({ ...context, pair: newest, packages: packagesOf(now) }, old),
    );
  if (half === "packages")
    return continueWithNote(
      context,
      `The files of ${old.name} fail with the packages of ${now.name}: the cause is in the packages, and every candidate gets those files.`,
      () => blamePackages(mixtures, newFiles),
    );
  if (half === "both")
    return continueWithNote(
      context,
      `The files of ${now.name} pass with the packages of ${old.name}, and those of ${old.name} ` +
        `${newPackages === "pass" ? "pass" : "cannot be judged"} with the packages of ${now.name}: ` +
        (newPackages === "pass"
          ? "the failure needs some of both; the upgrades are searched first."
          : "the failure needs some of the upgrades, which are searched first."),
      () => blameBoth(mixtures, newPackages),
    );
  return { ...nothingFound(context), verdict: "not-reproduced", reason: inseparable(mixtures) };
}

function inseparable({ context, packages }: MixtureContext): string {
  const { request, pair } = context;
  const { old, new: now } = pair;
  return (
    `Neither the files of ${now.name} with the packages of ${old.name} nor the files of ${old.name} with the packages of ` +
    `${now.name} can be judged,\nso the two cannot be separated. Name versions that are closer to each other; ` +
    `--build '${packages.installer}' installs what each candidate asks for,\nand ${packagesCommand(request)} looks at the packages alone.`
  );
}
