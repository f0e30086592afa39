import { join } from "node:path";
import { parseDocument } from "yaml";
import { wordsForSh } from "../../../../core/command-line.ts";
import { editedJson } from "../../../text/json-edit.ts";
import { directIn, type LockGraph, movedPackages, type Requiring } from "../lock-graph.ts";
import type { InstallPlace, LockDifference, Manager, MovedPackage, Remedy, SideFiles } from "../manager.ts";
import { nodeModules } from "../node-modules.ts";
import {
  editManifest,
  editText,
  manifestsIn,
  nameInPackageJson,
  readManifest,
  workspaceName,
} from "../package-manifest.ts";
import { type NamedSide, pairSides } from "../pair-sides.ts";
import { bringSettings } from "../user-settings.ts";
import { pnpmComposer } from "./compose.ts";
import {
  allReferences,
  dependenciesOf,
  keyOf,
  keysOf,
  nameOf,
  type PnpmLockfile,
  pnpmLockfileText,
  type References,
  readPnpmLockfile,
  versionOf,
} from "./lockfile.ts";

const lockfileName = "pnpm-lock.yaml";
const workspaceFile = "pnpm-workspace.yaml";

export const pnpm: Manager = {
  name: "pnpm",
  lockfiles: [lockfileName],
  projectName: nameInPackageJson,
  installed: ["node_modules"],
  folders: nodeModules,
  compare,
  install,
  remedy,
};

function compare(old: SideFiles, now: SideFiles): LockDifference {
  const [before, after] = [readPnpmLockfile(old), readPnpmLockfile(now)];
  const sides = { old: before, new: after };
  const paired = pairSides({ old: namedSide(before), new: namedSide(after) });
  const packages = movedPackages(graphOf(before, old), graphOf(after, now), paired.references);
  const compose = pnpmComposer(sides, paired, packages);
  return {
    manifests: manifestsIn([before, after].flatMap(({ importers }) => [...importers.keys()])),
    packages,
    compose: (isUpgraded) => {
      const { lockfile, edits } = compose(isUpgraded);
      const text = pnpmLockfileText(lockfile);
      const files = new Map([now.lockfile, lockfileName].map((name) => [name, text]));
      for (const [path, each] of edits)
        if (each.length > 0) files.set(path, editManifest(now.read(path), `${path} of ${now.name}`, each));
      return files;
    },
    manifestNeeds: (isUpgraded) =>
      [...compose(isUpgraded).edits].flatMap(([path, each]) => each.map((edit) => editText(edit, path))),
  };
}

function namedSide(lockfile: PnpmLockfile): NamedSide {
  const keys = (references: References) =>
    new Map(
      Object.entries(references).flatMap(([alias, reference]) => {
        const key = keyOf(alias, reference);
        return key === undefined ? [] : [[alias, key] as const];
      }),
    );
  const named = (key: string) => ({ key, name: nameOf(key), version: versionOf(lockfile, key) });
  return {
    projects: new Map(Array.from(lockfile.importers, ([path, importer]) => [path, keys(dependenciesOf(importer))])),
    packages: new Map(Array.from(lockfile.snapshots.keys(), (key) => [key, named(key)])),
    requires: (key) => keys(allReferences(lockfile.snapshots.get(key))),
  };
}

function graphOf(lockfile: PnpmLockfile, files: SideFiles): LockGraph {
  const nodes = Array.from(lockfile.snapshots, ([key, snapshot]) => {
    const requires = Object.entries(allReferences(snapshot)).map(([alias, reference]) => keyOf(alias, reference));
    const node = { name: nameOf(key), version: versionOf(lockfile, key) };
    return [key, { ...node, requires: requires.filter((each) => each !== undefined) }] as const;
  });
  const requiring = (folder: string): Requiring =>
    folder === "." ? "project" : { workspace: workspaceName(files, folder) };
  // The project itself comes first.
  const importers = [...lockfile.importers].sort(([a], [b]) => Number(b === ".") - Number(a === "."));
  const required = importers.flatMap(([folder, each]) => keysOf(each).map((key) => [key, requiring(folder)] as const));
  return { nodes: new Map(nodes), direct: directIn(required) };
}

