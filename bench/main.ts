import { inProcess } from "./in-process.ts";
import { lookAheads } from "./look-ahead.ts";
import { ownCost } from "./own-cost.ts";
import { searches } from "./searches.ts";

/** `bench` runs everything, `bench searches look-ahead` the sections named. */
const sections: Record<string, () => Promise<void>> = {
  searches,
  "look-ahead": lookAheads,
  "in-process": inProcess,
  "own-cost": ownCost,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}; there are ${Object.keys(sections).join(", ")}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`== ${name}\n`);
  await run();
  console.log(`(${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
}
