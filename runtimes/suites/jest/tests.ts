/** What is used of the objects of jest-circus. */
export interface Block {
  readonly type: "describeBlock";
  readonly name: string;
  mode?: string | undefined;
  readonly parent?: Block;
  readonly children: (Block | CircusTest)[];
  /** The tests among the children: those that older versions run. */
  readonly tests?: CircusTest[];
}

export interface CircusTest {
  readonly type: "test";
  readonly name: string;
  mode?: string | undefined;
  /** It runs beside others, before all others of its file. */
  concurrent?: boolean;
  readonly parent: Block;
  /** Each an error, or an error and the place where the test was defined. */
  readonly errors: readonly unknown[];
}

export interface TestEvent {
  readonly name: string;
  readonly test?: CircusTest;
  readonly hook?: { readonly type: string };
  readonly describeBlock?: Block;
  readonly error?: unknown;
}

export interface Environment {
  /** The globals of the tests. */
  readonly global: typeof globalThis;
  handleTestEvent?: (event: TestEvent, state: { readonly rootDescribeBlock: Block }) => unknown;
}

export function testsIn({ children }: Block): CircusTest[] {
  return children.flatMap((child) => (child.type === "test" ? [child] : testsIn(child)));
}

/** Its own name last; the outermost block has none. */
export function namesOf({ name, parent }: CircusTest | Block): string[] {
  return parent === undefined ? [] : [...namesOf(parent), name];
}
