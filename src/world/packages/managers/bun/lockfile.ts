import { posix } from "node:path";
import { UserError } from "../../../../core/user-error.ts";
import { directIn, type LockGraph, type Requiring } from "../lock-graph.ts";
import type { SideFiles } from "../manager.ts";
import { dependenciesIn } from "../package-manifest.ts";
import type { NamedSide } from "../pair-sides.ts";

/** A bun.lock: JSON with commas after the last items. Where a package is in it says who finds it, as in node_modules. */
export interface BunLockfile {
  /** All of it but the packages. */
  readonly head: Readonly<Record<string, unknown>>;
  /** What the projects of the workspace require, by their folders; "" is the lockfile's own. */
  readonly workspaces: ReadonlyMap<string, BunWorkspace>;
  /** By what bun calls them: `qs@6.7.0`, `web@workspace:web`. */
  readonly packages: ReadonlyMap<string, BunPackage>;
  /** The package that a name stands for, where `parent` requires it (undefined: a project, in this folder). */
  readonly target: (parent: BunParent, name: string) => BunPackage | undefined;
}

/** Who requires something: a package, or a project of the workspace by its folder. */
export type BunParent = { readonly id: string } | { readonly folder: string };

export interface BunWorkspace {
  readonly name: string;
  readonly requires: ReadonlyMap<string, string>;
}

export interface BunPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Its entry as it is in the lockfile. */
  readonly entry: readonly unknown[];
  /** The ranges of what it cannot do without, or may have, by the names under which it requires them. */
  readonly requires: ReadonlyMap<string, string>;
}

export function readBunLockfile(files: SideFiles): BunLockfile {
  const { packages: entries = {}, ...head } = parse(files);
  const atPath = new Map(Object.entries(entries).map(([path, entry]) => [path, packageOf(entry)] as const));
  const paths = new Map<string, string>();
  // Nearer to the root first: packages that are in several places mean the same everywhere.
  const shallow = [...atPath].sort(([a], [b]) => namesIn(a).length - namesIn(b).length);
  for (const [path, { id }] of shallow) if (!paths.has(id)) paths.set(id, path);
  const workspaces = new Map(
    Object.entries(head.workspaces ?? {}).map(([folder, manifest]) => [folder, workspaceOf(manifest)] as const),
  );
  const pathOf = (parent: BunParent) =>
    "id" in parent ? paths.get(parent.id) : parent.folder === "" ? "" : workspaces.get(parent.folder)?.name;
  return {
    head,
    workspaces,
    packages: new Map(Array.from(atPath.values(), (each) => [each.id, each])),
    target: (parent, name) => {
      const path = pathOf(parent);
      return path === undefined ? undefined : lookUp(namesIn(path), name, (each) => atPath.get(each));
    },
  };
}

