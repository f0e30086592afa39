import { crc32 } from "node:zlib";

/**
 * What a state driver does with one program: run it to a place, capture its memory there, change values, let it continue.
 * Plain JSON. A driver exits as the program did, or with 125 where it could not carry out the plan.
 */
export interface DriverPlan {
  readonly command: readonly string[];
  /** The file that the driver has on its standard input, for the program; without one, standard input is empty. */
  readonly stdin?: string;
  readonly place?: StopPlace;
  /** Where to write the memory graph at the place. */
  readonly capture?: string;
  /** Applied all at once: every path refers to the state before the first change. */
  readonly changes?: readonly ValueChange[];
  /** Where to write the changes that are impossible (`RefusedChange[]`); they are skipped. Without it, one of them ends the run with 125. */
  readonly refused?: string;
  /** End the program at the place; with a mark, what it has printed by then is written. */
  readonly stop?: boolean;
  /**
   * A text to write to standard output at the place, after what the program has written so far; then, as a decimal number and `;`,
   * how many bytes it has printed that are still in its buffers. Nothing is written where the program has replaced its output.
   */
  readonly mark?: string;
  /** Where to write the moments of one call; without a function, of the main code (`main`, the main script). */
  readonly moments?: {
    readonly function?: string;
    readonly hit: number;
    readonly capture: string;
    /** Maximum number of moments to write. */
    readonly most?: number;
  };
  /** Where to write how the plan went (`PlanAnswer`). */
  readonly answer?: string;
  /** Maximum number of values to capture. */
  readonly maxValues?: number;
  /** Parts of large things to capture beyond `maxValues`, up to as many values again. */
  readonly chunks?: readonly WantedChunks[];
  /** In C and C++, the lengths of arrays behind pointers: `a@size`, `p->items@p->count`, `buffer@16`. */
  readonly hints?: readonly string[];
  /** Files under this folder are the program's own. */
  readonly root?: string;
}

/** How a plan went: what a driver writes to `DriverPlan.answer`. */
export type PlanAnswer =
  /** The place was reached (or none was named), and the program went on as planned. */
  | { readonly reached: true }
  /**
   * The place was not reached. `candidates`: names of the program's own functions, or `file:line` places, one of which may be
   * meant (for "absent"; at most 1000).
   */
  | { readonly missed: "absent"; readonly candidates: readonly string[] }
  | { readonly missed: "unreached" }
  | { readonly missed: "too-few-hits"; readonly hits: number }
  /** The plan could not be carried out. `reason` is a short English phrase for people; `why` is what a program may decide by. */
  | {
      readonly failed: true;
      readonly why: "cannot-start" | "no-debugger" | "not-loaded" | "impossible-change" | "other";
      readonly reason: string;
    };

/** The entry of a function, or the moment before a line is run; the `hit`-th time. */
export interface StopPlace {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly hit: number;
}

/** One moment of a call: it reaches one of its own lines, or calls one of the program's own functions. */
export type Moment = LineMoment | EntryMoment;

/** A function was entered, for the `hit`-th time in the whole run. */
export interface EntryMoment {
  readonly function: string;
  readonly hit: number;
}

/** A line was reached, for the `hit`-th time in the whole run. */
export interface LineMoment {
  readonly file: string;
  readonly line: number;
  readonly hit: number;
}

export interface StackFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** The memory of a program at a place: the variables of its frames and files, and everything reachable from them. */
export interface MemoryGraph {
  /** Innermost frame first. */
  readonly stack: readonly StackFrame[];
  readonly roots: readonly GraphRoot[];
  readonly vertices: readonly Vertex[];
  /** Some values were left out because there were more than `maxValues`. */
  readonly truncated: boolean;
  /** About how many values there are, where some were left out; undefined: nobody counted them. */
  readonly total?: number;
  /** The thread that reached the place, unless it is the main thread. */
  readonly thread?: string;
}

/** A variable of a frame (0 is the innermost) or of a file; or what the program has not yet read of a file. */
export type VariableRef =
  | { readonly frame: number; readonly name: string }
  | { readonly global: string; readonly name: string }
  | UnreadInput;

