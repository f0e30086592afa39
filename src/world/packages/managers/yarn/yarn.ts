import { wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace, Manager, MovedPackage, Remedy, SideFiles } from "../manager.ts";
import { nodeModules } from "../node-modules.ts";
import { editManifest, nameInPackageJson } from "../package-manifest.ts";
import { bringSettings } from "../user-settings.ts";
import { compareYarn, lockfileName } from "./difference.ts";

/** Yarn 1 and later ones: the lockfile says which. */
export const yarn: Manager = {
  name: "yarn",
  lockfiles: [lockfileName],
  projectName: nameInPackageJson,
  installed: ["node_modules"],
  folders: nodeModules,
  compare: compareYarn,
  install: (place) => yarnInstall(place, { isFrozen: true }),
  remedy,
};

function yarnInstall(place: InstallPlace, { isFrozen }: { readonly isFrozen: boolean }): string {
  const berry = berryInstall(place, isFrozen);
  const install = `if grep -q ^__metadata: ${lockfileName}; then ${berry}; else ${classicInstall(place, isFrozen)}; fi`;
  return `${bringSettings(place, [".npmrc", ".yarnrc", ".yarnrc.yml"])} && ${install}`;
}

/** Scripts of packages run only if that is written down. */
function classicInstall({ network }: InstallPlace, isFrozen: boolean): string {
  const words = ["yarn", "install", ...(isFrozen ? ["--frozen-lockfile"] : []), "--non-interactive", "--no-progress"];
  const offline = network || !isFrozen ? "--prefer-offline" : "--offline";
  const scripts = "$(grep -qs '^ignore-scripts[ =]*false' .npmrc .yarnrc || echo --ignore-scripts)";
  return `${wordsForSh([...words, offline])} ${scripts}`;
}

/**
 * Packages come from the user's global cache. What plug'n'play loads directly is copied from there, as a test sees the copy of the
 * project elsewhere, and the way to the cache is another one there.
 */
function berryInstall({ network }: InstallPlace, isFrozen: boolean): string {
  const variables = [
    `YARN_ENABLE_NETWORK=${network || !isFrozen}`,
    "YARN_ENABLE_GLOBAL_CACHE=$(grep -qs '^nodeLinker: *.\\?node-modules' .yarnrc.yml && echo true || echo false)",
    ...["YARN_ENABLE_MIRROR=true", "YARN_ENABLE_IMMUTABLE_CACHE=false", "YARN_ENABLE_HARDENED_MODE=false"],
    ...["YARN_ENABLE_TELEMETRY=false", `YARN_ENABLE_IMMUTABLE_INSTALLS=${isFrozen}`],
  ];
  const scripts = "$(grep -qs '^enableScripts: *true' .yarnrc.yml || echo --mode=skip-build)";
  const isOld = `case "$(yarn --version)" in 1.*) echo ${wordsForSh([tooOld])}; exit 1 ;; esac`;
  const install = `${variables.join(" ")} yarn install ${isFrozen ? "--immutable " : ""}${scripts}`;
  return network ? `${isOld} && ${install}` : install;
}

const tooOld = "yarn.lock is of Yarn 2 or later, and the yarn here is Yarn 1.";

function remedy({ name, old }: MovedPackage, now: SideFiles): Remedy | undefined {
  if (old === undefined || old.includes(", ")) return undefined;
  const edits = [{ kind: "resolutions", name, range: old }] as const;
  const edited = editManifest(now.read("package.json"), `package.json of ${now.name}`, edits);
  return {
    text: `${JSON.stringify(name)}: ${JSON.stringify(old)} in resolutions of package.json`,
    files: new Map([["package.json", edited]]),
    update: (place) => yarnInstall(place, { isFrozen: false }),
  };
}
