import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cache } from "./cache.ts";
import type { Measurement } from "./measurement.ts";

/** Every measurement, with its bytes over time, is kept in the cache as JSON; a later one takes its place. */
export function keep(place: string, tool: string, measurement: Measurement): void {
  mkdirSync(dirname(path(place, tool)), { recursive: true });
  writeFileSync(path(place, tool), `${JSON.stringify(measurement, undefined, 1)}\n`);
}

export function kept(place: string, tool: string): Measurement | undefined {
  return existsSync(path(place, tool)) ? JSON.parse(readFileSync(path(place, tool), "utf8")) : undefined;
}

function path(place: string, tool: string): string {
  return join(cache, "measured", place, `${tool}.json`);
}
