import { UserError } from "../../core/user-error.ts";
import { refuseMergeMarks } from "./merge-marks.ts";

/** A package in a lockfile. */
export interface LockEntry {
  /** Only if it differs from the name of its folder. */
  readonly name?: string;
  readonly version?: string;
  /** Where it came from; for a link, its target. */
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

type Ranges = Readonly<Record<string, string>>;

/** A package-lock.json. */
export interface Lockfile {
  readonly json: Readonly<Record<string, unknown>>;
  /** The project. */
  readonly root: LockEntry;
  /** All others by the path where they are installed, in order. */
  readonly entries: ReadonlyMap<string, LockEntry>;
}

/** Reads the text of a lockfile; `name` is for messages. */
export function readLockfile(text: string, name: string): Lockfile {
  const json = parsed(text, name);
  const { lockfileVersion, packages } = json;
  if (!(packages instanceof Object)) {
    const old = lockfileVersion === undefined || lockfileVersion === 1;
    throw new UserError(
      old
        ? `${name} is a lockfile of version 1, which has too little information. Update it with: npm install --package-lock-only`
        : `${name} is not a package-lock.json of version 2 or 3: it lists no packages.`,
    );
  }
  const all = Object.entries(packages as Record<string, LockEntry>);
  const odd = all.find(([path, entry]) => !(entry instanceof Object) || isOutside(path));
  if (odd)
    throw new UserError(
      `${name} has a package outside the project, ${odd[0]}, which is not supported yet. Pack it (npm pack) and depend on the file.`,
    );
  return {
    json,
    root: (packages as Record<string, LockEntry>)[""] ?? {},
    entries: new Map(all.filter(([path]) => path !== "").sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function parsed(text: string, name: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (json instanceof Object && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch {}
  refuseMergeMarks(text, name);
  throw new UserError(`${name} is not a package-lock.json: it is not valid JSON.`);
}

/** A path that we would write somewhere else. */
function isOutside(path: string): boolean {
  return path.startsWith("/") || path.split("/").includes("..");
}

/** The name of the package installed at a path. */
export function nameAt(path: string, entry?: LockEntry): string {
  return entry?.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Whether packages are installed there; other paths are the project's own folders. */
export function isInstalled(path: string): boolean {
  return /(?:^|\/)node_modules\//.test(path);
}

/** Where Node looks for a package that is required from a folder, the nearest place first. */
export function lookups(from: string, name: string): string[] {
  const places: string[] = [];
  for (let folder = from; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    if (!/(?:^|\/)node_modules(?:\/@[^/]*)?$/.test(folder)) places.push(`${folder}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}

/** What a package requires: its dependencies, and the peers that are not optional. */
export function needsOf(entry: LockEntry): [name: string, range: string][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  const needs = { ...Object.fromEntries(peers), ...dependencies };
  return Object.entries(needs).filter(([name]) => !Object.hasOwn(optionalDependencies, name));
}
