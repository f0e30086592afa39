/** The shortest way from what the project itself requires down to what requires a package, by names; empty: the project does. */
export function requirementChain(
  name: string,
  parentsOf: (name: string) => readonly string[],
  isRequired: (name: string) => boolean,
): string[] {
  const seen = new Set([name]);
  let paths: string[][] = [[name]];
  while (paths.length > 0) {
    const found = paths.find((path) => isRequired(path[0]!));
    if (found) return found.slice(0, -1);
    paths = paths.flatMap((path) =>
      parentsOf(path[0]!)
        .filter((parent) => !seen.has(parent) && seen.add(parent))
        .map((parent) => [parent, ...path]),
    );
  }
  return [];
}
