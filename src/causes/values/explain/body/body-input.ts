import type { InputContent } from "../body-failure.ts";
import { FileInput } from "./file-input.ts";
import { freshCopy, isPlainObject } from "./fresh-copy.ts";

/** An input as it was before a body could change it. */
export interface BodyInput {
  /** The content, if the body failed; a reason why it cannot be cut into parts, otherwise. */
  readonly content: () => InputContent | string;
  /** Runs the body on the input itself. */
  readonly runFirst: <R>(body: (input: never) => R) => R | Promise<Awaited<R>>;
  /** Runs the body on a fresh input of this content. */
  readonly runOn: (content: unknown, body: (input: never) => unknown) => unknown;
}

/** Takes a copy of what a body might change. */
export function bodyInput(input: unknown): BodyInput {
  if (input instanceof FileInput) return fileInput(input);
  if (!isSupported(input)) throw new TypeError(`explain: ${unsupported}, not ${kindOf(input)}.`);
  const kept = keep(input);
  return {
    content: () => (kept === undefined ? "the input contains itself, or is nested too deeply" : contentOf(kept.value)),
    runFirst: (body) => body(input as never),
    runOn: (content, body) => body(sameClass(input, freshCopy(content)) as never),
  };
}

const unsupported = "the input must be a string, bytes, a list, a plain object or file(PATH)";

function isSupported(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return typeof input !== "function" && typeof input !== "symbol";
  return Array.isArray(input) || isPlainObject(input) || input instanceof Uint8Array;
}

function kindOf(input: unknown): string {
  return typeof input === "object" ? `an object of the class ${input?.constructor.name}` : `a ${typeof input}`;
}

function fileInput(input: FileInput): BodyInput {
  return {
    content: () => ({ kind: "bytes", content: input.read(), path: input.path }),
    runFirst: (body) => input.withCopy(undefined, (path) => body(path as never)),
    runOn: (content, body) => input.withCopy(content as Uint8Array, (path) => body(path as never)),
  };
}

function keep(value: unknown): { readonly value: unknown } | undefined {
  try {
    return { value: freshCopy(value) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function contentOf(value: unknown): InputContent {
  if (typeof value === "string") return { kind: "text", content: value };
  if (value instanceof Uint8Array) return { kind: "bytes", content: value };
  return { kind: "value", content: value };
}

/** What is cut out of bytes may be a Buffer, although the input is none, and the other way round. */
function sameClass(input: unknown, content: unknown): unknown {
  if (!(input instanceof Uint8Array) || !(content instanceof Uint8Array)) return content;
  return Buffer.isBuffer(input) ? Buffer.from(content) : new Uint8Array(content);
}
