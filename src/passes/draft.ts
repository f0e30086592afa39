import { contentHash } from "../world/files/content-hash.ts";

/** In a text, the bytes from `start` to `end` become `text`, or nothing. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text?: Uint8Array;
}

/** What made a draft out of the one before. */
export interface Origin {
  readonly pass: string;
  /** For people: which deltas of the pass are left. */
  readonly left: string;
}

/**
 * A text on its way to a smaller one. Its bytes are made only when they are needed: most drafts are never tested.
 */
export class Draft {
  /** Equal for drafts that the same pass made in the same way of the same text. */
  readonly key: string;
  readonly origin: Origin;
  readonly #base: Draft | undefined;
  readonly #replacements: () => readonly Replacement[];
  #bytes: Uint8Array | undefined;
  #content: string | undefined;
  #sources: readonly Source[] | undefined;

  private constructor(
    key: string,
    origin: Origin,
    base?: Draft,
    replacements: () => readonly Replacement[] = () => [],
  ) {
    this.key = key;
    this.origin = origin;
    this.#base = base;
    this.#replacements = replacements;
  }

  /** The text from which everything begins. */
  static of(bytes: Uint8Array, sources: readonly Source[] = wholeOf(bytes)): Draft {
    const draft = new Draft("", { pass: "", left: "" });
    draft.#bytes = bytes;
    draft.#sources = sources;
    return draft;
  }

  /** With replacements made, which are in order and do not overlap. `name` is equal for equal ones. */
  with(origin: Origin, name: string, replacements: () => readonly Replacement[]): Draft {
    return new Draft(`${this.content} ${origin.pass} ${name}`, origin, this, replacements);
  }

  get bytes(): Uint8Array {
    this.#bytes ??= replaced(this.#base!.bytes, this.#replacements());
    return this.#bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  get content(): string {
    this.#content ??= contentHash(this.bytes);
    return this.#content;
  }

  /** Where its bytes come from. */
  sources(): readonly Source[] {
    this.#sources ??= sourcesAfter(this.#base!.sources(), this.#replacements());
    return this.#sources;
  }
}

function wholeOf({ length }: Uint8Array): Source[] {
  return length > 0 ? [{ length, from: 0, old: length }] : [];
}

/** The next `length` bytes of a draft stand for the `old` ones at `from` in the first text, usually as they were. */
export interface Source {
  readonly length: number;
  readonly from: number;
  readonly old: number;
}

function sourcesAfter(sources: readonly Source[], replacements: readonly Replacement[]): Source[] {
  const result: Source[] = [];
  const next = new Cursor(sources);
  let at = 0;
  for (const { start, end, text } of replacements) {
    result.push(...next.take(start - at));
    const gone = next.take(end - start);
    const from = gone[0]?.from ?? result.at(-1)?.from ?? 0;
    const behind = gone.reduce((end, each) => Math.max(end, each.from + each.old), from);
    if (text && text.length > 0) result.push({ length: text.length, from, old: behind - from });
    at = end;
  }
  result.push(...next.take(Number.POSITIVE_INFINITY));
  return result;
}

/** Goes through sources by numbers of bytes. */
class Cursor {
  readonly #sources: readonly Source[];
  #i = 0;
  #used = 0;

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  take(count: number): Source[] {
    const taken: Source[] = [];
    while (count > 0 && this.#i < this.#sources.length) {
      const { length, from, old } = this.#sources[this.#i]!;
      const some = Math.min(count, length - this.#used);
      const whole = some === length;
      // A replaced text is of one piece with what it replaces, however much of it is taken.
      taken.push(
        length === old && !whole ? { length: some, from: from + this.#used, old: some } : { length: some, from, old },
      );
      count -= some;
      this.#used += some;
      if (this.#used === length) {
        this.#i++;
        this.#used = 0;
      }
    }
    return taken;
  }
}

function replaced(bytes: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of replacements) {
    parts.push(bytes.subarray(at, start));
    if (text) parts.push(text);
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
