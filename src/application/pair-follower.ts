import type { Finding } from "../core/finding.ts";
import type { SuspectLines } from "../lines/finding.ts";
import type { ProgramRun } from "../lines/program-run.ts";
import type { LineFindings } from "../lines/suspects.ts";
import type { Content } from "../report/html/markup.ts";
import type { Sentence } from "../report/sentence.ts";
import type { Paint } from "../report/terminal/paint.ts";
import type { Run } from "../run/run.ts";
import type { ProgramLanguage } from "../trial/command/program-language.ts";

/** Two runs of one program: one exits with 0, the other does not. */
export interface ProgramPair {
  /** The user's folder. Files under it are the program's own. */
  readonly cwd: string;
  readonly language: ProgramLanguage;
  readonly pass: ProgramRun;
  readonly fail: ProgramRun;
  /** What changes of the program's code showed; they are not tried again. */
  readonly lines: LineFindings;
}

/** What `culprit state` found between the two, as a part of another finding; the lines are beside it, in `suspects`. */
export type PairFinding = Omit<Finding, "run" | "notes" | "reason">;

export interface FollowedPair extends SuspectLines {
  /** Undefined: no value was found to be the cause. */
  readonly state?: PairFinding;
  /** Why the program could not be followed at all, as a sentence. */
  readonly refusal?: string;
  readonly notes: readonly string[];
}

/** A part of another finding, with the lines that it refers to. */
export type ShownPair = PairFinding & SuspectLines;

/**
 * Follows the state of a program from its input to its failure, as a part of another run. Applications do not know each other: the
 * table of applications hands it to those that need it.
 */
export interface PairFollower {
  follow(run: Run, pair: ProgramPair): Promise<FollowedPair>;
  /** Paragraphs for the terminal. */
  paragraphs(finding: ShownPair, paint: Paint): readonly string[];
  /** Sections for the HTML page; `leads` come first, and have no full stop. */
  sections(finding: ShownPair, leads: readonly Sentence[]): Content;
}
