/** Loaded by `node --import` before the program, in every process of the command. */
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { DriverPlan } from "../protocol/state.ts";
import { type Mission, missionVariable } from "./mission.ts";
import { OwnFiles } from "./own-files.ts";

const given = process.env[missionVariable];
if (given !== undefined && isMainThread) {
  const mission: Mission = JSON.parse(given);
  const plan: DriverPlan = JSON.parse(readFileSync(mission.plan, "utf8"));
  const restore = () => restoreEnvironment(mission);
  if (isTheProgram(plan)) restore();
  const { install } = await import("./debuggee.ts");
  install(plan, mission.plan, restore);
}

/** Launchers such as npx hand on to what they start. */
function isTheProgram({ root = process.cwd() }: DriverPlan): boolean {
  const [, main] = process.argv;
  return main === undefined || new OwnFiles(root).has(main);
}

function restoreEnvironment({ nodeOptions }: Mission): void {
  delete process.env[missionVariable];
  if (nodeOptions === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = nodeOptions;
}
