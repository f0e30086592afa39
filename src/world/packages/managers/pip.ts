import type { LockDifference, Manager, SideFiles } from "./manager.ts";
import { activated, environmentFolders, inEnvironment, usersEnvironment } from "./python/environment.ts";
import { installPins, installPinsAnew } from "./python/install-pins.ts";
import { canonicalName } from "./python/names.ts";
import { nameInPyproject } from "./python/pyproject.ts";
import { type RequirementEntry, readRequirements } from "./python/requirements.ts";
import { sitePackages } from "./python/site-packages.ts";
import { unreadyTest } from "./python/unready-test.ts";
import { requirementChain } from "./requirement-chain.ts";

/** Files with pins, as pip freeze, pip-compile and uv export write them. */
export const pip: Manager = {
  name: "pip",
  lockfiles: ["requirements.txt"],
  projectName: nameInPyproject,
  installed: environmentFolders,
  folders: sitePackages,
  compare,
  install: (place) => installPins(place.lockfile, place, usersEnvironment),
  installAnew: (place) => installPinsAnew(place.lockfile, place),
  environment: (place) => ({ ...activated(place), PIP_DISABLE_PIP_VERSION_CHECK: "1" }),
  testWord: inEnvironment,
  unready: (test, place) =>
    unreadyTest(
      test,
      place,
      () =>
        "List it and all that it requires with the others, on both sides: in an environment that has them, python3 -m pip freeze prints the lines.",
    ),
};

function compare(old: SideFiles, now: SideFiles): LockDifference {
  const [before, after] = [readRequirements(old), readRequirements(now)];
  const [oldByName, newByName] = [byName(before), byName(after)];
  const names = [...new Set([...oldByName.keys(), ...newByName.keys()])].sort();
  const moved = new Set(names.filter((name) => versionOf(oldByName, name) !== versionOf(newByName, name)));
  const parentsOf = (name: string) => (newByName.get(name) ?? []).flatMap(({ via }) => via.map(canonicalName));
  return {
    manifests: [],
    packages: [...moved].map((name) => ({
      ...{ name, old: versionOf(oldByName, name), new: versionOf(newByName, name) },
      requiredBy: requirementChain(name, parentsOf, (each) => isRequired(newByName.get(each))),
    })),
    compose: (isUpgraded) => {
      const isOld = (name: string | undefined) => name !== undefined && moved.has(name) && !isUpgraded(name);
      const written = new Set<string>();
      const kept = after.flatMap((entry) => {
        if (!isOld(entry.name)) return [entry];
        const isFirst = !written.has(entry.name!);
        written.add(entry.name!);
        return isFirst ? (oldByName.get(entry.name!) ?? []) : [];
      });
      const others = before.filter(({ name }) => isOld(name) && !newByName.has(name!));
      return new Map([[now.lockfile, `${[...kept, ...others].map(({ text }) => text).join("\n")}\n`]]);
    },
  };
}

/** A name may be there several times, for different machines. */
function byName(entries: readonly RequirementEntry[]): Map<string, RequirementEntry[]> {
  const found = new Map<string, RequirementEntry[]>();
  for (const entry of entries)
    if (entry.name !== undefined) found.set(entry.name, [...(found.get(entry.name) ?? []), entry]);
  return found;
}

function versionOf(entries: ReadonlyMap<string, readonly RequirementEntry[]>, name: string): string | undefined {
  const versions = entries.get(name)?.map(({ version }) => version);
  return versions && [...new Set(versions)].join(", ");
}

/** Without comments, nothing is known of who requires what. */
function isRequired(entries: readonly RequirementEntry[] = []): boolean {
  return entries.every(({ via }) => via.length === 0 || via.some((each) => /^-|\.(?:in|txt|toml)$|^\S+ \(/.test(each)));
}
