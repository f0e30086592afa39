/** A line of a program; the file is relative to the folder in which it runs. */
export interface Line {
  readonly file: string;
  readonly line: number;
}

export const lineKey = ({ file, line }: Line): string => `${file}:${line}`;

/** One case of a suite as a run of the program. */
export interface Run {
  /** As `culprit state` takes it. */
  readonly command: string;
  /** Words and standard input: what distances are taken of. */
  readonly input: string;
  /** What the correct version prints. */
  readonly expected: string;
  /** It prints the right thing and ends well. */
  readonly passes: boolean;
  /** It does not end within the limit. */
  readonly hangs?: boolean;
}

/** The runs that a search gets. */
export interface Choice {
  readonly fail: Run;
  readonly pass: Run;
  readonly alsoPass: readonly Run[];
  readonly alsoFail: readonly Run[];
}

/** A faulty program, ready to run in a folder. */
export interface Prepared {
  readonly folder: string;
  readonly choice: Choice;
  /** Files with what the failing run should print, and each of the other failing runs. */
  readonly expected?: readonly string[];
  /** Judges a run by its output. */
  readonly test?: readonly string[];
  readonly defect: readonly Line[];
  readonly executable: readonly Line[];
  /** The lines that a run executes; nothing where they cannot be had. */
  readonly coverage?: (run: Run) => ReadonlySet<string>;
}

export interface Subject {
  readonly suite: string;
  readonly name: string;
  /** Puts the program into the folder; a sentence says why it cannot be run. */
  prepare(folder: string): Prepared | string;
}
