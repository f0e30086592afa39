import type { Source } from "../../passes/draft.ts";
import type { Pass, Proof } from "../../passes/pass.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { TextEdits } from "../../world/text/edits.ts";
import type { Unit } from "../../world/text/pieces.ts";
import type { Content } from "./content.ts";
import type { Setting } from "./input-world.ts";
import type { InputRequest } from "./request.ts";
import type { StructureCut } from "./structure.ts";

/** How far the cause has been narrowed, as texts: what the user gets. */
export interface Narrowed {
  readonly failing: Content;
  /** The other half of a minimal pair. */
  readonly passing?: Uint8Array;
  /** What leads from the passing text to the failing one. */
  readonly edits?: TextEdits;
  /** When simplifying, where in the original input the failing text comes from, or the texts of a folder. */
  readonly sources?: () => readonly Source[];
  readonly parts?: () => readonly PartLeft[];
  readonly unit: Proof | StructureCut["unit"];
  readonly deltas: { readonly total: number; readonly cause: number };
}

/** What is left of a file of a folder. */
export interface PartLeft {
  readonly path: string;
  readonly original: Uint8Array;
  readonly text: Uint8Array;
  readonly sources: readonly Source[];
}

export interface NarrowingEnd {
  readonly causes: readonly Narrowed[];
  /** Every search came to its end. */
  readonly complete: boolean;
  /** And that proves that no single piece can go. */
  readonly minimal: boolean;
  readonly searches: readonly SearchTaken[];
}

/** Gets each better result, as soon as it is known. */
export type OnBest = (best: Narrowed) => void;

export interface Narrowing {
  readonly run: Run;
  readonly setting: Setting;
  readonly request: InputRequest;
  readonly failing: Uint8Array;
  /** Undefined: nothing at all. */
  readonly passing: Uint8Array | undefined;
  /** Into what the difference is cut, stage by stage. */
  readonly units: readonly Unit[];
  /** What is done to the text after that, to a fixed point. */
  readonly passes?: readonly Pass[] | undefined;
  readonly onBest: OnBest;
}
