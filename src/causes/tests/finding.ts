import type { Finding } from "../../core/finding.ts";

/** A test of the suite, as people call it. */
export interface SuiteTest {
  readonly test: string;
  readonly file: string;
  /** Not its run matters, but that its file is loaded. */
  readonly loading?: true;
}

/** What a test leaves behind. */
export interface LeakEntry {
  /** A variable, a thing such as the working directory, or the path of a file. */
  readonly name: string;
  readonly kind: "memory" | "file";
  /** The file of the variable. */
  readonly file?: string;
  /** Its value without the other tests, and after them; undefined: there is none. Not of files. */
  readonly old?: string;
  readonly new?: string;
  /** The line of the test that leaves it. */
  readonly since?: SourceLine;
  /** The line that set it, if the test called something for it. */
  readonly setBy?: SourceLine;
}

interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** What other tests have to do with one. */
export interface VictimEntry {
  readonly victim: SuiteTest;
  /** It fails after these, all of them together, and passes alone. */
  readonly polluters?: readonly SuiteTest[];
  /** It passes after these, all of them together, and fails alone. */
  readonly setters?: readonly SuiteTest[];
  /** After the polluters and then these it passes; empty: it still fails with `between` other tests in between. */
  readonly cleaners?: readonly SuiteTest[];
  readonly between?: number;
  /** Without one of the polluters or setters, it ends in yet another way. */
  readonly endsOtherwise?: true;
  /** What they leave behind that decides, all of it together. */
  readonly leak?: readonly LeakEntry[];
  /** What to type to see it pass, and fail. */
  readonly commands?: { readonly passing?: string; readonly failing?: string };
}

/** What `culprit tests` found. */
export interface TestsFinding extends Finding, Partial<VictimEntry> {
  /** The tests up to the victim in the order in which they ran, the victim last. */
  readonly order?: readonly string[];
  /** Further tests that fail because of others. */
  readonly others?: readonly VictimEntry[];
  /** Tests that fail alone too: other tests do not make them fail. */
  readonly alone?: readonly string[];
}
