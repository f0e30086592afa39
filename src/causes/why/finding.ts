import type { Finding } from "../../core/finding.ts";
import type { Kind } from "./kind.ts";

/** One thing that was tried. */
export interface Tried {
  /** As in "in a clean copy". */
  readonly how: string;
  readonly outcome: "fail" | "pass" | "unresolved";
  /** How often it was run, and how often it failed. */
  readonly runs: number;
  readonly failed: number;
  readonly seconds: number;
}

/** What `culprit why` found. */
export interface WhyFinding extends Finding {
  /** The kind of circumstance that decides; undefined: none of those that were tried. */
  readonly decides?: Kind;
  /** What decides, in one sentence without a full stop, where no other command of culprit says it. */
  readonly answer?: string;
  readonly tried: readonly Tried[];
  /** What could not be tried here, as sentences. */
  readonly untried?: readonly string[];
  /** The test of a suite that it is about. */
  readonly test?: string;
  /** What the instrument found, with its `kind`. */
  readonly finding?: Finding;
  /** The command of culprit that found it, or that goes on. */
  readonly command?: string;
  /** What to type to see it pass, and fail. */
  readonly commands?: { readonly passing?: string; readonly failing?: string };
}
