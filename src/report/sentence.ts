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
  if (only.package !== undefined) return packagesSentence(main);
  if (more !== undefined) return several(cause);
  return twoSides(withoutLineEnd(textOfEntry(only)), withoutLineEnd(oldTextOfEntry(only)));
}

/** What one thing is in the failing world and in the passing one, where these may be several codes. */
function twoSides(failing: string | readonly string[], passing: string | readonly string[]): Sentence | undefined {
  const [after, before] = [failing, passing].map((codes) => [codes].flat().filter((code) => code !== ""));
  if (after!.length + before!.length === 0 || !isShort(after!.join("")) || !isShort(before!.join(""))) return undefined;
  if (before!.length === 0) return ["Fails with ", ...joinCodes(after!), ", passes without it"];
  if (after!.length === 0) return ["Fails without ", ...joinCodes(before!), ", passes with it"];
  return ["Fails with ", ...joinCodes(after!), ", passes with ", ...joinCodes(before!)];
}

/** Maximum number of packages that a sentence names. */
const maxPackages = 3;

/** The copies of a package are one. */
function packagesSentence(entries: Finding["cause"]): Sentence | undefined {
  const names = [...new Set(entries.map((entry) => entry.package))];
  const copies = names.map((name) => entries.filter((entry) => entry.package === name));
  const [only] = copies;
  if (copies.length === 1) return twoSides(versions(only!, textOfEntry), versions(only!, oldTextOfEntry));
  const named = copies.slice(0, maxPackages);
  const present = named.flatMap((each) => textsOf(each, textOfEntry));
  const missing = named.filter((each) => textsOf(each, textOfEntry).length === 0);
  const gone = missing.flatMap((each) => textsOf(each, oldTextOfEntry));
  const others = copies.length - named.length;
  return [
    "Fails ",
    ...(present.length > 0 ? ["with ", ...joinCodes(present)] : []),
    ...(present.length > 0 && gone.length > 0 ? [", "] : []),
    ...(gone.length > 0 ? ["without ", ...joinCodes(gone)] : []),
    ...(others > 0 ? [`, together with ${counted(others, "other packages")}`] : []),
  ];
}

/** As in: qs 6.5.2, and for another copy only its version. */
function versions(copies: Finding["cause"], textOf: TextOf): string[] {
  return textsOf(copies, textOf).map((text, i) => (i === 0 ? text : text.slice(copies[0]!.package!.length + 1)));
}

type TextOf = (entry: CauseEntry) => string;

function textsOf(copies: Finding["cause"], textOf: TextOf): string[] {
  return [...new Set(copies.map(textOf))].filter((text) => text !== "");
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
