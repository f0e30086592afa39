import type { CauseEntry, Finding } from "../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "./entry-text.ts";
import { count, counted } from "./quantity.ts";

/** A sentence in parts: words, and code to be shown as such. */
export type Sentence = readonly (string | { readonly code: string })[];

/** As in: 8 of 49 characters. */
export function shareOf({ deltas, by }: Pick<Finding, "deltas" | "by">): string {
  return `${count(deltas.cause)} of ${count(deltas.total)} ${by}`;
}

/** Several codes in one sentence, joined by "and". */
export function joinCodes(codes: readonly string[]): Sentence {
  return codes.flatMap((code, i) => (i === 0 ? [{ code }] : [" and ", { code }]));
}

/** What is left of an input, or which items are needed, where that is short; `codes` makes them of the texts of the cause. */
export function remainsSentence(
  { cause }: Finding,
  codes: (texts: readonly string[]) => readonly string[],
): Sentence | undefined {
  const texts = cause.map(textOfEntry);
  const isScattered = cause.some(({ file }) => file !== cause[0]?.file);
  const whole = texts.join("");
  if (whole === "" || texts.includes("") || isScattered || !isShort(whole)) return undefined;
  return ["Fails because of ", ...joinCodes(codes(texts))];
}

/** What the failing side has and the passing one does not, where it is short. */
export function differenceSentence(cause: Finding["cause"]): Sentence | undefined {
  // Packages that another one needs are no news.
  const main = cause.filter((entry) => entry.package === undefined || !entry.context);
  const [only, more] = main;
  if (only === undefined) return undefined;
  if (only.package !== undefined && more !== undefined) return withOthers(only, main.length - 1);
  if (more !== undefined) return several(cause);
  const before = withoutLineEnd(oldTextOfEntry(only));
  const after = withoutLineEnd(textOfEntry(only));
  if (before + after === "" || !isShort(before) || !isShort(after)) return undefined;
  if (before === "") return ["Fails with ", { code: after }, ", passes without it"];
  if (after === "") return ["Fails without ", { code: before }, ", passes with it"];
  return ["Fails with ", { code: after }, ", passes with ", { code: before }];
}

/** A package that is not the only one to blame. */
function withOthers(first: CauseEntry, others: number): Sentence {
  const now = textOfEntry(first);
  const code = now === "" ? oldTextOfEntry(first) : now;
  return [
    now === "" ? "Fails without " : "Fails with ",
    { code },
    `, together with ${counted(others, "other packages")}`,
  ];
}

/** Several things that the failing side has, of which the passing one lacks at least one. */
function several(cause: Finding["cause"]): Sentence | undefined {
  const codes = cause.map((entry) => withoutLineEnd(textOfEntry(entry)));
  if (cause.some(({ old }) => old !== undefined) || codes.includes("") || codes.length > 4 || !isShort(codes.join("")))
    return undefined;
  return ["Fails with ", ...joinCodes(codes), ", passes without"];
}

/** Where a line is named, its line end does not matter, unless it is all there is. */
function withoutLineEnd(text: string): string {
  return text.replace(/(?<=.)\r?\n$/, "");
}

function isShort(text: string): boolean {
  return text.length <= 60 && !/\n./.test(text);
}
