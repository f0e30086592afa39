import { isInRange } from "../version-range.ts";
import type { MovedPackage, SideFiles } from "./manager.ts";
import {
  type DependencyKind,
  dependenciesIn,
  dependencyKinds,
  editManifest,
  editText,
  type ManifestEdit,
  type PackageManifest,
  readManifest,
} from "./package-manifest.ts";

/** What a package.json asks for. */
export interface DirectDependency {
  readonly file: string;
  readonly kind: DependencyKind;
  /** Its name in the project. */
  readonly name: string;
  readonly range: string;
  /** The name of the package that it leads to; undefined: to none. */
  readonly packageName: string | undefined;
}

/** A change to one of the manifests. */
export interface FileEdit extends ManifestEdit {
  readonly file: string;
}

/** One side, with what its manifests ask for. */
export interface DirectSide<Direct extends DirectDependency = DirectDependency> {
  readonly files: SideFiles;
  readonly direct: readonly Direct[];
}

/** Both sides, and what differs. */
export interface DirectSides<Direct extends DirectDependency = DirectDependency> {
  readonly old: DirectSide<Direct>;
  readonly now: DirectSide<Direct>;
  readonly moved: readonly MovedPackage[];
}

/** A manifest of one side; `file` is its path from the lockfile on. */
export function manifestOf(files: SideFiles, file: string): PackageManifest {
  return readManifest(files.read(file), `${file} of ${files.name}`);
}

/** What the package.json files in these folders ask for. */
export function readDirect(files: SideFiles, folders: Iterable<string>): Omit<DirectDependency, "packageName">[] {
  return [...folders].flatMap((folder) => {
    const file = folder === "." ? "package.json" : `${folder}/package.json`;
    const manifest = manifestOf(files, file);
    return dependencyKinds.flatMap((kind) =>
      Object.entries(dependenciesIn(manifest, kind)).map(([name, range]) => ({ file, kind, name, range })),
    );
  });
}

/** Those that both sides have, and of the others those that a manifest asks for, as we can change it. */
export function movable(
  all: readonly MovedPackage[],
  { old, now }: Omit<DirectSides, "moved">,
): readonly MovedPackage[] {
  return all.filter(({ name, old: was, new: is }) => {
    if (was !== undefined && is !== undefined) return true;
    return (was === undefined ? now : old).direct.some((each) => each.packageName === name);
  });
}

/** What the manifests of a candidate have otherwise: not what was added and is not upgraded, but what was removed and still is there. */
export function directEdits<Direct extends DirectDependency>(
  { old, now, moved }: DirectSides<Direct>,
  isUpgraded: (name: string) => boolean,
): (Omit<Direct, "range"> & FileEdit)[] {
  const isLeftOut = (lacking: "old" | "new", { packageName }: Direct) =>
    moved.some((each) => each.name === packageName && each[lacking] === undefined && !isUpgraded(each.name));
  const added = now.direct.filter((each) => isLeftOut("old", each)).map((each) => ({ ...each, range: undefined }));
  const isKnown = ({ file, name }: Direct) => now.direct.some((each) => each.file === file && each.name === name);
  const removed = old.direct.filter(
    (each) => isLeftOut("new", each) && !isKnown(each) && now.files.read(each.file) !== undefined,
  );
  return [...added, ...removed];
}

/** The range that a manifest must have for a version: its own if that allows it, else that of the old side, else the version itself. */
export function rangeFor(
  version: string,
  { now, old }: { readonly now: string; readonly old: string | undefined },
): string {
  if (isInRange(version, now) !== false) return now;
  return old !== undefined && isInRange(version, old) === true ? old : version;
}

/** The manifests that are edited, by their paths. */
export function editedManifests(files: SideFiles, edits: readonly FileEdit[]): Map<string, string> {
  const edited = (file: string) =>
    editManifest(
      files.read(file),
      `${file} of ${files.name}`,
      edits.filter((each) => each.file === file),
    );
  return new Map([...new Set(edits.map(({ file }) => file))].map((file) => [file, edited(file)]));
}

/** The same edits, for people. */
export function editTexts(edits: readonly FileEdit[]): string[] {
  return edits.map((edit) => editText(edit, edit.file));
}
