import type { MovedPackage, SideFiles } from "../manager.ts";
import {
  type DependencyKind,
  dependenciesIn,
  dependencyKinds,
  type ManifestEdit,
  type PackageManifest,
  readManifest,
} from "../package-manifest.ts";
import type { Override } from "./compose.ts";
import { descriptorOf, isWorkspace, nameOf, type YarnEntry, type YarnLockfile } from "./lockfile.ts";

/** One side, with what its manifests say. */
export interface YarnSide {
  readonly files: SideFiles;
  readonly lockfile: YarnLockfile;
  readonly manifest: PackageManifest;
  readonly override: Override;
  readonly direct: readonly DirectDependency[];
}

/** What a package.json asks for. */
export interface DirectDependency {
  readonly file: string;
  readonly kind: DependencyKind;
  /** Its name in the project. */
  readonly name: string;
  readonly range: string;
  readonly descriptor: string;
}

/** A change to one of the manifests. */
export interface FileEdit extends ManifestEdit {
  readonly file: string;
}

/** Both sides, and what differs. */
export interface YarnDifference {
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
  const read = (file: string) => readManifest(files.read(file), `${file} of ${files.name}`);
  const workspaces = lockfile.entries.filter(isWorkspace).map(({ key }) => key.slice(key.indexOf("@workspace:") + 11));
  const paths = [".", ...workspaces.filter((path) => path !== ".")];
  const direct = paths.flatMap((path) => {
    const file = path === "." ? "package.json" : `${path}/package.json`;
    const manifest = read(file);
    return dependencyKinds.flatMap((kind) =>
      Object.entries(dependenciesIn(manifest, kind)).map(([name, range]) => {
        return { file, kind, name, range, descriptor: descriptorOf(name, range, lockfile.isBerry) };
      }),
    );
  });
  const manifest = read("package.json");
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

/** What the manifests of a candidate have otherwise: not what was added and is not upgraded, but what was removed and still is there. */
export function directEdits({ old, now, moved }: YarnDifference, isUpgraded: (name: string) => boolean): FileEdit[] {
  const isLeftOut = (lacking: "old" | "new", { lockfile }: YarnSide, { descriptor }: DirectDependency) => {
    const name = lockfile.byDescriptor.get(descriptor)?.name;
    return moved.some((each) => each.name === name && each[lacking] === undefined && !isUpgraded(each.name));
  };
  const added = now.direct.filter((each) => isLeftOut("old", now, each)).map((each) => ({ ...each, range: undefined }));
  const isKnown = ({ file, name }: DirectDependency) =>
    now.direct.some((each) => each.file === file && each.name === name);
  const removed = old.direct.filter(
    (each) => isLeftOut("new", old, each) && !isKnown(each) && now.files.read(each.file) !== undefined,
  );
  return [...added, ...removed];
}
