/** What culprit asks of a driver: run one program to a place, look at its state or change it, and let it end as it ends. */
export interface Plan {
  readonly command: readonly string[];
  readonly place?: PlaceAt;
  readonly capture?: string;
  readonly changes?: readonly Change[];
  readonly stop?: boolean;
  readonly trace?: string;
  readonly maxTrace?: number;
  readonly lines?: LinesOf;
  readonly maxValues?: number;
  readonly root?: string;
}

/** The hit-th time: on entry to a function, or before a line. */
export interface PlaceAt {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  readonly hit: number;
}

interface LinesOf {
  readonly function: string;
  readonly hit: number;
  readonly capture: string;
}

export interface Graph {
  readonly stack: readonly Frame[];
  readonly roots: readonly Root[];
  readonly vertices: readonly Vertex[];
  readonly truncated: boolean;
}

export interface Frame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
}

export type RootName =
  | { readonly frame: number; readonly name: string }
  | { readonly global: string; readonly name: string };

type Root = RootName & { readonly vertex: number };

export interface Vertex {
  readonly type: string;
  readonly value?: string;
  readonly kind?: "array" | "map" | "set" | "object" | "pointer" | "opaque";
  readonly length?: number;
  readonly edges?: readonly (readonly [label: string, vertex: number])[];
  readonly address?: string;
}

export interface Path {
  readonly root: RootName;
  readonly steps: readonly string[];
}

export interface Change {
  readonly at: Path;
  readonly to: Value;
}

export type Value =
  | { readonly scalar: string; readonly type: string }
  | { readonly path: Path }
  | Copy
  | { readonly gone: true }
  | { readonly undefined: true };

export interface Copy {
  readonly copy: number;
  readonly graph: readonly Vertex[];
  readonly known: Readonly<Record<number, Path>>;
}

/** How the debuggee tells its driver what happened, a line each, in a file beside the plan. */
export type Told =
  | { readonly what: "reached" }
  | { readonly what: "stopped" }
  | { readonly what: "impossible"; readonly why: string };

export const toldBeside = (plan: string): string => `${plan}.told`;

/** The program's own environment, which the debuggee puts back. */
export interface Mission {
  readonly plan: string;
  readonly nodeOptions?: string;
}

export const missionVariable = "CULPRIT_STATE";
