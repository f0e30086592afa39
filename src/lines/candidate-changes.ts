import type { ChangeKind, PossibleChange, Site } from "../../runtimes/protocol/lines.ts";
import type { LineCoverage } from "./coverage.ts";

/** A change to try at a site. */
export interface CandidateChange {
  readonly site: Site;
  readonly change: PossibleChange;
}

/** Maximum number of values of other runs to put in the place of one. */
const maxValues = 3;

/**
 * The changes to try: at the most suspicious lines first, and of each line the small changes before those that put something else in
 * its place. Tests and what only reports the failure stay as they are, or everything would pass.
 */
export function candidateChanges(
  sites: readonly Site[],
  coverage: readonly LineCoverage[],
  seenInPassing: ReadonlyMap<string, readonly string[]>,
): CandidateChange[] {
  const suspicion = new Map(coverage.map((each) => [`${each.file}:${each.line}`, each.suspicion]));
  const suspicionOf = ({ file, line }: Site) => suspicion.get(`${file}:${line}`) ?? 0;
  return sites
    .filter(({ reports }) => !reports)
    .flatMap((site) => [...site.changes, ...seenValues(site, seenInPassing)].map((change) => ({ site, change })))
    .map((candidate, i) => ({
      candidate,
      i,
      kind: kinds.indexOf(candidate.change.kind),
      of: suspicionOf(candidate.site),
    }))
    .sort((a, b) => b.of - a.of || a.kind - b.kind || a.i - b.i)
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
