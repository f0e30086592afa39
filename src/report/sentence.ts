import type { CauseEntry, Finding } from "../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "./entry-text.ts";
import { count, counted } from "./quantity.ts";

/** A sentence in parts: plain words, and code. */
export type Sentence = readonly (string | { readonly code: string })[];

/** The same as plain text. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : part.code)).join("");
}

/** As in: 8 of 49 characters. */
export function shareOf({ deltas, by }: Pick<Finding, "deltas" | "by">): string {
  return `${count(deltas.cause)} of ${counted(deltas.total, by)}`;
}

/** Several pieces of code in one sentence, then `more` in plain words: a, b and c. */
export function joinCodes(codes: readonly string[], more: readonly string[] = []): Sentence {
  const parts = [...codes.map((code) => ({ code })), ...more];
  return parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? " and " : ", ", part]));
}

/** Names what the failure needs, if that is short; `codes` turns the texts of the cause into what is named. */
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

/** Names what the failing side has and the passing one does not, if that is short. */
export function differenceSentence(cause: Finding["cause"]): Sentence | undefined {
  // Packages that are only there because another one needs them are not named.
  const main = cause.filter((entry) => entry.package === undefined || !entry.context);
  const [only, more] = main;
  if (only === undefined) return undefined;
  if (only.package !== undefined && more !== undefined) return withOthers(only, cause.length - 1);
  if (more !== undefined) return several(cause);
  const before = withoutLineEnd(oldTextOfEntry(only));
  const after = withoutLineEnd(textOfEntry(only));
  if (before + after === "" || !isShort(before) || !isShort(after)) return undefined;
  if (before === "") return ["Fails with ", { code: after }, ", passes without it"];
  if (after === "") return ["Fails without ", { code: before }, ", passes with it"];
  return ["Fails with ", { code: after }, ", passes with ", { code: before }];
}

/** Names the first of several packages. */
function withOthers(first: CauseEntry, others: number): Sentence {
  const now = textOfEntry(first);
  const code = now === "" ? oldTextOfEntry(first) : now;
  return [
    now === "" ? "Fails without " : "Fails with ",
    { code },
    `, together with ${counted(others, "other packages")}`,
  ];
}

/** Names several things that the failing side has, at least one of which the passing side lacks. */
function several(cause: Finding["cause"]): Sentence | undefined {
  const codes = cause.map((entry) => withoutLineEnd(textOfEntry(entry)));
  if (cause.some(({ old }) => old !== undefined) || codes.includes("") || codes.length > 4 || !isShort(codes.join("")))
    return undefined;
  return ["Fails with ", ...joinCodes(codes), ", passes without"];
}

/** The end of a line does not matter where the line is named, unless it is all there is. */
function withoutLineEnd(text: string): string {
  return text.replace(/(?<=.)\r?\n$/, "");
}

function isShort(text: string): boolean {
  return text.length <= 60 && !/\n./.test(text);
}