/**
 * What the program has not yet read of a regular file that it has open for reading, whatever it has in its own buffers. Its vertex is
 * an array of type `lines`; the elements are scalars of type `line` (a JSON text), or `bytes` where they are not UTF-8 (a JSON text
 * with a character for each byte). Where it is not known what was read, the vertex is opaque. A change makes further reads see other
 * lines; the file itself is never written.
 */
export interface UnreadInput {
  /** The file descriptor: 0 is standard input. */
  readonly input: number;
  /** `standard input`, `data.txt`. */
  readonly name: string;
  /** The number of the first unread line, from 1; undefined: not known. */
  readonly line?: number;
}

export type GraphRoot = VariableRef & { readonly vertex: number };

export interface Vertex {
  readonly type: string;
  /** For scalars: text from which the driver can make the same value again. */
  readonly value?: string;
  readonly kind?: "array" | "map" | "set" | "object" | "pointer" | "opaque";
  readonly length?: number;
  /** A pointer has one, `*`; or `*.` in a language where a member of what it leads to is written `p.next`, not `p->next`. */
  readonly edges?: readonly (readonly [label: string, vertex: number])[];
  /** Some parts were not captured: a part that is missing from the edges may still exist. */
  readonly cut?: CutParts;
  /** Parts can be changed, but neither added nor removed. */
  readonly fixed?: true;
  /** Identifies a vertex within one run; never compared between runs. */
  readonly address?: string;
}

export function hasParts({ value, edges }: Vertex): boolean {
  return value === undefined && edges !== undefined;
}

/**
 * What is known of the parts of a thing that were not all captured. Parts are digested in chunks (`chunkOf`): where two runs have the
 * same digest, everything that the parts of the chunk lead to is the same.
 */
export interface CutParts {
  /** One for each chunk; null: unknown. Empty: nothing is known. */
  readonly digests: readonly (string | null)[];
  /** Chunks of which all parts are among the edges. */
  readonly captured: readonly number[];
}

/** Chunks of the parts of one thing. */
export interface WantedChunks {
  readonly at: ValuePath;
  readonly chunks: readonly number[];
}

/** Maximum number of elements in a chunk; chunks of other parts have about as many. */
export const chunkSize = 1000;

/** The number of the chunk that a part belongs to: parts of an array go by their index, those without one last; others by their label. */
export function chunkOf(label: string, kind: Vertex["kind"] | undefined, chunks: number): number {
  if (kind === "array") return /^\d+$/.test(label) ? Math.floor(Number(label) / chunkSize) : chunks - 1;
  return crc32(label) % Math.max(1, chunks);
}

/** How many chunks the parts of a thing are in: for arrays by their length, else a power of two. */
export function chunkCount(
  { kind, length = 0 }: { readonly kind?: Vertex["kind"] | undefined; readonly length?: number },
  parts: number,
): number {
  if (kind === "array") return Math.max(1, Math.ceil(length / chunkSize));
  return 2 ** Math.max(0, Math.ceil(Math.log2(parts / chunkSize)));
}

/** How to reach a value: from a variable, along the labels of edges. */
export interface ValuePath {
  readonly root: VariableRef;
  readonly steps: readonly string[];
}

export interface ValueChange {
  readonly at: ValuePath;
  readonly to: NewValue;
}

/** An impossible change, by its index in the plan. */
export interface RefusedChange {
  readonly change: number;
  readonly reason: string;
}

/** What a change puts in place of a value: a scalar, something that already exists, a copy, or nothing. */
export type NewValue =
  | { readonly scalar: string; readonly type: string }
  | { readonly path: ValuePath }
  | ObjectCopy
  | { readonly gone: true }
  | { readonly undefined: true };

/** A new object like vertex `copy` of `graph`, with everything it reaches; the vertices in `known` exist already, at these paths. */
export interface ObjectCopy {
  readonly copy: number;
  readonly graph: readonly Vertex[];
  readonly known: Readonly<Record<number, ValuePath>>;
}
