import { basename } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry } from "../../core/finding.ts";
import type { Explanation } from "../../search/explain.ts";
import { bringersOf } from "./bringers.ts";
import { broughtByText } from "./brought-by.ts";
import { type LockEntry, nameAt } from "./lockfile.ts";
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
  const context = entriesFor(sides, upgrades, failing.minus(needed));
  return [...entriesFor(sides, upgrades, needed), ...context.map((each) => ({ ...each, context: true as const }))];
}

/** Upgrades for people, those that the project itself requires before the rest. */
export function entriesFor(sides: PackageSides, { deltas }: Upgrades, set: DeltaSet): CauseEntry[] {
  const distance = ({ text = "" }: CauseEntry) => text.split(between).length;
  return (
    [...set]
      // What a package bundles is a part of it.
      .map((delta) => deltas[delta]![0]!)
      .map(entryMaker(sides))
      .sort((a, b) => distance(a) - distance(b))
  );
}

const between = " › ";

/** Makes entries such as `qs 6.5.2 → 6.14.3, brought by express 4.22.1 (shop › express › qs)`. */
function entryMaker({ old, new: now, project }: PackageSides): (move: PackageChange) => CauseEntry {
  const [before, after] = [old, now].map(({ lockfile }) =>
    chainsIn(lockfile, lockfile.root.name ?? basename(project.home ?? project.version.root ?? "project")),
  );
  const bringers = bringersOf(old.lockfile, now.lockfile);
  return ({ path, ...move }) => {
    const name = nameAt(path, move.new ?? move.old);
    const chain = (move.new ? after! : before!).get(path);
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

function whatHappens({ old, new: now }: Omit<PackageChange, "path">): string {
  if (!old) return `${versionText(now!)} added`;
  if (!now) return `${versionText(old)} removed`;
  const [before, after] = [versionText(old), versionText(now)];
  return before === after ? `${after} with other content` : `${before} → ${after}`;
}

export function versionText({ version, link, resolved }: LockEntry): string {
  return version ?? (link ? `linked to ${resolved}` : "of no version");
}
