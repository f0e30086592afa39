/** A test of a suite, and the command that runs it alone. */
export interface TestCommand {
  readonly test: string;
  readonly command: readonly string[];
}

/** The passing test that a failing one is compared with, and why that one was chosen. Plain data: it is kept for a resumed run. */
export interface Partner extends TestCommand {
  readonly failing: TestCommand & {
    /** The user's command runs other tests too. */
    readonly narrowed?: true;
  };
  /** The next nearest. */
  readonly others: readonly TestCommand[];
  /** How many tests were run to find it, and how many of them pass. */
  readonly tried: number;
  readonly passing: number;
  /** Undefined: no line of the failing test is known, so that the places in the file decided. */
  readonly lines?: SharedLines;
}

/** Lines of the program, without tests, and without those that are executed while files are loaded. */
export interface SharedLines {
  readonly failing: number;
  /** How many of these the passing test executes, and how many others. */
  readonly shared: number;
  readonly others: number;
}
