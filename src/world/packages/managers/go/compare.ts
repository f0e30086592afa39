import compareVersions from "semver/functions/compare.js";
import { NotInstalled } from "../../not-installed.ts";
import { bringersAmong } from "../bringers.ts";
import type { LockDifference, MovedPackage, SideFiles } from "../manager.ts";
import { dependentsFirst, waysTo } from "../requirement-graph.ts";
import { builtOf, type GoMod, readGoMod, withReplaced } from "./go-mod.ts";
import { requiredModules } from "./module-cache.ts";

/**
 * Compares two go.mod files. Go takes the highest version that any module requires, so a candidate holds a module back by replacing
 * it with its own older version, which always counts.
 */
export function compareGo(old: SideFiles, now: SideFiles): LockDifference {
  const [before, after] = [readGoMod(old), readGoMod(now)];
  if (after.listsAll && !before.listsAll)
    throw new NotInstalled(
      `${old.lockfile} of ${old.name} is for Go 1.16 or before, and does not list all modules.`,
      "go mod tidy -go=1.17 makes one that does.",
    );
  const packages = movesBetween(before, after);
  const sums = [...new Set([...sumsOf(old), ...sumsOf(now)])].sort().map((line) => `${line}\n`);
  return {
    manifests: ["go.mod"],
    packages,
    companions: [sumFileOf(now)],
    compose: (isUpgraded) => {
      const held = packages.filter(({ name }) => !isUpgraded(name)).map(({ name }) => name);
      const isAll = held.length === 0;
      const replaced = new Map(held.map((name) => [name, builtOf(before, name)!]));
      if (!isAll) {
        // Older modules may require more than the new side has, and newer ones more of what only the old side lists.
        const lower = packages.filter(({ name }) => isUpgraded(name)).filter(isDowngrade);
        for (const { name } of lower) replaced.set(name, builtOf(after, name)!);
        for (const name of neededOnlyBefore(held, before, after)) replaced.set(name, builtOf(before, name)!);
      }
      const text = withReplaced(after, replaced);
      const sum = isAll ? (now.read(sumFileOf(now)) ?? "") : sums.join("");
      const files = new Map([now.lockfile, "go.mod"].map((path) => [path, text]));
      for (const path of [sumFileOf(now), "go.sum"]) files.set(path, sum);
      return files;
    },
  };
}

/** The modules that only the old side lists and that those held back may require: all of them where the cache does not tell. */
function neededOnlyBefore(held: readonly string[], old: GoMod, now: GoMod): string[] {
  const onlyBefore = [...old.requires.keys()].filter((module) => !now.requires.has(module));
  const needed = new Set(held);
  for (const module of needed) {
    const version = old.requires.get(module)?.version;
    const required = version === undefined ? new Map() : requiredModules(module, version);
    if (required === undefined) return onlyBefore;
    for (const each of required.keys()) needed.add(each);
  }
  return onlyBefore.filter((module) => needed.has(module));
}

function movesBetween(old: GoMod, now: GoMod): MovedPackage[] {
  const direct = [...now.requires].filter(([, { indirect }]) => !indirect).map(([module]) => module);
  const requiredBy = new Map(
    Array.from(
      now.requires,
      ([module, { version }]) => [module, [...(requiredModules(module, version) ?? [])]] as const,
    ),
  );
  const needs = (module: string) =>
    (requiredBy.get(module) ?? []).flatMap(([each]) => (now.requires.has(each) ? [each] : []));
  const graph = { roots: direct, needs };
  const requirers = Array.from(requiredBy, ([name, ranges]) => ({ name, version: versionIn(now, name)!, ranges }));
  const bringersOf = bringersAmong(requirers, (name) => [versionIn(old, name) ?? []].flat(), isBelow);
  const ways = waysTo(graph);
  const known = dependentsFirst(graph);
  const modules = [...known, ...[...now.requires.keys()].filter((module) => !ways.has(module))];
  return modules.flatMap((name) => {
    const [before, after] = [builtOf(old, name), builtOf(now, name)];
    if (before === undefined || after === undefined || before === after) return [];
    const text = (built: string) => (built.startsWith(`${name} `) ? built.slice(name.length + 1) : built);
    const by = bringersOf(name);
    const who = { requiredBy: ways.get(name) ?? [], ...(by.length > 0 ? { broughtBy: by } : {}) };
    return [{ name, old: text(before), new: text(after), ...who }];
  });
}

function versionIn({ requires }: GoMod, module: string): string | undefined {
  return requires.get(module)?.version;
}

/** What a module requires is the least version that it accepts. */
function isBelow(least: string, version: string): boolean {
  try {
    return compareVersions(version, least) < 0;
  } catch {
    return false; // nothing that can be compared
  }
}

function isDowngrade({ old, new: now }: MovedPackage): boolean {
  try {
    return compareVersions(now!, old!) < 0;
  } catch {
    return true; // a folder, or another module: it has to be said
  }
}

/** The checksums of go.mod are in go.sum, those of go.old.mod in go.old.sum. */
function sumFileOf({ lockfile }: SideFiles): string {
  return lockfile.replace(/(?:\.mod)?$/, ".sum");
}

function sumsOf(side: SideFiles): string[] {
  const text = side.read(sumFileOf(side)) ?? (side.lockfile === "go.mod" ? undefined : side.read("go.sum")) ?? "";
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}
