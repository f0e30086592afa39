import { join, posix } from "node:path";
import satisfies from "semver/functions/satisfies.js";
import { parse } from "smol-toml";
import { reasonOf } from "../../../../core/reason.ts";
import { UserError } from "../../../../core/user-error.ts";
import { foldersLike } from "../folders-like.ts";
import type { SideFiles } from "../manager.ts";
import { nameInToml } from "../toml-name.ts";
import type { Crate } from "./lock.ts";
import { withVersion } from "./toml-edit.ts";

/** A Cargo.toml of the project. */
export interface Manifest {
  readonly path: string;
  readonly text: string;
  /** The name of its crate; undefined: it only has a workspace. */
  readonly member: string | undefined;
  readonly requirements: readonly Requirement[];
}

/** A crate that a manifest requires in a range of versions. */
interface Requirement {
  /** The table, as in ["target", "cfg(unix)", "dependencies"], and the key in it. */
  readonly place: readonly string[];
  /** The name of the crate, which may be other than the key. */
  readonly crate: string;
  readonly range: string;
}

/** The crate of a candidate that stands for what a member of the workspace (or any) requires on the new side. */
export type CrateFor = (member: string | undefined, wanted: (crate: Crate) => boolean) => Crate | undefined;

type Table = Readonly<Record<string, unknown>>;

/** The manifests of a project: that beside the lockfile, those of its workspace, and those that these refer to by path. */
export function projectManifests(side: SideFiles): Manifest[] {
  const found = new Map<string, Manifest>();
  const folders = new Set([""]);
  for (const folder of folders) {
    const path = join(folder, "Cargo.toml");
    const text = side.read(path);
    if (text === undefined) continue;
    const content = parsedManifest(text, `${path} of ${side.name}`);
    const declared = declarationsIn(content);
    found.set(path, {
      ...{ path, text },
      member: tableAt(content, "package").name as string | undefined,
      requirements: declared.flatMap(({ place, value }) => requirementOf(place, value)),
    });
    const paths = declared.flatMap(({ value }) =>
      isTable(value) && typeof value.path === "string" ? [value.path] : [],
    );
    const members = (tableAt(content, "workspace").members ?? []) as readonly string[];
    for (const each of [...paths, ...members.flatMap((pattern) => foldersLike(pattern, side))]) {
      const place = posix.join(folder, each);
      if (!place.startsWith("..")) folders.add(place === "." ? "" : place.replace(/\/$/, ""));
    }
  }
  return [...found.values()];
}

/** The name of the crate beside the lockfile, if there is one. */
export function nameInCargoToml({ read }: Pick<SideFiles, "read">): string | undefined {
  return nameInToml(read("Cargo.toml"), [["package"]]);
}

/** Another range of versions than a manifest requires. */
export interface RequirementEdit extends Requirement {
  readonly manifest: Manifest;
}

/**
 * What manifests must require so that they do not rule out the crates of a candidate: what the old side requires if that is enough,
 * or exactly this version.
 */
export function requirementEdits(
  manifests: readonly Manifest[],
  old: SideFiles,
  crateFor: CrateFor,
): RequirementEdit[] {
  return manifests.flatMap((manifest) =>
    manifest.requirements.flatMap(({ place, crate, range }) => {
      const found = crateFor(manifest.member, ({ name, version }) => name === crate && accepts(range, version));
      if (!found || accepts(range, found.version)) return [];
      const before = requirementAt(old, manifest.path, place);
      const isEnough = before !== undefined && accepts(before, found.version);
      return [{ manifest, place, crate, range: isEnough ? before : `=${found.version}` }];
    }),
  );
}

/** The manifests with these edits, by their paths. */
export function editedManifests(edits: readonly RequirementEdit[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { manifest, place, range } of edits)
    files.set(manifest.path, withVersion(files.get(manifest.path) ?? manifest.text, place, range));
  return files;
}

/** For people: `rand = "0.8" in Cargo.toml`. */
export function editText({ manifest, place, range }: RequirementEdit): string {
  return `${place.at(-1)} = ${JSON.stringify(range)} in ${manifest.path}`;
}

/** Whether a requirement accepts a version, by cargo's rules: 1.2 means ^1.2, and commas are for "and". */
export function accepts(range: string, version: string): boolean {
  const parts = range.split(",").map((part) => part.trim());
  return satisfies(version, parts.map((part) => (/^\d[^*]*$/.test(part) ? `^${part}` : part)).join(" "));
}

function parsedManifest(text: string, of: string): Table {
  try {
    return parse(text);
  } catch (error) {
    throw new UserError(`${of} cannot be read: ${reasonOf(error)}`);
  }
}

const kinds = ["dependencies", "dev-dependencies", "build-dependencies"];

/** All places where a manifest requires something, with what it says there. */
function declarationsIn(content: Table): { place: readonly string[]; value: unknown }[] {
  const targets = Object.keys(tableAt(content, "target"));
  const tables = [
    ...kinds.map((kind) => [kind]),
    ["workspace", "dependencies"],
    ...targets.flatMap((target) => kinds.map((kind) => ["target", target, kind])),
  ];
  return tables.flatMap((table) =>
    Object.entries(tableAt(content, ...table)).map(([key, value]) => ({ place: [...table, key], value })),
  );
}

function requirementOf(place: readonly string[], value: unknown): Requirement[] {
  const crate = (isTable(value) && (value.package as string | undefined)) || place.at(-1)!;
  const range = isTable(value) ? value.version : value;
  return typeof range === "string" ? [{ place, crate, range }] : [];
}

function requirementAt(side: SideFiles, path: string, place: readonly string[]): string | undefined {
  const text = side.read(path);
  if (text === undefined) return undefined;
  const content = parsedManifest(text, `${path} of ${side.name}`);
  const value = tableAt(content, ...place.slice(0, -1))[place.at(-1)!];
  return requirementOf(place, value)[0]?.range;
}

function tableAt(content: Table, ...path: readonly string[]): Table {
  let table = content;
  for (const key of path) table = isTable(table[key]) ? table[key] : {};
  return table;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
