import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import { verdictOf } from "../../run/conclusion.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { ChangesConclusion } from "../../versions/changes/changes-conclusion.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { bothNeeded, packagesAlone } from "./blame-upgrades.ts";
import { nothing, withNote } from "./conclusions.ts";
import type { ChangesTask } from "./context.ts";
import { lockfilesIn, ownPackagesNotes } from "./lockfile-notes.ts";
import { type Mixing, searchMixtures, worldOf } from "./mixtures.ts";
import { packagesCommand } from "./packages-command.ts";
import { searchFiles } from "./search-files.ts";
import { settle } from "./settle-versions.ts";
import { supplyOf } from "./version-packages.ts";
import { type Divided, halves } from "./which-half.ts";

/**
 * Where the versions need different packages, each end has its own, and it is asked first which half of the difference
 * it is: the files or the packages. Undefined where the packages cannot be installed.
 */
export async function searchWithPackages(
  task: ChangesTask,
  sides: PackageSides,
): Promise<ChangesConclusion | undefined> {
  const { run, whole } = task;
  const folder = join(run.record.folder, "packages");
  try {
    const supply = await supplyOf(task, sides, folder);
    if (typeof supply === "string") {
      run.note(supply);
      return undefined;
    }
    if (!supply) return { ...nothing(task), verdict: verdictOf(run, false) };
    for (const note of ownPackagesNotes(whole, sides.project.inside)) run.note(note);
    return await conclude({ task, supply });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function conclude(mixing: Mixing): Promise<ChangesConclusion> {
  const { task, supply } = mixing;
  const { run, setting } = task;
  const { all } = supply.stock.upgrades;
  const ends = await reproduce(run, () =>
    settle(task, {
      failing: {
        world: worldOf(mixing, { files: "new", upgrades: all }),
        name: `${setting.new.name} with its packages`,
      },
      other: {
        world: worldOf(mixing, { files: "old", upgrades: DeltaSet.empty }),
        name: `${setting.old.name} with its packages`,
      },
    }),
  );
  if (isRefusal(ends)) {
    const { reason } = ends;
    const told = { ...nothing(task), ...ends };
    return reason === undefined ? told : { ...told, reason: `${reason}\n${ownPackages(mixing)}` };
  }
  const divided = await searchMixtures(mixing, {
    name: "halves",
    search: halves(DeltaSet.empty, all),
    left: ({ half }) => (half.startsWith("files") ? 0 : all.size),
  });
  return divided ? goOn(mixing, divided) : { ...nothing(task), verdict: verdictOf(run, false) };
}

/** What the user may not expect of the ends, and how to have it otherwise. */
function ownPackages({ task, supply }: Mixing): string {
  const own = "Each version had the packages of its own lockfile";
  if (task.setting.home === undefined) return `${own}.`;
  const paths = lockfilesIn(supply.sides.project.inside, task.whole);
  return `${own}; --keep ${paths.join(",")} gives both those that are installed here.`;
}

/** Goes on into the half that makes the difference. */
async function goOn(mixing: Mixing, { half, newFiles, newPackages }: Divided): Promise<ChangesConclusion> {
  const { task, supply } = mixing;
  const { old, new: now } = task.setting;
  const newest = supply.settingWith(supply.stock.upgrades.all);
  if (half === "files")
    return withNote(
      task,
      `The files of ${now.name} fail with the packages of ${old.name} too: every candidate gets those packages.`,
      () => searchFiles({ ...task, setting: supply.settingWith(DeltaSet.empty), newest }, old),
    );
  if (half === "files with the new packages")
    return withNote(
      task,
      `The files of ${old.name} pass with the packages of ${now.name}: every candidate gets those packages.`,
      () => searchFiles({ ...task, setting: newest }, old),
    );
  if (half === "packages")
    return withNote(
      task,
      `The files of ${old.name} fail with the packages of ${now.name}: the cause is in the packages, and every candidate gets those files.`,
      () => packagesAlone(mixing, newFiles),
    );
  if (half === "both")
    return withNote(
      task,
      `The files of ${now.name} pass with the packages of ${old.name}, and those of ${old.name} ` +
        `${newPackages === "pass" ? "pass" : "cannot be judged"} with the packages of ${now.name}: ` +
        "the failure needs some of both; the upgrades are searched first.",
      () => bothNeeded(mixing, newPackages),
    );
  return { ...nothing(task), verdict: "not-reproduced", reason: inseparable(task) };
}

function inseparable({ request, setting }: ChangesTask): string {
  const { old, new: now } = setting;
  return (
    `Neither the files of ${now.name} with the packages of ${old.name} nor the files of ${old.name} with the packages of ` +
    `${now.name} can be judged,\nso the two cannot be separated. Name versions that are closer to each other; ` +
    `--build 'npm ci' installs what each candidate asks for,\nand ${packagesCommand(request)} looks at the packages alone.`
  );
}
