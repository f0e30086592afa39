import type { EnvironmentRecord } from "../surroundings/environment-record.ts";
import type { ToolVersions } from "../surroundings/tool-versions.ts";

/** What is remembered of the last run of a command that passed. */
export interface Green {
  readonly format: 1;
  /** When it began. */
  readonly date: string;
  readonly test: readonly string[];
  /** The files, except ignored ones; undefined: they could not be kept. */
  readonly tree?: string;
  /** The commit with the same files, if there is one. */
  readonly commit?: string;
  readonly tools: ToolVersions;
  readonly environment: EnvironmentRecord;
}
