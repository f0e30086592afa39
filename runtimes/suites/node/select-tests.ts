/** How a runner keeps its tests: groups with tests and groups in them. */
export interface TestTree<T> {
  /** What is in a group, in the order in which it runs; undefined: it is a test. */
  readonly children: (node: T) => T[] | undefined;
  readonly skip: (node: T) => void;
  /** Of a test in the order that is wanted. Infinite: it is not to run. */
  readonly placeOf: (test: T) => number;
}

/**
 * Skips all tests that have no place, and sorts the others by their places. A group is where its first test is: tests of two groups
 * cannot be mixed.
 */
export function selectTests<T>(group: T, tree: TestTree<T>): void {
  const children = tree.children(group) ?? [];
  for (const child of children) {
    selectTests(child, tree);
    if (!Number.isFinite(firstPlace(child, tree))) tree.skip(child);
  }
  sortByPlace(children, (child) => firstPlace(child, tree));
}

/** Of the first test in a group; infinite: none of them is to run. */
export function firstPlace<T>(node: T, tree: Pick<TestTree<T>, "children" | "placeOf">): number {
  const children = tree.children(node);
  if (children === undefined) return tree.placeOf(node);
  return Math.min(Number.POSITIVE_INFINITY, ...children.map((child) => firstPlace(child, tree)));
}

export function sortByPlace<T>(nodes: T[], placeOf: (node: T) => number): void {
  const places = new Map(nodes.map((node) => [node, placeOf(node)]));
  nodes.sort((a, b) => compare(places.get(a)!, places.get(b)!));
}

/** Infinity minus itself is not a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
