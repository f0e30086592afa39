import { diffArrays } from "diff";

/** How a JSON file is written. */
interface JsonStyle {
  readonly indent: string;
  readonly lineEnd: string;
  /** What stands after the value. */
  readonly end: string;
}

/** A JSON file with another value. What stays is as it is written; what is new is written like the rest. */
export function editedJson(text: string, value: object): string {
  const whole = jsonLike(text, value);
  const merged = mergedTokens(tokensOf(text), tokensOf(whole));
  const edited = merged.map(({ space, token }) => space + token).join("") + /\s*$/.exec(text)![0];
  return isValue(edited, value) ? edited : whole;
}

/** The tokens of the second list; those that the first one has, too, with their space there. */
function mergedTokens(before: readonly Token[], after: readonly Token[]): Token[] {
  // Brackets look all alike: what stands between the same ones at both ends is compared alone.
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse());
  const [olds, news] = [before, after].map((all) => all.slice(start, all.length - end));
  const merged: Token[] = [];
  let [at, to] = [0, 0];
  for (const { added, removed, count } of diffArrays(olds!.map(wordOf), news!.map(wordOf))) {
    if (!removed) merged.push(...(added ? news!.slice(to, to + count) : olds!.slice(at, at + count)));
    if (!added) at += count;
    if (!removed) to += count;
  }
  return [...before.slice(0, start), ...merged, ...before.slice(before.length - end)];
}

function commonLength(one: readonly Token[], other: readonly Token[]): number {
  const differs = one.findIndex(({ token }, i) => token !== other[i]?.token);
  return differs === -1 ? one.length : differs;
}

function wordOf({ token }: Token): string {
  return token;
}

/** A value as JSON, in the style of another file. */
export function jsonLike(text: string, value: object): string {
  const { indent, lineEnd, end } = styleOf(text);
  return JSON.stringify(value, null, indent).replaceAll("\n", lineEnd) + end;
}

function styleOf(text: string): JsonStyle {
  const [, indent = "  "] = /^[[{]\r?\n([ \t]+)/.exec(text) ?? [];
  const lineEnd = /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
  return { indent, lineEnd, end: /\n\s*$/.test(text) ? lineEnd : "" };
}

/** A string, a number, a name or a sign, with the space before it. */
interface Token {
  readonly space: string;
  readonly token: string;
}

function tokensOf(text: string): Token[] {
  const found = text.matchAll(/(\s*)("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/g);
  return Array.from(found, ([, space, token]) => ({ space: space!, token: token! }));
}

/** The order counts, too: somebody chose it. */
function isValue(text: string, value: object): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
