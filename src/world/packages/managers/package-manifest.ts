import { posix } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { editedJson } from "../../text/json-edit.ts";
import type { SideFiles } from "./manager.ts";

/** A package.json, as far as managers edit it. */
export interface PackageManifest {
  readonly [field: string]: unknown;
}

export const dependencyKinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;
export type DependencyKind = (typeof dependencyKinds)[number];

/** Refuses what is no JSON object. */
export function readManifest(text: string | undefined, name: string): PackageManifest {
  try {
    const manifest: unknown = JSON.parse(text ?? "{}");
    if (typeof manifest === "object" && manifest !== null) return manifest as PackageManifest;
  } catch {} // said below
  throw new UserError(`${name} is not valid JSON.`);
}

/** The name of the project whose package.json this is, if it has one. */
export function nameInPackageJson({ read }: Pick<SideFiles, "read">): string | undefined {
  try {
    const { name } = JSON.parse(read("package.json") ?? "{}") as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The name of the workspace in a folder: that of its manifest or, as npm does, that of the folder. */
export function workspaceName({ read }: Pick<SideFiles, "read">, folder: string): string {
  return nameInPackageJson({ read: (path) => read(posix.join(folder, path)) }) ?? posix.basename(folder);
}

/** The paths of the package.json files in these folders; "." and "" are the lockfile's own. */
export function manifestsIn(folders: readonly string[]): string[] {
  return [...new Set(folders.map((folder) => posix.join(folder, "package.json")))];
}

/** The dependencies of one kind, by their names in the project. */
export function dependenciesIn(manifest: PackageManifest, kind: string): Readonly<Record<string, string>> {
  return (manifest[kind] ?? {}) as Readonly<Record<string, string>>;
}

/** A dependency, or a version to force, to add to a manifest (`range`) or to remove from it (undefined). */
export interface ManifestEdit {
  readonly kind: DependencyKind | "resolutions" | "overrides";
  readonly name: string;
  readonly range: string | undefined;
}

/** The text of a package.json with these edits; `name` is for messages. */
export function editManifest(text: string | undefined, name: string, edits: readonly ManifestEdit[]): string {
  const edited: Record<string, unknown> = { ...readManifest(text, name) };
  for (const { kind, name, range } of edits) {
    const { [name]: _, ...others } = dependenciesIn(edited, kind);
    edited[kind] = range === undefined ? others : { ...others, [name]: range };
  }
  return editedJson(text ?? "{}\n", edited);
}

/** For people. */
export function editText({ kind, name, range }: ManifestEdit, file: string): string {
  return range === undefined
    ? `no ${JSON.stringify(name)} in ${kind} of ${file}`
    : `${JSON.stringify(name)}: ${JSON.stringify(range)} in ${kind} of ${file}`;
}
