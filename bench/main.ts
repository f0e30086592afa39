import { allOfChanges, changes } from "./changes/changes.ts";
import { engine } from "./engine/engine.ts";
import { history } from "./history.ts";
import { identity } from "./identity.ts";
import { inProcess } from "./in-process.ts";
import { lookAheads } from "./look-ahead.ts";
import { mcp } from "./mcp.ts";
import { ownCost } from "./own-cost.ts";
import { packages } from "./packages/packages.ts";
import { page } from "./page.ts";
import { reducers } from "./reducers/reducers.ts";
import { schedule } from "./schedule.ts";
import { scheduleSuites } from "./schedule-suites/schedule-suites.ts";
import { searches } from "./searches.ts";
import { start } from "./start.ts";
import { state } from "./state/state.ts";
import { stateSuites } from "./state-suites/state-suites.ts";
import { tests } from "./tests/tests.ts";
import { watch } from "./watch.ts";

/** `bench` runs all of these, `bench searches look-ahead` those named; `bench changes --from DIR` with options. */
const sections: Record<string, (options: readonly string[]) => Promise<void>> = {
  searches,
  "look-ahead": lookAheads,
  "in-process": inProcess,
  "own-cost": ownCost,
  identity,
  mcp,
  changes,
};

/** These take long and have options of their own; they run only by name: `bench reducers --input json`, `bench changes regressions --only qs`. */
const onlyNamed: Record<string, (options: readonly string[]) => Promise<void>> = {
  changes: allOfChanges,
  engine,
  reducers,
  history,
  packages,
  page,
  schedule,
  "schedule-suites": scheduleSuites,
  start,
  state,
  "state-suites": stateSuites,
  tests,
  watch,
};

const wanted = process.argv.slice(2);
const isOption = (word: string) => word.startsWith("--");
const alone = onlyNamed[wanted[0] ?? ""];
if (alone) {
  await alone(wanted.slice(1));
  process.exit();
}
const options = wanted.some(isOption) ? wanted.splice(wanted.findIndex(isOption)) : [];
const unknown = wanted.filter((name) => !(name in sections));
if (unknown.length > 0) {
  const names = Object.keys({ ...sections, ...onlyNamed }).join(", ");
  console.error(`There is no section ${unknown.join(", ")}; there are ${names}.`);
  process.exit(2);
}
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  console.log(`== ${name}\n`);
  await run(options);
  console.log(`(${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
}
if (wanted.length === 0) console.log(`Only by name, as it takes long: ${Object.keys(onlyNamed).join(", ")}.`);
