import { resolve } from "node:path";
import { sourceLines } from "../../../world/files/source-lines.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";

/** The lines of source files, by their paths in stack frames. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** Reads the files in which the program was stopped, or that were named; a file that cannot be read has no lines. */
export function readSources(
  findings: readonly (Pick<PlaceFinding, "stack"> | undefined)[],
  cwd: string,
  named: readonly string[] = [],
): Sources {
  const files = new Set([...findings.flatMap((found) => found?.stack[0]?.file ?? []), ...named]);
  return new Map([...files].map((file) => [file, sourceLines(resolve(cwd, file))]));
}
