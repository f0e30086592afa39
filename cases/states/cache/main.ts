/** `main TRACE`: runs a trace against a cache that writes back, and ends with 1 if the store has lost something. */
import { readFileSync } from "node:fs";
import { type Simulation, simulate } from "./simulate.js";
import { parseTrace, TraceError } from "./trace.js";

process.exitCode = main(process.argv.slice(2));

function main([path]: readonly string[]): number {
  if (path === undefined) {
    console.error("usage: main TRACE");
    return 2;
  }
  try {
    const simulation = simulate(parseTrace(readFileSync(path, "utf8")));
    console.log(report(simulation));
    const lost = lostIn(simulation);
    for (const sentence of lost) console.log(sentence);
    return lost.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    console.error(error.message);
    return 2;
  }
}

function report({ store, cache, seen, time }: Simulation): string {
  const { hits, misses, evictions, writeBacks } = cache.counts;
  return [
    `read: ${seen.join(" ")}`,
    `${hits} hits, ${misses} misses, ${evictions} evicted, ${writeBacks} written back`,
    `the store was read ${store.reads} and written ${store.writes} times in ${time}`,
  ].join("\n");
}

function lostIn({ store, expected }: Simulation): string[] {
  const lost: string[] = [];
  for (const [key, value] of expected) {
    const kept = store.peek(key);
    if (kept !== value) lost.push(`lost: ${key} is ${kept}, but ${value} was written`);
  }
  return lost;
}
