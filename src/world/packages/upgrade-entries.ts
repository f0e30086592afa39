import { basename } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry } from "../../core/finding.ts";
import type { Explanation } from "../../search/explain.ts";
import { bringersOf } from "./bringers.ts";
import { broughtByText } from "./brought-by.ts";
import { type LockEntry, nameAt } from "./lockfile.ts";
import { withOtherCopy } from "./other-copy.ts";
import type { PackageSides } from "./package-list.ts";
import { chainsIn } from "./requirement-chains.ts";
import type { PackageChange, Upgrades } from "./upgrades.ts";

/** What makes the difference first, then what it needs. */
export function explainedEntries(
  sides: PackageSides,
  upgrades: Upgrades,
  { failing, causes }: Explanation,
): CauseEntry[] {
  const needed = causes.isEmpty ? failing : causes;
  const entries = (set: DeltaSet) => entriesAmong(sides, upgrades, { set, among: failing });
  const context = entries(failing.minus(needed));
  return [...entries(needed), ...context.map((each) => ({ ...each, context: true as const }))];
}

/** Upgrades for people, those that the project itself requires before the rest; all others are made. */
export function entriesFor(sides: PackageSides, upgrades: Upgrades, set: DeltaSet): CauseEntry[] {
  return entriesAmong(sides, upgrades, { set, among: upgrades.all });
}

interface NamedUpgrades {
  readonly set: DeltaSet;
  /** The upgrades that are made. */
  readonly among: DeltaSet;
}

function entriesAmong(sides: PackageSides, upgrades: Upgrades, { set, among }: NamedUpgrades): CauseEntry[] {
  const distance = ({ text = "" }: CauseEntry) => text.split(between).length;
  return (
    [...set]
      // What a package bundles is a part of it.
      .map((delta) => upgrades.deltas[delta]![0]!)
      .map(entryMaker(sides, upgrades, among))
      .sort((a, b) => distance(a) - distance(b))
  );
}

const between = " › ";

/** Makes entries such as `qs 6.5.2 → 6.14.3, brought by express 4.22.1 (shop › express › qs)`. */
function entryMaker(
  { old, new: now, project }: PackageSides,
  upgrades: Upgrades,
  among: DeltaSet,
): (change: PackageChange) => CauseEntry {
  const [before, after] = [old, now].map(({ lockfile }) =>
    chainsIn(lockfile, lockfile.root.name ?? basename(project.home ?? project.version.root ?? "project")),
  );
  const bringers = bringersOf(old.lockfile, now.lockfile);
  return (change) => {
    const { path } = change;
    const name = nameAt(path, change.new ?? change.old);
    const chain = (change.new ? after! : before!).get(path);
    const move = withOtherCopy(change, upgrades, among);
    const by = (move.new && bringers.get(path)) ?? [];
    return {
      text: `${name} ${whatHappens(move)}${broughtByText(by)}${chain ? ` (${chain.join(between)})` : ""}`,
      file: path,
      package: name,
      ...(by.length > 0 ? { broughtBy: by } : {}),
      ...(move.old ? { old: versionText(move.old) } : {}),
      ...(move.new ? { new: versionText(move.new) } : {}),
    };
  };
}

function whatHappens({ old, new: now }: PackageChange): string {
  if (!old) return `${versionText(now!)} added`;
  if (!now) return `${versionText(old)} removed`;
  const [before, after] = [versionText(old), versionText(now)];
  return before === after ? `${after} with other content` : `${before} → ${after}`;
}

export function versionText({ version, link, resolved }: LockEntry): string {
  return version ?? (link ? `linked to ${resolved}` : "of no version");
}
