import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import { confirm } from "../../run/confirm.ts";
import type { Explanation } from "../../search/explain.ts";
import { explainChanges } from "../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import { changesBetween } from "../../world/changes/diff-versions.ts";
import type { Changes, Placed } from "../../world/changes/version-diff.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { installedPackage, packagesOf } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageChange } from "../../world/packages/upgrades.ts";
import { folderVersion, type Item, type Version } from "../../world/tree/version.ts";
import type { PackagesTask } from "./context.ts";
import type { PackagesFinding } from "./finding.ts";
import type { Candidate } from "./package-worlds.ts";

/** What was found inside the packages. */
export interface Deeper {
  readonly complete: boolean;
  readonly found?: PackagesFinding["deeper"];
  readonly broken: readonly BrokenAssumption[];
  readonly notes: readonly string[];
}

/** The packages among what was found into which one can go: those that both sides have. */
export function upgradedBy(
  { setting }: Pick<PackagesTask, "setting">,
  { failing, causes }: Explanation,
): PackageChange[] {
  const moves = [...(causes.isEmpty ? failing : causes)].flatMap((delta) => setting.upgrades.deltas[delta]!);
  return moves.filter(({ old, new: now }) => old && now && !old.link && !now.link);
}

/** Finds which changes between two published versions of a package make the difference. */
export async function goDeeper(task: PackagesTask, found: Explanation): Promise<Deeper> {
  const { run, setting } = task;
  const moves = upgradedBy(task, found);
  const none = { complete: true, broken: [] };
  if (moves.length === 0) return { ...none, notes: ["There is nothing to go into: no package was upgraded."] };
  const names = moves.map(({ path, new: now }) => nameAt(path, now));
  const { old, new: now } = setting.stores;
  const versions = { old: versionOf(moves, old), new: versionOf(moves, now) };
  const changes = await changesBetween(versions.old, versions.new);
  if (changes.changes.length === 0)
    return { ...none, notes: [`The two versions of ${names.join(" and ")} have the same files.`] };
  try {
    const base = await baseOf(task, { moves, changes, versions, sets: [found.failing, setting.upgrades.all] });
    if (base) return await narrow(task, { moves, changes, versions, base, names });
    const reason = `With the old files of ${names.join(" and ")} among the new packages the test does not pass, so the lines cannot be narrowed down.`;
    return { ...none, notes: [reason] };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { complete: false, broken: [], notes: [] };
  }
}

/** All files of some packages, as one version. */
function versionOf(moves: readonly PackageChange[], store: string): Version {
  const items = new Map<string, Item>();
  for (const { path } of moves)
    for (const [file, item] of folderVersion(join(store, path), path).items) items.set(`${path}/${file}`, item);
  return { name: store, items, checkOut: () => {} };
}

interface Inside {
  readonly moves: readonly PackageChange[];
  readonly changes: Changes;
  readonly versions: { readonly old: Version; readonly new: Version };
}

/** The upgrades among which the test passes with the old files, and fails with the new ones. */
async function baseOf(
  task: PackagesTask,
  { sets, ...inside }: Inside & { readonly sets: readonly DeltaSet[] },
): Promise<DeltaSet | undefined> {
  const { run, setting } = task;
  for (const base of sets) {
    const outcome = async (set: DeltaSet) =>
      (await run.trial("changes", setting.world(candidateOf(task, { ...inside, base }, set)), run.stopped)).outcome;
    if ((await outcome(DeltaSet.empty)) === "pass" && (await outcome(inside.changes.all)) === "fail") return base;
  }
  return undefined;
}

/** The packages with some of the changes made. */
function candidateOf(
  { setting }: PackagesTask,
  { moves, changes, versions, base }: Inside & { readonly base: DeltaSet },
  set: DeltaSet,
): Candidate {
  const old = new Map(moves.map(({ path, old }) => [path, installedPackage(path, old!, setting.stores.old)]));
  const placed = changes.compose(set).filter(({ path, item }) => versions.old.items.get(path) !== item);
  return {
    packages: packagesOf(setting, base).map((each) => ({ ...(old.get(each.path) ?? each), bin: each.bin })),
    edited: {
      paths: moves.map(({ path }) => path),
      content: contentHash(
        JSON.stringify(placed.map(({ path, item }) => [path, item?.kind, item?.id, item?.executable])),
      ),
      edit: (folder) => {
        // What goes makes room for what comes.
        for (const each of placed) if (!each.item) put(folder, each);
        for (const each of placed) if (each.item) put(folder, each);
      },
    },
  };
}

function put(folder: string, { path, item }: Placed): void {
  const place = join(folder, path);
  if (lstatSync(place, { throwIfNoEntry: false })) rmSync(place, { recursive: true });
  if (!item) return;
  mkdirSync(dirname(place), { recursive: true });
  if (item.kind === "link") symlinkSync(Buffer.from(item.bytes()), place);
  else {
    writeFileSync(place, item.bytes());
    chmodSync(place, item.executable ? 0o755 : 0o644);
  }
}

async function narrow(
  task: PackagesTask,
  { names, ...inside }: Inside & { readonly base: DeltaSet; readonly names: readonly string[] },
): Promise<Deeper> {
  const { run, setting } = task;
  const { changes } = inside;
  const total = changes.changes.length;
  const end = await explainChanges(run, changes, (set) => setting.world(candidateOf(task, inside, set)));
  const { failing, causes, left } = end;
  const world = setting.freshWorld(candidateOf(task, inside, failing));
  const broken = end.complete
    ? await confirm(run, [{ world, outcome: "fail", name: "package with these changes" }])
    : [];
  const minimal = end.complete && broken.length === 0;
  const needed = end.complete && !causes.isEmpty ? causes : left;
  const cause = [...needed, ...left.minus(needed)].slice(0, 1000).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
  }));
  return {
    complete: end.complete,
    found: { packages: names, deltas: { total, cause: left.size }, minimal, cause },
    broken,
    notes: [],
  };
}
