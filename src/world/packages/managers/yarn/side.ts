import {
  type DirectDependency,
  type DirectSides,
  type FileEdit,
  manifestOf,
  readDirect,
} from "../direct-dependencies.ts";
import type { MovedPackage, SideFiles } from "../manager.ts";
import { dependenciesIn, type PackageManifest } from "../package-manifest.ts";
import type { Override } from "./compose.ts";
import { descriptorOf, isWorkspace, nameOf, type YarnEntry, type YarnLockfile } from "./lockfile.ts";

/** One side, with what its manifests say. */
export interface YarnSide {
  readonly files: SideFiles;
  readonly lockfile: YarnLockfile;
  readonly manifest: PackageManifest;
  readonly override: Override;
  readonly direct: readonly YarnDependency[];
}

/** What a package.json asks for, as the lockfile has it. */
export interface YarnDependency extends DirectDependency {
  readonly descriptor: string;
}

/** Both sides, and what differs. */
export interface YarnDifference extends DirectSides<YarnDependency> {
  readonly old: YarnSide;
  readonly now: YarnSide;
  readonly moved: readonly MovedPackage[];
}

/** The packages of a candidate, and what its manifests have otherwise than those of the new side. */
export interface Composed {
  readonly entries: readonly YarnEntry[];
  readonly edits: readonly FileEdit[];
}

export function yarnSide(files: SideFiles, lockfile: YarnLockfile): YarnSide {
  const workspaces = lockfile.entries.filter(isWorkspace).map(({ key }) => key.slice(key.indexOf("@workspace:") + 11));
  const direct = readDirect(files, [".", ...workspaces.filter((path) => path !== ".")]).map((each) => {
    const descriptor = descriptorOf(each.name, each.range, lockfile.isBerry);
    return { ...each, descriptor, packageName: lockfile.byDescriptor.get(descriptor)?.name };
  });
  const manifest = manifestOf(files, "package.json");
  return { files, lockfile, manifest, direct, override: lockfile.isBerry ? overrideIn(manifest) : (each) => each };
}

/** Later versions than Yarn 1 look for what `resolutions` say instead of what is asked for. */
function overrideIn(manifest: PackageManifest): Override {
  const rules = Object.entries(dependenciesIn(manifest, "resolutions")).map(([pattern, value]) => {
    const [, parent, last = ""] = /^(?:\*\*\/)?(?:((?:@[^/]+\/)?[^/]+)\/)?((?:@[^/]+\/)?[^/]+)$/.exec(pattern) ?? [];
    const [, name = last, range] = /^(.[^@]*)@(.*)$/.exec(last) ?? [];
    return { parent, name, range, value };
  });
  return (descriptor, parent) => {
    const rule = rules.find(
      (each) =>
        each.name === nameOf(descriptor) &&
        (each.parent === undefined || each.parent.replace(/(?<=.)@.*/, "") === parent) &&
        (each.range === undefined || descriptorOf(each.name, each.range, true) === descriptor),
    );
    return rule === undefined ? descriptor : descriptorOf(rule.name, rule.value, true);
  };
}
