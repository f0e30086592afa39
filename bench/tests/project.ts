/** A project whose suite has tests that depend on others. Facts only: names of tests, and where they are. */
export interface Project {
  readonly name: string;
  /** On GitHub. */
  readonly repository: string;
  /** A commit, or the version of the package in its `package.json`. */
  readonly commit: string;
  /** The version of Python of its environment; undefined: a project of npm. */
  readonly python?: string;
  /** What runs its suite; undefined: `python -m pytest`. */
  readonly command?: readonly string[];
  readonly victims: readonly Victim[];
}

export interface Victim {
  readonly test: string;
  readonly order: Order;
  /** After each of these sets it fails, and passes alone. */
  readonly polluters?: readonly TestSet[];
  /** After each of these sets it passes, and fails alone. */
  readonly setters?: readonly TestSet[];
  /** What is left behind, as we read it in the code: names of variables or files, or places; any of them is right. */
  readonly leak?: readonly string[];
}

/** One test, or several that are needed together. */
export type TestSet = string | readonly string[];

/**
 * In which order the test fails: that of the suite, the reverse, a random one by its seed, or that of the suite with the test moved
 * behind another one. Alone: it passes in the suite.
 */
export type Order = "suite" | "reversed" | "alone" | { readonly seed: number } | { readonly behind: string };

export function testsOf(set: TestSet): readonly string[] {
  return typeof set === "string" ? [set] : set;
}