/**
 * pnpm fetches into the user's own store and installs from it. Packages are copied from there, as a test could change a linked file
 * of the store.
 */
function install(place: InstallPlace): string {
  if (!place.network) return pnpmInstall(place, ["--frozen-lockfile", "--offline", ...trusted]);
  const [store, scripts] = filesIn(place);
  return [
    `(cd ${wordsForSh([place.home])} && pnpm store path) > ${store}`,
    `${scriptsOption} > ${scripts}`,
    pnpmInstall(place, ["--frozen-lockfile", "--prefer-offline"]),
  ].join(" && ");
}

function pnpmInstall(place: InstallPlace, options: readonly string[]): string {
  const [store, scripts] = filesIn(place);
  const words = wordsForSh(["pnpm", "install", ...options, ...always]);
  return `${bringSettings(place, [".npmrc"])} && ${words} --store-dir "$(cat ${store})" $(cat ${scripts})`;
}

/** What is found out once: where the user's store is, and the option for scripts. */
function filesIn({ shared }: InstallPlace): string[] {
  return ["pnpm-store", "pnpm-scripts"].map((name) => wordsForSh([join(shared, name)]));
}

const always = [
  "--reporter=append-only",
  "--package-import-method=clone-or-copy",
  "--config.confirmModulesPurge=false",
  "--config.enableGlobalVirtualStore=false",
];

/** Both sides were installed as the user's policies allow; to check them again for what is in between, pnpm would need the network. */
const trusted = ["--config.minimumReleaseAge=0", "--config.trustPolicy=off"];

/** Up to version 9 the scripts of all packages run unless that is forbidden; here, only if it is allowed. */
const scriptsOption =
  'case "$(pnpm --version) $(pnpm config get ignore-scripts)" in [1-9].*" false") ;; [1-9].*) echo --ignore-scripts ;; esac';

/** Version 11 no longer reads package.json for it, and version 9 nothing else. */
function remedy(held: MovedPackage, now: SideFiles): Remedy | undefined {
  const { old } = held;
  const names = overriddenNames(held);
  if (old === undefined || old.includes(", ") || names.length === 0) return undefined;
  const update = (place: InstallPlace) => pnpmInstall(place, ["--no-frozen-lockfile", "--prefer-offline"]);
  const pins = Object.fromEntries(names.map((name) => [name, old]));
  const shown = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(old)}`).join(", ");
  const workspace = now.read(workspaceFile);
  const document = parseDocument(workspace ?? "");
  for (const name of names) document.setIn(["overrides", name], old);
  const inWorkspace = {
    text: `${shown} in overrides of ${workspaceFile}`,
    files: new Map([[workspaceFile, String(document)]]),
    update,
  };
  if (workspace !== undefined && /^overrides:/m.test(workspace)) return inWorkspace;
  const text = now.read("package.json");
  const manifest = readManifest(text, `package.json of ${now.name}`);
  const settings = (manifest.pnpm ?? {}) as { readonly overrides?: Readonly<Record<string, string>> };
  const edited = { ...manifest, pnpm: { ...settings, overrides: { ...settings.overrides, ...pins } } };
  return {
    text: `${shown} in pnpm.overrides of package.json`,
    files: new Map([["package.json", editedJson(text ?? "{}\n", edited)]]),
    update,
    otherwise: inWorkspace,
  };
}

/** The version of a part is only for those who find it; what the project itself asks for cannot be overridden for it alone. */
function overriddenNames({ name, by }: MovedPackage): string[] {
  if (by === undefined) return [name];
  return by.has(undefined) ? [] : Array.from(by, (requirer) => `${requirer}>${name}`);
}
