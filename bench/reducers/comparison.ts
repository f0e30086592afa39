import type { Step } from "./counter.ts";
import type { Kind, Language } from "./input.ts";
import type { Measurement } from "./measurement.ts";

/** Ours over the peer's, at the size where that is worst for us; Infinity where we never got as small. */
export interface Ratio {
  readonly ratio: number;
  readonly bytes: number;
}

export interface Comparison {
  readonly tests: Ratio | undefined;
  readonly seconds: Ratio | undefined;
  /** The same at the peer's last size only. */
  readonly testsAtEnd: number | undefined;
  readonly secondsAtEnd: number | undefined;
  readonly bytes: number;
}

export interface Bars {
  readonly tests: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** What is asked of us; a peer that rewrites C and C++ with a compiler's front end may end a little smaller. */
export function bars(kind: Kind, language: Language, peer: string): Bars {
  const rewrites = ["C-Reduce", "C-Vise"].includes(peer) && ["c", "c++"].includes(language);
  return { tests: kind === "program" ? 0.5 : 1, seconds: 1, bytes: rewrites ? 1.3 : 1 };
}

/**
 * Ours against a peer's: at each size the peer reached, what it took us to get there or below. Where our result may be
 * larger than the peer's, and is within that, the peer's sizes below it do not count.
 */
export function compare(ours: Measurement, peer: Measurement, bar: Bars): Comparison {
  const isSmallEnough = ours.bytes <= bar.bytes * peer.bytes;
  const counted = peer.steps.filter(({ bytes }) => !isSmallEnough || bytes >= ours.bytes);
  const tests = ratios(ours.steps, counted, "tests");
  const seconds = ratios(ours.steps, counted, "seconds");
  return {
    tests: worst(tests),
    seconds: worst(seconds),
    testsAtEnd: tests.at(-1)?.ratio,
    secondsAtEnd: seconds.at(-1)?.ratio,
    bytes: ours.bytes / peer.bytes,
  };
}

function ratios(ours: readonly Step[], peer: readonly Step[], what: "tests" | "seconds"): Ratio[] {
  return peer.map((step) => {
    const reached = ours.find(({ bytes }) => bytes <= step.bytes);
    // A peer's first steps may be in the same millisecond as its start.
    const ratio = reached ? reached[what] / Math.max(step[what], 0.001) : Number.POSITIVE_INFINITY;
    return { ratio, bytes: step.bytes };
  });
}

function worst(all: readonly Ratio[]): Ratio | undefined {
  return all.reduce<Ratio | undefined>((most, each) => (most && most.ratio >= each.ratio ? most : each), undefined);
}
