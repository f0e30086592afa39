import { join } from "node:path";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { launchDriver } from "../shared/driver-launch.ts";
import { findDelve } from "./delve/find-delve.ts";

const driver = join(import.meta.dirname, "driver.js");

/** A driver that runs a Go program by a plan. */
export function launchGo(planFile: string, plan: DriverPlan): Launch {
  const argv = (endingFile: string) => [driver, planFile, findDelve() ?? "", endingFile];
  return launchDriver({ language: "Go", argv }, planFile, plan);
}
