import { joinCodes, type Sentence } from "../../../report/sentence.ts";
import type { TestEntry, VictimEntry } from "../finding.ts";

/** What other tests have to do with one, without a full stop. */
export function victimSentence({ victim, polluters, setters = [] }: Partial<VictimEntry>): Sentence {
  const name = { code: victim?.test ?? "" };
  if (polluters) return [name, ...afterThese(polluters, "fails"), ", and passes alone"];
  return [name, " fails alone, and", ...afterThese(setters, "passes")];
}

function afterThese(tests: readonly TestEntry[], verb: string): Sentence {
  const ran = tests.filter(({ loading }) => !loading).map(({ test }) => test);
  const loaded = [...new Set(tests.filter(({ loading }) => loading).map(({ file }) => file))];
  const files: Sentence =
    loaded.length === 0 ? [] : [...joinCodes(loaded), loaded.length === 1 ? " is loaded" : " are loaded"];
  const both = ran.length > 0 && loaded.length > 0;
  if (ran.length === 0) return [` ${verb} if `, ...files, " first"];
  return [` ${verb} after `, ...joinCodes(ran), ...(both ? [" if ", ...files, " too"] : [])];
}

/** Undefined: it is not known which tests clean up, or that there are none. */
export function cleanersSentence({ cleaners }: Partial<VictimEntry>): Sentence | undefined {
  if (!cleaners) return undefined;
  if (cleaners.length === 0) return ["No other test makes it pass again"];
  return ["It passes again after ", ...joinCodes(cleaners.map(({ test }) => test))];
}
