/**
 * What a test runner is asked to do, and what it says it did. culprit is loaded into the runner by its own means, which environment
 * variables turn on; the variable `CULPRIT_SUITE` names the file with the plan.
 */
export interface SuitePlan {
  /** Each process appends lines to this file, each of them a `SuiteEvent`. */
  readonly report: string;
  /** Only these tests run, in this order, one at a time. Undefined: all that the runner would run, as it would run them. */
  readonly tests?: readonly TestName[];
  /** Files with tests of which none is to run: they are not loaded. */
  readonly leftOut?: readonly string[];
  /** The tests may run at the same time, if the runner does that. */
  readonly parallel?: true;
  /** What the runner's own random order is to come from. */
  readonly seed?: string;
  /** Only with `tests`. */
  readonly leak?: LeakPlan;
}

/**
 * Compares what there is right before the last test of a plan with what there was before the first one: variables of modules and all
 * that they lead to, and what is around the program, such as environment variables.
 */
export interface LeakPlan {
  /** A file for the `LeakReport`. */
  readonly report: string;
  /** Files under this folder are the program's own. */
  readonly root: string;
  /** Compares with what there was before any file was loaded. */
  readonly loading?: true;
  /** pytest: compares with what there was after the first test was set up, so that fixtures that it shares with others are there. */
  readonly afterSetup?: true;
  /** Python: these modules are loaded before, so that what tests do to them is seen even if a test is the first to load them. */
  readonly preload?: readonly string[];
  /** Keys of differences that are taken back before the last test begins. */
  readonly takeBack?: readonly string[];
  /** The key of a difference: which line made it? */
  readonly watch?: string;
}

/** What differs. The program's process must be one in which all tests of the plan run. */
export interface LeakReport {
  readonly differences: readonly LeakDifference[];
  /** Python: modules of the program's own that were loaded in between. */
  readonly loaded?: readonly string[];
  /** The line after which what is watched was another, then the lines that led there, outwards; all in the program's own files. */
  readonly lines?: readonly { readonly file: string; readonly line: number }[];
}

export interface LeakDifference {
  /** Equal for the same difference in another run. */
  readonly key: string;
  /** As people write it: `process.env.TZ`, `settings.currency`. */
  readonly name: string;
  /** The file of the variable, if that does not follow from its name. */
  readonly file?: string;
  /** Undefined: there was none, there is none. */
  readonly old?: string;
  readonly new?: string;
}

/** The variable that names the file with the plan. */
export const planVariable = "CULPRIT_SUITE";

/** A test as its runner knows it. Without names, it stands for loading the file. */
export interface TestName {
  /**
   * The absolute path of its file. For Go, that of the package's folder. For cargo, that of the file which the test program is compiled
   * from (`src/lib.rs`, `tests/x.rs`): the program's own path changes with the compiler, and two programs may have the same name.
   */
  readonly file: string;
  /** Its own name last, those of the groups around it before. */
  readonly names: readonly string[];
  /** If tests of the same file have the same names: which of them, from 1. Undefined: the first. */
  readonly nth?: number;
}

export type SuiteEvent = RunnerStarted | TestBegan | TestEnded;

export interface RunnerStarted {
  readonly event: "runner";
  readonly runner: SuiteRunnerName;
  /** Its command line, with which it can be started again. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly process: number;
  /** What its order or its random numbers come from, as the words that ask for the same. */
  readonly seed?: readonly string[];
}

export type SuiteRunnerName =
  | "vitest"
  | "jest"
  | "mocha"
  | "node:test"
  | "pytest"
  | "unittest"
  | "rspec"
  | "cargo"
  | "go";

interface EventOfTest extends TestName {
  /** Of the process that runs it. */
  readonly process: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

export interface TestBegan extends EventOfTest {
  readonly event: "began";
}

export interface TestEnded extends EventOfTest {
  readonly event: "ended";
  readonly outcome: "passed" | "failed" | "skipped";
  /** If it failed: the error, as its language prints it, with the stack. */
  readonly error?: string;
}
