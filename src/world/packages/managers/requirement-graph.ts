/** What requires what, by keys of packages. */
export interface RequirementGraph {
  /** What the project itself requires. */
  readonly roots: readonly string[];
  readonly needs: (key: string) => readonly string[];
}

/** For each package that the project comes to require, a shortest way there: what requires what, without the package itself. */
export function waysTo({ roots, needs }: RequirementGraph): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>(roots.map((root) => [root, []]));
  // Breadth first, so the first way to a package is a shortest one.
  for (const [key, way] of ways) for (const next of needs(key)) if (!ways.has(next)) ways.set(next, [...way, key]);
  return ways;
}

/**
 * All packages, each before what it requires. A search that leaves out the first half of this order keeps the new versions of what
 * packages require, and these accept older dependents more often than the other way round.
 */
export function dependentsFirst({ roots, needs }: RequirementGraph): string[] {
  const done = new Set<string>();
  const entered = new Set<string>();
  const stack = roots.map((key) => ({ key, isLeft: false }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { key, isLeft } = next;
    if (isLeft) done.add(key);
    else if (!entered.has(key)) {
      entered.add(key);
      stack.push({ key, isLeft: true }, ...needs(key).map((each) => ({ key: each, isLeft: false })));
    }
  }
  return [...done].reverse();
}
