/** What changes of a program's code showed: a part of the findings that name lines. */
export interface SuspectLines {
  /** Lines that may be the defect, the likeliest first. */
  readonly suspects?: readonly SuspectLine[];
  /** How many changes of code were tried, of how many that are possible on the lines that the failing run executes. */
  readonly changesTried?: { readonly tried: number; readonly possible: number };
}

/** A line that may be the defect, with what was shown about it. */
export interface SuspectLine {
  readonly file: string;
  readonly line: number;
  /** The line as written. */
  readonly text?: string;
  /** A change there with which the failing run passes. */
  readonly change?: LineChange;
  /** How many of the failing and of the passing runs execute it. */
  readonly executed?: { readonly failing: number; readonly passing: number };
  /** The failing run's error names it; 1: it was raised there, 2: in what was called there, and so on. */
  readonly named?: number;
  /** In findings of `culprit state`: the cause moves there. Its number in `transitions`, from 0. */
  readonly transition?: number;
}

/** A change of code with which the failing run passes. */
export interface LineChange {
  /** `switch`, `operator`, `number`, `variable`, `operand`, `arguments`, `loop`, `addition`, `skip` or `value`. */
  readonly kind: string;
  /** What is changed, as written. */
  readonly code: string;
  /** What takes its place; for a condition `true`, `false` or `not`. */
  readonly to: string;
  /** Only the N-th execution is changed; undefined: all. */
  readonly instance?: number;
  /** How many of the failing runs pass with it. */
  readonly rescued: number;
  readonly failing: number;
  /** How many of the passing runs still end and print as before. */
  readonly kept: number;
  readonly passing: number;
}
