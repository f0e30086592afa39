/** What a driver is asked to do with one program: run it to a place, look into it, change it, let it run on. Plain JSON. */
export interface Plan {
  readonly command: readonly string[];
  /** A file on its standard input, which the driver has on its own; otherwise that is empty. */
  readonly stdin?: string;
  readonly place?: PlaceAt;
  /** Where to write the graph of the state at the place. */
  readonly capture?: string;
  /** Made all together: paths mean the state before any of them. */
  readonly changes?: readonly Change[];
  /** Where to write which of the changes cannot be made (`Refusal[]`): they are left out. Without it one of them is the end: 125. */
  readonly refused?: string;
  /** End the program at the place. */
  readonly stop?: boolean;
  /** Where to write what one call does; without a function: the code that the program begins with (`main`, the main script). */
  readonly moments?: {
    readonly function?: string;
    readonly hit: number;
    readonly capture: string;
    /** Not more than so many. */
    readonly most?: number;
  };
  readonly maxValues?: number;
  /** In C and C++, how long arrays behind pointers are: `a@size`, `p->items@p->count`, `buffer@16`. */
  readonly hints?: readonly string[];
  /** Files below this folder are the program's own. */
  readonly root?: string;
}

/**
 * The entry of a function, or before a line; for the `hit`-th time. Of a place that does not come, drivers say: "… is not in the
 * program", with "; did you mean …?" if they know better, "… was not reached", or "… was reached 2 times".
 */
export interface PlaceAt {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly hit: number;
}

/** What a call does, one after the other: it comes to a line of its own, or a function of the program's own is called by it. */
export type Moment = LineSeen | EntrySeen;

/** A function that was entered: for the `hit`-th time in the whole run. */
export interface EntrySeen {
  readonly function: string;
  readonly hit: number;
}

/** A line that was run: for the `hit`-th time in the whole run. */
export interface LineSeen {
  readonly file: string;
  readonly line: number;
  readonly hit: number;
}

export interface Frame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

/** What a program knows at a place: variables of its frames and files, and all that they reach. */
export interface Graph {
  /** The innermost first. */
  readonly stack: readonly Frame[];
  readonly roots: readonly Root[];
  readonly vertices: readonly Vertex[];
  /** There was more than could be taken in. */
  readonly truncated: boolean;
  /** The thread that came to the place, if it was not the one in which the program begins. */
  readonly thread?: string;
}

export type RootName =
  | { readonly frame: number; readonly name: string }
  | { readonly global: string; readonly name: string };

export type Root = RootName & { readonly vertex: number };

export interface Vertex {
  readonly type: string;
  /** Of scalars: a text that means the same again. */
  readonly value?: string;
  readonly kind?: "array" | "map" | "set" | "object" | "pointer" | "opaque";
  readonly length?: number;
  readonly edges?: readonly (readonly [label: string, vertex: number])[];
  /** It has more parts than were taken in: what is not among its edges may yet be there. */
  readonly cut?: boolean;
  /** Tells vertices of one run apart; never compared between runs. */
  readonly address?: string;
}

export function hasParts({ value, edges }: Vertex): boolean {
  return value === undefined && edges !== undefined;
}

/** How a value is reached: from a variable, by labels of edges. */
export interface Path {
  readonly root: RootName;
  readonly steps: readonly string[];
}

export interface Change {
  readonly at: Path;
  readonly to: Value;
}

/** A change that cannot be made real, by its number in the plan. */
export interface Refusal {
  readonly change: number;
  readonly reason: string;
}

export type Value =
  | { readonly scalar: string; readonly type: string }
  | { readonly path: Path }
  | Copy
  | { readonly gone: true }
  | { readonly undefined: true };

/** A new thing like a vertex of a graph, with all that it reaches; what is known is there already. */
export interface Copy {
  readonly copy: number;
  readonly graph: readonly Vertex[];
  readonly known: Readonly<Record<number, Path>>;
}
