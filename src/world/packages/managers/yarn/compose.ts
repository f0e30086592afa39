import { isInRange } from "../../version-range.ts";
import { nearestVersion } from "../lock-graph.ts";
import type { MovedPackage } from "../manager.ts";
import { isWorkspace, nameOf, rangeOf, type YarnEntry, type YarnLockfile } from "./lockfile.ts";

export interface YarnSides {
  readonly old: YarnLockfile;
  readonly new: YarnLockfile;
}

/** Which descriptor yarn looks for instead, if the manifest says so; `parent` is the name of what requires it. */
export type Override = (descriptor: string, parent: string) => string;

/** The entry that a descriptor leads to in a candidate. */
export type Choose = (descriptor: string) => YarnEntry | undefined;

/**
 * What is asked for decides, whoever asks: a descriptor leads to what it leads to on the side that its package is taken from,
 * otherwise to a version there that it allows, otherwise to the nearest one there is.
 */
export function chooser(
  sides: YarnSides,
  moved: readonly MovedPackage[],
  isUpgraded: (name: string) => boolean,
): Choose {
  const isMoved = new Set(moved.map(({ name }) => name));
  return (descriptor) => {
    const own = sides.new.byDescriptor.get(descriptor) ?? sides.old.byDescriptor.get(descriptor);
    if (!own || isWorkspace(own) || !isMoved.has(own.name)) return own;
    const there = isUpgraded(own.name) ? sides.new : sides.old;
    const exact = there.byDescriptor.get(descriptor);
    if (exact?.name === own.name) return exact;
    const alike = there.entries.filter(({ name, key }) => name === own.name && isPatch(key) === isPatch(own.key));
    const allowed = alike.filter(({ version }) => isInRange(version, rangeOf(descriptor)) === true);
    return nearestVersion(own.version, allowed.length > 0 ? allowed : alike) ?? own;
  };
}

/** All entries that are needed from these descriptors on, under the descriptors that lead to them; `parent` requires the first. */
export function composeEntries(
  { sides, choose, override }: { readonly sides: YarnSides; readonly choose: Choose; readonly override: Override },
  roots: Iterable<readonly [descriptor: string, parent: string]>,
): YarnEntry[] {
  const patches = patchesIn(sides);
  const chosen = new Map<string, { readonly entry: YarnEntry; readonly descriptors: string[] }>();
  const seen = new Set<string>();
  const rest = [...roots];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const wanted = override(...next);
    if (seen.has(wanted)) continue;
    seen.add(wanted);
    rest.push(...(patches.get(wanted) ?? []).map((each) => [each, ""] as const));
    const entry = choose(wanted);
    if (!entry || isWorkspace(entry)) continue;
    const known = chosen.get(entry.key);
    if (!known) rest.push(...entry.requires.map((each) => [each, entry.name] as const));
    chosen.set(entry.key, { entry, descriptors: [...(known?.descriptors ?? []), wanted] });
  }
  return Array.from(chosen.values(), ({ entry, descriptors }) => ({ ...entry, descriptors }));
}

function isPatch(key: string): boolean {
  return key.startsWith("patch:", nameOf(key).length + 1);
}

/** Yarn asks for patches of its own besides what is asked for, and a patch for what it changes. */
function patchesIn(sides: YarnSides): Map<string, string[]> {
  const patches = new Map<string, string[]>();
  const add = (from: string, to: string) => patches.set(from, [...(patches.get(from) ?? []), to]);
  for (const descriptor of [...sides.old.byDescriptor.keys(), ...sides.new.byDescriptor.keys()]) {
    const [, inner, rest = ""] = /^.[^@]*@patch:([^#]*)#(.*)$/.exec(descriptor) ?? [];
    if (inner === undefined) continue;
    add(descriptor, decodeURIComponent(inner));
    if (rest.includes("builtin<")) add(decodeURIComponent(inner), descriptor);
  }
  return patches;
}
