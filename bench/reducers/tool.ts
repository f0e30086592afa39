import type { Input } from "./input.ts";

/** A reducer that is measured. */
export interface Tool {
  readonly name: string;
  takes(input: Input): boolean;
  /** Sees that it is there, installing it into the cache where that is possible; throws where not. */
  install(): void;
  /** How to run it, one command after the other. */
  commands(job: Job): readonly Command[];
  /** What it found takes the place of the candidate; otherwise it goes to the folder `out` of the job. */
  readonly inPlace: boolean;
}

/** A tool's turn on an input. */
export interface Job {
  /** Holds the candidate and nothing else; it is where the commands run. */
  readonly folder: string;
  /** Gets the result under the candidate's name. */
  readonly out: string;
  readonly input: Input;
  /** The candidate's files, relative to the folder. */
  readonly files: readonly string[];
  /** The program to give as the test: it counts, and runs the input's test. */
  readonly test: string;
  readonly jobs: number;
  /** Our command line. */
  readonly program: string;
}

export interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it is not the folder of the job. */
  readonly cwd?: string;
}
