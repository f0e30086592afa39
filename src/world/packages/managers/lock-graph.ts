import compareVersions from "semver/functions/compare.js";
import parseVersion from "semver/functions/parse.js";
import { bringersAmong, type Requirer } from "./bringers.ts";
import type { MovedPackage } from "./manager.ts";
import { type PairedReference, partsOf } from "./parts.ts";
import { type RequirerMove, requirerMoves } from "./requirer-moves.ts";

/** The packages of a lockfile, and what requires what. */
export interface LockGraph {
  /** Installed packages by their keys in the lockfile. */
  readonly nodes: ReadonlyMap<string, LockNode>;
  /** What the project and its workspaces require: keys, and for each one of those that do, the project itself before workspaces. */
  readonly direct: ReadonlyMap<string, Requiring>;
}

/** The project itself, one of its workspaces by name, or it is not known which of them. */
export type Requiring = "project" | { readonly workspace: string } | "unknown";

/** The first one that requires a key; those that stand for nothing have none. */
export function directIn(requirements: Iterable<readonly [key: string | undefined, Requiring]>): LockGraph["direct"] {
  const direct = new Map<string, Requiring>();
  for (const [key, by] of requirements) if (key !== undefined && !direct.has(key)) direct.set(key, by);
  return direct;
}

export interface LockNode {
  readonly name: string;
  readonly version: string;
  /** Keys. */
  readonly requires: readonly string[];
  /** The same by the names of packages, with the ranges in which they are required, if the lockfile has these. */
  readonly ranges?: Requirer["ranges"];
}

/**
 * Packages that both graphs have, in other versions, and those that the project itself requires on one side only. A package in several
 * versions moves in parts, as far as `references` say who finds which version; otherwise all its versions move together.
 */
export function movedPackages(
  old: LockGraph,
  now: LockGraph,
  references: Iterable<PairedReference> = [],
): MovedPackage[] {
  const parts = partsOf(references);
  const [before, after] = [versionsIn(old), versionsIn(now)];
  const chains = chainsIn(now);
  const requirers = Array.from(now.nodes.values(), (node) => ({ ranges: [], ...node }));
  const bringersOf = bringersAmong(requirers, (name) => before.get(name) ?? []);
  const movesOf = requirerMoves(old, now);
  const moved: MovedPackage[] = [];
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [was, is] = [before.get(name), after.get(name)];
    const by = is ? bringersOf(name) : [];
    const isInSeveral = [was, is].some((versions) => (versions?.length ?? 0) > 1);
    const ofName = isInSeveral && was && is ? (parts.get(name) ?? []) : [];
    for (const { by, ...versions } of ofName)
      moved.push({ name, by, ...versions, ...(shortest([...by].map((each) => chainTo(each, chains))) ?? noChain) });
    if (ofName.length > 0) continue;
    const moves = isInSeveral ? movesOf(name) : [];
    const who = {
      ...(shortest(moves.map(({ by }) => chainTo(by, chains))) ?? chains.get(name) ?? noChain),
      ...(by.length > 0 ? { broughtBy: by } : {}),
      ...(moves.length > 0 ? { moves } : {}),
    };
    if (was && is) {
      if (was.join() !== is.join()) moved.push({ name, old: was.join(", "), new: is.join(", "), ...who });
    } else if (requiresDirectly(is ? now : old, name))
      moved.push({ name, old: was?.join(", "), new: is?.join(", "), ...who });
  }
  return moved;
}

/** The names down to what finds a package in another version, with that. */
function chainTo(by: RequirerMove["by"], chains: ReadonlyMap<string, Chain>): Chain {
  return by === undefined ? noChain : longer(chains.get(by) ?? noChain, by);
}

type Chain = Pick<MovedPackage, "requiredBy" | "isStartUnknown">;
const noChain: Chain = { requiredBy: [] };

function longer(chain: Chain, name: string): Chain {
  return { ...chain, requiredBy: [...chain.requiredBy, name] };
}

function shortest(chains: readonly Chain[]): Chain | undefined {
  return [...chains].sort((a, b) => a.requiredBy.length - b.requiredBy.length)[0];
}

/** The versions of each package, the lowest first. */
export function versionsIn({ nodes }: LockGraph): Map<string, string[]> {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of nodes.values()) {
    const all = versions.get(name) ?? new Set();
    versions.set(name, all.add(version));
  }
  return new Map([...versions].map(([name, all]) => [name, [...all].sort(byVersion)]));
}

/** Of these, the one that is most like a version: as many equal parts as possible, then the highest. */
export function nearestVersion<T extends { readonly version: string }>(
  wanted: string,
  available: Iterable<T>,
): T | undefined {
  const distance = ({ version }: T) => {
    if (version === wanted) return 0;
    const [a, b] = [parseVersion(version), parseVersion(wanted)];
    if (!a || !b || a.major !== b.major) return 3;
    return a.minor === b.minor ? 1 : 2;
  };
  return [...available].sort((a, b) => distance(a) - distance(b) || byVersion(b.version, a.version))[0];
}

function byVersion(a: string, b: string): number {
  const both = parseVersion(a) && parseVersion(b);
  return both ? compareVersions(a, b) : a < b ? -1 : a > b ? 1 : 0;
}

function requiresDirectly({ nodes, direct }: LockGraph, name: string): boolean {
  return [...direct.keys()].some((key) => nodes.get(key)?.name === name);
}

/** For each name, the names from what the project requires down to what requires it: a shortest way. */
function chainsIn({ nodes, direct }: LockGraph): Map<string, Chain> {
  const chains = new Map<string, Chain>();
  const ways = new Map(Array.from(direct, ([key, by]) => [key, startAt(by)]));
  // Breadth first, so the first way to a package is a shortest one.
  for (const [key, chain] of ways) {
    const node = nodes.get(key);
    if (!node) continue;
    if (!chains.has(node.name)) chains.set(node.name, chain);
    for (const next of node.requires) if (!ways.has(next)) ways.set(next, longer(chain, node.name));
  }
  return chains;
}

function startAt(by: Requiring): Chain {
  if (by === "unknown") return { requiredBy: [], isStartUnknown: true };
  return by === "project" ? noChain : { requiredBy: [by.workspace] };
}
