import type { ChangeKind, PossibleChange, Site } from "../../runtimes/protocol/lines.ts";
import type { LineCoverage } from "./coverage.ts";
import { lineKey, type NamedLine } from "./named-lines.ts";

/** A change to try at a site. */
export interface CandidateChange {
  readonly site: Site;
  readonly change: PossibleChange;
}

interface CandidateOptions {
  /** By the number of a site, the values that passing runs have there. */
  readonly seenInPassing: ReadonlyMap<string, readonly string[]>;
  /** Lines that the failing run's error names, the one at which it was raised first. */
  readonly named?: readonly NamedLine[];
}

/** Maximum number of values of other runs to put in the place of one. */
const maxValues = 3;

/**
 * The changes to try: at the lines that the error names first, then at the most suspicious ones, and of each line the small changes
 * before those that put something else in its place. Of equally suspicious lines, those inside of functions come first: the others
 * are mostly executed by every run. What only reports the failure stays as it is, or everything would pass.
 */
export function candidateChanges(
  sites: readonly Site[],
  coverage: readonly LineCoverage[],
  { seenInPassing, named = [] }: CandidateOptions,
): CandidateChange[] {
  const suspicion = new Map(coverage.map((each) => [lineKey(each), each.suspicion]));
  const names = new Map(named.map((each, i) => [lineKey(each), i]));
  return sites
    .filter(({ reports }) => !reports)
    .flatMap((site) => [...site.changes, ...seenValues(site, seenInPassing)].map((change) => ({ site, change })))
    .map((candidate, i) => ({
      candidate,
      i,
      kind: kinds.indexOf(candidate.change.kind),
      name: names.get(lineKey(candidate.site)) ?? names.size,
      suspicion: suspicion.get(lineKey(candidate.site)) ?? 0,
      depth: candidate.site.function === undefined ? 1 : 0,
    }))
    .sort((a, b) => a.name - b.name || b.suspicion - a.suspicion || a.depth - b.depth || a.kind - b.kind || a.i - b.i)
    .map(({ candidate }) => candidate);
}

/** From the smallest change to the largest. */
export const kinds: readonly ChangeKind[] = [
  "operator",
  "number",
  "variable",
  "arguments",
  "operand",
  "loop",
  "addition",
  "switch",
  "skip",
  "value",
];

function seenValues({ id, seen = [] }: Site, seenInPassing: ReadonlyMap<string, readonly string[]>): PossibleChange[] {
  return valueChanges((seenInPassing.get(id) ?? []).filter((value) => !seen.includes(value)).slice(0, maxValues));
}

export function valueChanges(values: readonly string[]): PossibleChange[] {
  return values.map((value) => ({ id: `value:${value}`, kind: "value", text: value }));
}

/** By the names that test runners look for; `path` is relative to the program's folder, which may itself be in a folder of tests. */
export function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?)\//.test(
    path,
  );
}
