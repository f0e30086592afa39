import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverPlan, MemoryGraph } from "../runtimes/protocol/state.ts";
import { parsePlace } from "../src/causes/state/capture/place.ts";
import { root } from "./root.ts";
import type { Stateful } from "./states.ts";

const drivers = {
  C: "gdb",
  "C++": "gdb",
  Go: "go",
  Java: "java",
  JavaScript: "node",
  Python: "python",
  TypeScript: "node",
};

/** How many values a program knows at a place when it fails; 0: it does not come there. */
export function valuesAt({ language, fail }: Stateful, folder: string, place: string): number {
  const [planFile, capture] = [join(folder, "plan.json"), join(folder, "graph.json")];
  const plan: DriverPlan = {
    command: fail,
    place: parsePlace(place),
    capture,
    stop: true,
    root: folder,
    maxValues: 100_000,
  };
  writeFileSync(planFile, JSON.stringify(plan));
  const driver = join(root, "dist", "runtimes", `state-${drivers[language]}`, "driver.js");
  const { status } = spawnSync(process.execPath, [driver, planFile], { cwd: folder, stdio: "ignore" });
  if (status !== 0) return 0;
  const graph: MemoryGraph = JSON.parse(readFileSync(capture, "utf8"));
  return graph.vertices.length;
}