/** What a name stands for in a place: what is nearest on the way up. */
export function lookUp<T>(place: readonly string[], name: string, at: (path: string) => T | undefined): T | undefined {
  for (let depth = place.length; depth >= 0; depth--) {
    const found = at([...place.slice(0, depth), name].join("/"));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface LockfileText {
  readonly workspaces?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly packages?: Readonly<Record<string, readonly unknown[]>>;
  readonly [field: string]: unknown;
}

function parse({ name, lockfile, read }: SideFiles): LockfileText {
  if (lockfile.endsWith("b"))
    throw new UserError(
      `${lockfile} of ${name} is binary: write it as text with bun install --save-text-lockfile --lockfile-only, on both sides.`,
    );
  const text = (read(lockfile) ?? "{}").replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, "$1");
  try {
    const parsed = JSON.parse(text) as LockfileText;
    if (Object.values(parsed.packages ?? {}).every((each) => Array.isArray(each) && typeof each[0] === "string"))
      return parsed;
  } catch {} // said below
  throw new UserError(`${lockfile} of ${name} is no lockfile of bun.`);
}

/** The names in a path: `@s/a/qs` are `@s/a` and `qs`. */
export function namesIn(path: string): string[] {
  return path.match(/(?:@[^/]+\/)?[^/]+/g) ?? [];
}

function packageOf(entry: readonly unknown[]): BunPackage {
  const id = entry[0] as string;
  const at = id.indexOf("@", 1);
  const about = (entry.find((each) => typeof each === "object" && each !== null) ?? {}) as Record<string, unknown>;
  const isOptional = new Set((about.optionalPeers ?? []) as readonly string[]);
  const peers = Object.entries(dependenciesIn(about, "peerDependencies")).filter(([name]) => !isOptional.has(name));
  return { id, name: id.slice(0, at), version: id.slice(at + 1), entry, requires: rangesIn(about, peers) };
}

function workspaceOf(manifest: Readonly<Record<string, unknown>>): BunWorkspace {
  const peers = Object.entries(dependenciesIn(manifest, "peerDependencies"));
  const dev = Object.entries(dependenciesIn(manifest, "devDependencies"));
  return { name: String(manifest.name ?? ""), requires: rangesIn(manifest, [...peers, ...dev]) };
}

function rangesIn(about: Readonly<Record<string, unknown>>, more: readonly (readonly [string, string])[]) {
  const own = ["optionalDependencies", "dependencies"].flatMap((kind) => Object.entries(dependenciesIn(about, kind)));
  return new Map([...more, ...own]);
}

export function isWorkspace({ version }: BunPackage): boolean {
  return version.startsWith("workspace:");
}

/** What a parent requires, by the names under which it does, without projects of the workspace. */
function idsOf(
  { target }: BunLockfile,
  parent: BunParent,
  requires: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  return new Map(
    [...requires.keys()].flatMap((name) => {
      const found = target(parent, name);
      return found === undefined || isWorkspace(found) ? [] : [[name, found.id] as const];
    }),
  );
}

export function namedSide(lockfile: BunLockfile): NamedSide {
  const { packages, workspaces } = lockfile;
  const named = [...packages.values()].filter((each) => !isWorkspace(each));
  return {
    projects: new Map(
      Array.from(workspaces, ([folder, { requires }]) => [folder, idsOf(lockfile, { folder }, requires)]),
    ),
    packages: new Map(named.map(({ id, name, version }) => [id, { key: id, name, version }])),
    requires: (id) => idsOf(lockfile, { id }, packages.get(id)?.requires),
  };
}

export function bunGraph(lockfile: BunLockfile): LockGraph {
  const { packages, workspaces, target } = lockfile;
  const nodes = [...packages.values()]
    .filter((each) => !isWorkspace(each))
    .map(({ id, name, version, requires }) => {
      const ranges = Array.from(requires, ([each, range]) => [target({ id }, each)?.name ?? each, range] as const);
      return [id, { name, version, requires: [...idsOf(lockfile, { id }, requires).values()], ranges }] as const;
    });
  // bun writes the project itself first.
  const direct = [...workspaces].flatMap(([folder, { name, requires }]) => {
    const by: Requiring = folder === "" ? "project" : { workspace: name || posix.basename(folder) };
    return Array.from(idsOf(lockfile, { folder }, requires).values(), (id) => [id, by] as const);
  });
  return { nodes: new Map(nodes), direct: directIn(direct) };
}

/** A lockfile with these packages, laid out as bun does. */
export function bunLockfileText(
  head: Readonly<Record<string, unknown>>,
  packages: ReadonlyMap<string, BunPackage>,
): string {
  const text = JSON.stringify(head, null, 2).replace(/([^,{[\s])(?=\n\s*[}\]])/g, "$1,");
  const inOrder = [...packages].sort(([a], [b]) => byDepth(a, b));
  const lines = inOrder.map(([path, { entry }]) => `    ${JSON.stringify(path)}: ${inline(entry)},`);
  return `${text.slice(0, -2)}\n  "packages": {\n${lines.join("\n\n")}\n  }\n}\n`;
}

function byDepth(a: string, b: string): number {
  const depth = namesIn(a).length - namesIn(b).length;
  return depth === 0 ? (a < b ? -1 : 1) : depth;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
