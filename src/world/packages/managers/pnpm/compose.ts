import { join } from "node:path";
import type { MovedPackage } from "../manager.ts";
import type { ManifestEdit } from "../package-manifest.ts";
import { type Counterparts, otherSide } from "../pair-sides.ts";
import { movementOf } from "../parts.ts";
import { type Choice, type ChosenSnapshot, chooseTarget, sideOf } from "./choice.ts";
import { composeImporter } from "./compose-importer.ts";
import { finalKeys } from "./final-keys.ts";
import {
  allReferences,
  baseOf,
  type Importer,
  type Json,
  keyOf,
  keysOf,
  mapRequired,
  type PnpmLockfile,
  type References,
  referenceTo,
  type Snapshot,
  withoutEmpty,
} from "./lockfile.ts";

export interface ComposedPnpm {
  readonly lockfile: PnpmLockfile;
  /** What each package.json has to have otherwise. */
  readonly edits: ReadonlyMap<string, readonly ManifestEdit[]>;
}

/**
 * Mixes two lockfiles. From what the project requires on, every reference leads to the side that its package is taken from: to what
 * the same package refers to there or, if it does not, to the version there that is nearest.
 */
export function pnpmComposer(
  sides: Choice["sides"],
  paired: Counterparts,
  packages: readonly MovedPackage[],
): (isUpgraded: (id: string) => boolean) => ComposedPnpm {
  const moved = new Set(packages.map(({ name }) => name));
  return (isUpgraded) => {
    const choice: Choice = { sides, paired, moved, ...movementOf(packages, isUpgraded) };
    const composed = Array.from(sides.new.importers.keys(), (path) => [path, composeImporter(choice, path)] as const);
    const importers = new Map(composed.map(([path, { importer }]) => [path, importer]));
    const chosen = new Map<string, ChosenSnapshot>();
    const rest = [...importers.values()].flatMap(keysOf);
    for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
      if (chosen.has(key)) continue;
      const snapshot = chooseSnapshot(choice, key);
      chosen.set(key, snapshot);
      rest.push(...snapshot.requires.values());
    }
    const edits = new Map(composed.map(([path, { edits }]) => [join(path, "package.json"), edits]));
    return { lockfile: lockfileOf(choice, importers, chosen), edits };
  };
}

/** What a snapshot of a candidate requires. */
function chooseSnapshot(choice: Choice, key: string): ChosenSnapshot {
  const { sides, paired } = choice;
  const side = sideOf(choice, key);
  const otherKey = paired.counterpart(side, key);
  const other = otherKey === undefined ? {} : allReferences(sides[otherSide(side)].snapshots.get(otherKey));
  const requires = new Map<string, string>();
  for (const [alias, reference] of Object.entries(allReferences(sides[side].snapshots.get(key)))) {
    const counterpart = other[alias] === undefined ? undefined : keyOf(alias, other[alias]);
    const target = chooseTarget(choice, { side, own: keyOf(alias, reference), other: counterpart });
    if (target !== undefined) requires.set(alias, target);
  }
  return { side, key, requires };
}

function lockfileOf(
  choice: Choice,
  importers: ReadonlyMap<string, Importer>,
  chosen: ReadonlyMap<string, ChosenSnapshot>,
): PnpmLockfile {
  const { sides } = choice;
  const final = finalKeys(choice, chosen);
  const renamed = (alias: string, key: string) => referenceTo(final.get(key) ?? key, alias);
  const packages = new Map<string, Json>();
  const snapshots = new Map<string, Snapshot>();
  for (const { side, key, requires } of chosen.values()) {
    const lockfile = sides[side];
    const snapshot = lockfile.snapshots.get(key) ?? {};
    const references = (all: References | undefined) =>
      all &&
      Object.fromEntries(
        Object.entries(all).map(([alias, text]) => [
          alias,
          requires.has(alias) ? renamed(alias, requires.get(alias)!) : text,
        ]),
      );
    const { dependencies, optionalDependencies } = snapshot;
    const rewritten = {
      dependencies: references(dependencies),
      optionalDependencies: references(optionalDependencies),
    };
    const { dev: _, requiresBuild: __, ...plain } = snapshot;
    snapshots.set(final.get(key)!, { ...(sides.new.is6 ? snapshot : plain), ...withoutEmpty(rewritten) });
    packages.set(baseOf(key), lockfile.packages.get(baseOf(key)) ?? {});
  }
  const renameIn = (alias: string, version: string) => {
    const key = keyOf(alias, version);
    return key === undefined ? version : renamed(alias, key);
  };
  const projects = Array.from(importers, ([path, importer]) => [path, mapRequired(importer, renameIn)] as const);
  return {
    ...{ is6: sides.new.is6, json: withCatalogs(choice), importers: new Map(projects) },
    packages: sorted(packages),
    snapshots: sorted(snapshots),
  };
}

/** Catalogs say which version their packages have. */
function withCatalogs({ sides, sideFor }: Choice): Json {
  const catalogsOf = ({ json }: PnpmLockfile) => (json.catalogs ?? {}) as Record<string, Record<string, Json>>;
  const old = catalogsOf(sides.old);
  const catalogs = Object.entries(catalogsOf(sides.new)).map(([catalog, entries]) => {
    const composed = Object.entries(entries).map(([name, entry]) => {
      const was = old[catalog]?.[name]?.version as string | undefined;
      const isOld = sideFor({ name, old: was, new: entry.version as string | undefined }) === "old";
      const version = isOld ? was : undefined;
      return [name, version === undefined ? entry : { ...entry, version }] as const;
    });
    return [catalog, Object.fromEntries(composed)] as const;
  });
  return catalogs.length === 0 ? sides.new.json : { ...sides.new.json, catalogs: Object.fromEntries(catalogs) };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
