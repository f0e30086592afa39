import { count, figure, table } from "../table.ts";
import { type Bars, bars, compare, type Ratio } from "./comparison.ts";
import type { Input } from "./input.ts";
import type { Measurement } from "./measurement.ts";

export const us = "culprit";

const head = ["", "tests", "seconds", "bytes", "", "tests: worst", "end", "seconds: worst", "end", "bytes"];

/** A table of the tools on an input; where we stand against each peer is ours over the peer's. */
export function report(input: Input, measured: ReadonlyMap<string, Measurement>): string {
  const ours = measured.get(us);
  const rows = [...measured].map(([name, measurement]) => [
    name,
    count(measurement.tests),
    measurement.seconds.toFixed(1),
    count(measurement.bytes),
    measurement.flaw ?? "",
    ...(ours && name !== us ? against(ours, measurement, bars(input.kind, input.language, name)) : []),
  ]);
  return table(head, rows);
}

function against(ours: Measurement, peer: Measurement, bar: Bars): string[] {
  const comparison = compare(ours, peer, bar);
  const shortOf = (value: number | undefined, limit: number) => (value !== undefined && value > limit ? " ✗" : "");
  const cell = (ratio: Ratio | undefined, limit: number) => {
    return ratio ? `${times(ratio.ratio)} at ${count(ratio.bytes)}${shortOf(ratio.ratio, limit)}` : "-";
  };
  return [
    cell(comparison.tests, bar.tests),
    times(comparison.testsAtEnd),
    cell(comparison.seconds, bar.seconds),
    times(comparison.secondsAtEnd),
    `${times(comparison.bytes)}${shortOf(comparison.bytes, bar.bytes)}`,
  ];
}

function times(ratio: number | undefined): string {
  return ratio === Number.POSITIVE_INFINITY ? "never" : figure(ratio);
}
