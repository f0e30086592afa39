/**
 * Runs of a program in which one piece of its code behaves differently: a condition is false, a number one larger, an operator
 * another one. Each process of the program that has the path of a `LinesPlan` in `CULPRIT_LINES` carries it out, however it was
 * started, and removes the variable (and whatever else loaded the runtime) from its environment before the program begins.
 */
export interface LinesPlan {
  /** Files under this folder are the program's own, except in `node_modules`, `site-packages` and the like. */
  readonly root: string;
  /** A folder. Each process of the program writes its `LinesReport` there as PID.json, however it ends. */
  readonly report: string;
  /** Report which lines were executed, and the sites on them. */
  readonly trace?: boolean;
  /** Files whose code is never changed, such as tests. */
  readonly fixed?: readonly string[];
  readonly change?: SiteChange;
  /** A run in which the site of the change is executed more often than this does not end: SIGPROF ends it. */
  readonly maxHits?: number;
}

/** Runs of one command, one after the other, each by a plan of its own. */
export interface LinesBatch {
  readonly command: readonly string[];
  /** The file for standard input; without one, it is empty. */
  readonly stdin?: string;
  readonly runs: readonly PlannedRun[];
  /** Milliseconds for one run. */
  readonly timeLimit: number;
  /** Milliseconds of processor time for one run. */
  readonly cpuLimit?: number;
  /** Modules of the language to load before the first run begins. */
  readonly preload?: readonly string[];
  /** The file to which a `RunEnd` is added for each run, one JSON text in a line. */
  readonly results: string;
}

export interface PlannedRun {
  readonly plan: LinesPlan;
  /** The file for what it prints to standard output. */
  readonly output: string;
  /** Its TMPDIR. */
  readonly temporary: string;
  /** Variables to start it with. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface RunEnd {
  /** Its index in the batch. */
  readonly run: number;
  /** `exit 0`, `SIGSEGV`, or `time limit`. */
  readonly status: string;
  readonly milliseconds: number;
  /** Milliseconds of processor time, as far as they are known. */
  readonly cpu: number;
}

/** A change of one site, in all its instances or in some: `first` and `last` count the executions of the site, from 1. */
export interface SiteChange {
  readonly site: string;
  readonly change: string;
  readonly first?: number;
  readonly last?: number;
}

export interface LinesReport {
  /** For each file, the lines on which a statement was executed. */
  readonly lines?: Readonly<Record<string, readonly number[]>>;
  /** The sites on those lines. */
  readonly sites?: readonly Site[];
  /** How often the statement was executed that was executed most often. */
  readonly most?: number;
  /** How often the site of the change was executed, changed or not. */
  readonly hits?: number;
  /** Modules of the language that the run loaded, and that can be loaded before another run begins. */
  readonly modules?: readonly string[];
}

/** A piece of code that can be made to behave differently. The same source has the same sites in every run. */
export interface Site {
  /** Unique in the program: the file, the position, and what it is. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The function that it is in; undefined: the top level of a file. */
  readonly function?: string;
  /** The code as written, on one line. */
  readonly text: string;
  /** It only decides whether a failure is reported: the condition of an assertion, or of a branch that does nothing but throw or exit. */
  readonly reports?: boolean;
  readonly changes: readonly PossibleChange[];
  /** Scalars that the site had in a traced run, as JSON, at most 5; only for values that are assigned, returned or passed. */
  readonly seen?: readonly string[];
}

export interface PossibleChange {
  /** Unique in its site. `value:JSON` is possible at each site that has `seen`, and need not be listed. */
  readonly id: string;
  readonly kind: ChangeKind;
  /** The changed code as people would write it: `i < n` for the site `i <= n`. Undefined for `switch`. */
  readonly text?: string;
}

/**
 * `switch`: a condition is always true (id `true`), always false (`false`) or negated (`not`). `operator`: another operator.
 * `operand`: only one operand, or both exchanged. `number`: one more or less, or another constant. `variable`: another variable of the function.
 * `arguments`: two neighbouring arguments exchanged, or an argument instead of the call's result. `loop`: all but the first or
 * the last round. `addition`: something that may be missing is added, such as a condition or an operand. `skip`: the statement is
 * left out. `value`: a value seen in another run.
 */
export type ChangeKind =
  | "switch"
  | "operator"
  | "operand"
  | "number"
  | "variable"
  | "arguments"
  | "loop"
  | "addition"
  | "skip"
  | "value";
