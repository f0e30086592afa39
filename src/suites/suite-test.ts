/** One test of a suite, as its runner reports it. */
export interface SuiteTest {
  /** What people call it; no two tests of a suite have the same. */
  readonly id: string;
  /** The absolute path of the file that it is in. */
  readonly file: string;
  /** With the names of the groups that it is in. */
  readonly name: string;
  /** Without the names of the groups; undefined: that does not select it. */
  readonly ownName?: string;
  readonly outcome: "passed" | "failed" | "not run";
}
