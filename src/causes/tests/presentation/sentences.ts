import { counted } from "../../../report/quantity.ts";
import { joinCodes, type Sentence } from "../../../report/sentence.ts";
import type { LeakEntry, SuiteTest, VictimEntry } from "../finding.ts";

/** What other tests have to do with one, without a full stop. */
export function victimSentence(entry: Partial<VictimEntry>): Sentence {
  const { victim, polluters, setters = [] } = entry;
  const name = { code: victim?.test ?? "" };
  if (polluters) return [name, " passes alone, and", ...afterThese(polluters, "fails"), ...becauseOf(entry)];
  return [name, " fails alone, and", ...afterThese(setters, "passes"), ...becauseOf(entry)];
}

/** Why, if that is known. */
function becauseOf({ leak = [], polluters }: Partial<VictimEntry>): Sentence {
  const isFirst = ({ name, file }: LeakEntry, i: number) =>
    leak.findIndex((each) => each.name === name && each.file === file) === i;
  // Two objects may be reached by the same name, at different times.
  const parts = leak.filter(isFirst).map((each) => leakClause(each, polluters !== undefined));
  return parts.length === 0 ? [] : [", because ", ...joinClauses(parts)];
}

function leakClause({ name, kind, file, old, new: now, since, setBy }: LeakEntry, isPollution: boolean): Sentence {
  const line = since ?? setBy;
  const where: Sentence = line ? [", since ", { code: place(line) }] : [];
  if (kind === "file") return ["the file ", { code: name }, now === undefined ? " is gone" : " is there", ...where];
  const value = (text: string | undefined) => (text === undefined ? ["unset"] : [{ code: text }]);
  const than = isPollution ? " instead of " : ", not ";
  const inFile: Sentence = file === undefined ? [] : [" in ", { code: file }];
  return [{ code: name }, ...inFile, " is ", ...value(now), ...(old === now ? [] : [than, ...value(old)]), ...where];
}

function joinClauses(clauses: readonly Sentence[]): Sentence {
  return clauses.flatMap((clause, i) => (i === 0 ? clause : [i === clauses.length - 1 ? " and " : ", ", ...clause]));
}

function afterThese(tests: readonly SuiteTest[], verb: string): Sentence {
  const ran = tests.filter(({ loading }) => !loading).map(({ test }) => test);
  const loaded = [...new Set(tests.filter(({ loading }) => loading).map(({ file }) => file))];
  const files: Sentence =
    loaded.length === 0 ? [] : [...joinCodes(loaded), loaded.length === 1 ? " is loaded" : " are loaded"];
  const both = ran.length > 0 && loaded.length > 0;
  if (ran.length === 0) return [` ${verb} if `, ...files, " first"];
  return [` ${verb} after `, ...joinCodes(ran), ...(both ? [" if ", ...files, " too"] : [])];
}

/** Undefined: nothing is known of tests that clean up. */
export function cleanersSentence({ cleaners, between = 0 }: Partial<VictimEntry>): Sentence | undefined {
  if (!cleaners || (cleaners.length === 0 && between === 0)) return undefined;
  if (cleaners.length === 0) return [`It still fails with ${counted(between, "other tests")} in between`];
  return ["It passes again after ", ...joinCodes(cleaners.map(({ test }) => test))];
}

/** How a leak came there, for a line of its own; undefined: the sentence has said it all. */
export function leakDetails({ name, since, setBy }: LeakEntry): Sentence | undefined {
  if (!since || !setBy) return undefined;
  return [{ code: place(since) }, " leads to ", { code: place(setBy) }, ", which sets ", { code: name }];
}

function place({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
