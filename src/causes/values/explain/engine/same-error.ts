import { blank } from "../../../../trial/identity/blank.ts";
import { candidateFiles } from "../../../../trial/identity/candidate.ts";
import { parseStackLine } from "../../../../trial/identity/kinds/node-trace.ts";
import { differenceKinds } from "./difference-kinds.ts";

/** What tells a failure from others. */
export interface ErrorIdentity {
  /** Class, code, message and the line that threw. What depends on the input (names, numbers, paths) is blanked in the message. */
  readonly text: string;
  /** In which ways the values that an assertion compared differ; undefined if that is not known. */
  readonly differences: ReadonlySet<string> | undefined;
}

/**
 * Whether an error is the failure with this identity. The values that an assertion compares depend on the input, but it must not find
 * differences of other kinds: a list that is empty after a round trip is not the number that came back as a string.
 */
export function isSameError(error: unknown, original: ErrorIdentity): boolean {
  const { text, differences } = errorIdentity(error);
  if (text !== original.text) return false;
  if (!differences || !original.differences) return true;
  const isPart = Array.from(differences).every((each) => original.differences!.has(each));
  return isPart && (differences.size === 0) === (original.differences.size === 0);
}

export function errorIdentity(error: unknown): ErrorIdentity {
  if (!isErrorLike(error)) return { text: `thrown ${blanked(String(error))}`, differences: undefined };
  const { name, message, code, generatedMessage, matcherResult } = error;
  const compared = matcherResult ?? error;
  const isAssertion = name.startsWith("AssertionError") || "expected" in compared;
  const kind = [name, code, matcherResult?.name].map((word) => (word === undefined ? "" : String(word)));
  // The message of an assertion shows the values that it compared.
  const showsValues = isAssertion && generatedMessage !== false;
  // Where a stack overflows is chance.
  const place = isStackOverflow(error) ? "" : placeOf(error, isAssertion);
  return {
    text: [...kind, showsValues && place !== "" ? "" : blanked(firstLine(message)), place].join(" | "),
    differences: isAssertion ? differenceKinds(compared.actual, compared.expected) : undefined,
  };
}

/** What errors of assertion libraries have. */
interface ErrorLike extends Error, Compared {
  readonly code?: unknown;
  readonly generatedMessage?: unknown;
  /** Of Jest. */
  readonly matcherResult?: Compared & { readonly name?: unknown };
}

interface Compared {
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** Unlike `instanceof`, also true for errors of another context. */
function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === "object" && error !== null && "message" in error && "name" in error;
}

const noFiles = candidateFiles([]);

function blanked(message: string): string {
  return blank(message, noFiles);
}

/** Further lines show values. */
function firstLine(message: unknown): string {
  return String(message).trimStart().split("\n", 1)[0]!;
}

function isStackOverflow({ name, message }: Error): boolean {
  return name === "RangeError" && /call stack/i.test(message);
}

/** The innermost place outside of Node itself and, for an assertion, outside of packages. */
function placeOf({ stack }: Error, isAssertion: boolean): string {
  const places = String(stack)
    .split("\n")
    .flatMap((line) => parseStackLine(line)?.file ?? [])
    .filter((file) => /:\d+:\d+$/.test(file) && !file.startsWith("node:"));
  const ownCode = isAssertion ? places.find((file) => !/[\\/]node_modules[\\/]/.test(file)) : undefined;
  return ownCode ?? places[0] ?? "";
}
