import { DeltaSet } from "../../src/core/delta-set.ts";
import { brokenAssumptions, type FoundSets } from "../../src/search/assumptions.ts";
import type { Predicate } from "../walk.ts";
import { parseFormula } from "./formula.ts";
import { searches } from "./searches.ts";

/**
 * A golden transcript, after those of Go's bisect. The head says which search runs over how many deltas (numbered from
 * 1) and which formula is the bug; behind an empty line follow the tests in their order, and what was found.
 *
 *     search: dd
 *     deltas: 4
 *     fails: 2 & 3
 *     unresolved: 4 & !1
 *     # what there is to see here
 */
export interface Transcript {
  /** As written. */
  readonly head: string;
  readonly body: string;
}

export function readTranscript(text: string): Transcript {
  const end = `${text}\n\n`.indexOf("\n\n");
  return { head: text.slice(0, end), body: text.slice(end).trim() };
}

export function writeTranscript({ head, body }: Transcript): string {
  return `${head}\n\n${body}\n`;
}

export interface Rerun {
  /** What the body of the transcript is to be. */
  readonly body: string;
  readonly all: DeltaSet;
  readonly predicate: Predicate;
  readonly found: readonly FoundSets[];
  readonly search: string;
}

/** Runs the search of a transcript against its bug. */
export function rerun(head: string): Rerun {
  const { search = "", deltas, fails, unresolved, ...unknown } = fieldsOf(head);
  const [name = "", argument] = search.split(" ");
  const runSearch = searches[name];
  if (!runSearch || fails === undefined || Object.keys(unknown).length > 0) {
    throw new Error(`a head needs search, deltas and fails, and may have unresolved; this one is:\n${head}`);
  }
  const all = DeltaSet.range(1, Number(deltas) + 1);
  const predicate = predicateOf(fails, unresolved);
  const { asked, found } = runSearch(all, predicate, Number(argument));
  // A run has tested its ends before; where a search asks for them, that is no further test.
  const isEnd = (set: DeltaSet) => set.isEmpty || set.equals(all);
  const tests = asked.map(({ set, outcome }) => `${nameOf(set)} ${outcome}${isEnd(set) ? ", known" : ""}`);
  const needed = asked.filter(({ set }) => !isEnd(set)).length;
  // What ddmax leaves out is no cause, so no assumption about causes can be read off it.
  const broken = name === "ddmax" ? [] : brokenAssumptions(asked, found[0]!);
  const notes = broken.map(({ seen }) => `note: ${seen}`);
  const body = [...tests, `${needed} tests`, ...found.map(result), ...notes].join("\n");
  return { body, all, predicate, found, search: name };
}

function fieldsOf(head: string): Record<string, string> {
  const lines = head.split("\n").filter((line) => !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
}

function predicateOf(fails: string, unresolved: string | undefined): Predicate {
  const failing = parseFormula(fails);
  const unclear = unresolved === undefined ? () => false : parseFormula(unresolved);
  return (set) => (unclear(set) ? "unresolved" : failing(set) ? "fail" : "pass");
}

function result({ failing, passing }: FoundSets): string {
  if (passing === undefined) return `found: ${nameOf(failing)}`;
  return `found: ${nameOf(failing.minus(passing))}, between ${nameOf(passing)} and ${nameOf(failing)}`;
}

function nameOf(set: DeltaSet): string {
  return set.isEmpty ? "nothing" : `${set}`;
}
