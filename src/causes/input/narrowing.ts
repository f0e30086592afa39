import type { Source } from "../../passes/draft.ts";
import type { Pass, Proof } from "../../passes/pass.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { TextEdits } from "../../world/text/edits.ts";
import type { Unit } from "../../world/text/pieces.ts";
import type { InputContent } from "./content.ts";
import type { InputSetting } from "./input-world.ts";
import type { InputRequest } from "./request.ts";
import type { StructureCut } from "./structure.ts";

/** How far a cause has been narrowed, as texts: what the user gets. */
export interface Narrowed {
  readonly failing: InputContent;
  /** The other half of a minimal pair. */
  readonly passing?: Uint8Array;
  /** The edits that turn the passing text into the failing one. */
  readonly edits?: TextEdits;
  /** When a file is simplified: where in the original the remaining text comes from. */
  readonly sources?: () => readonly Source[];
  /** When a folder is simplified: what is left of its files. */
  readonly remainingFiles?: () => readonly RemainingFile[];
  readonly unit: Proof | StructureCut["unit"];
  readonly deltas: { readonly total: number; readonly cause: number };
}

export interface RemainingFile {
  readonly path: string;
  readonly original: Uint8Array;
  readonly text: Uint8Array;
  readonly sources: readonly Source[];
}

export interface NarrowingEnd {
  readonly causes: readonly Narrowed[];
  /** Every search came to its end. */
  readonly complete: boolean;
  /** The complete searches prove that no single piece can be left out. */
  readonly minimal: boolean;
  readonly searches: readonly SearchTaken[];
}

/** Receives each better result as soon as it is known. */
export type OnBest = (best: Narrowed) => void;

/** A file whose cause is to be narrowed. */
export interface Narrowing {
  readonly run: Run;
  readonly setting: InputSetting;
  readonly request: InputRequest;
  readonly failing: Uint8Array;
  /** Undefined stands for the empty text. */
  readonly passing: Uint8Array | undefined;
  /** The units into which the difference is cut, stage by stage. */
  readonly units: readonly Unit[];
  /** The passes that reduce the text after that, to a fixed point. */
  readonly passes?: readonly Pass[] | undefined;
  readonly onBest: OnBest;
}
