import { type BunPackage, lookUp } from "./lockfile.ts";

/** What is required, by name; a name may stand for a package of another name. */
export type Required = ReadonlyMap<string, BunPackage>;

/**
 * Where packages go so that each finds what it requires: at the root where that name is free, otherwise into the folder of what
 * requires it. That folder is empty until its own turn comes, so nothing that was placed before finds something else afterwards.
 */
export function layOut(
  projects: readonly { readonly place: readonly string[]; readonly requires: Required }[],
  requiresOf: (id: string) => Required,
): Map<string, BunPackage> {
  const placed = new Map<string, BunPackage>();
  const rest = projects.map(({ place, requires }) => ({ place, requires }));
  for (const { place, requires } of rest)
    for (const [name, wanted] of requires) {
      const found = lookUp(place, name, (path) => placed.get(path));
      if (found?.id === wanted.id) continue;
      const at = found === undefined ? [name] : [...place, name];
      // Packages that require each other in ever other versions would nest without end.
      if (!isInside(wanted, at)) rest.push({ place: at, requires: requiresOf(wanted.id) });
      placed.set(at.join("/"), wanted);
    }
  return placed;

  function isInside({ id }: BunPackage, place: readonly string[]): boolean {
    return place.some((_, depth) => placed.get(place.slice(0, depth).join("/"))?.id === id);
  }
}
