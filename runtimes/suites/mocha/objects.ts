/** What is used of Mocha's objects. */
export interface Mocha {
  files: string[];
  /** Files are loaded by somebody else. */
  readonly _lazyLoadFiles?: boolean;
  readonly lazyLoadFiles?: unknown;
  readonly suite: Suite;
  loadFiles(...words: unknown[]): unknown;
  loadFilesAsync(...words: unknown[]): unknown;
  run(...words: unknown[]): unknown;
}

export interface Suite {
  readonly title: string;
  readonly root: boolean;
  readonly parent?: Suite;
  tests: Test[];
  suites: Suite[];
  _bail?: boolean;
  on(event: "pre-require", listener: (globals: unknown, file: string) => void): unknown;
}

export interface Test {
  readonly type: string;
  readonly title: string;
  readonly file?: string;
  readonly parent: Suite;
  readonly _retriedTest?: Test;
}

export interface Hook extends Test {
  readonly ctx?: { readonly currentTest?: Test };
}

export interface Runner {
  on(event: "test" | "pass" | "pending", listener: (test: Test) => void): unknown;
  on(event: "fail", listener: (test: Test | Hook, error: unknown) => void): unknown;
}

/** Its own tests, then those of the suites in it, as Mocha runs them. What another process ran has neither. */
export function testsIn({ tests = [], suites = [] }: Partial<Suite>): Test[] {
  return [...tests, ...suites.flatMap(testsIn)];
}

/** Its own name last. */
export function namesOf({ title, parent }: Test): string[] {
  return [...titlesOf(parent), title];
}

function titlesOf({ title, root, parent }: Suite): string[] {
  return [...(parent ? titlesOf(parent) : []), ...(root ? [] : [title])];
}
