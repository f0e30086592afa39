import { join } from "node:path";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { launchDriver } from "../shared/driver-launch.ts";

const driver = join(import.meta.dirname, "driver.js");

/** A driver that runs a Java program by a plan. */
export function launchJava(planFile: string, plan: DriverPlan): Launch {
  return launchDriver({ language: "Java", argv: (endingFile) => [driver, planFile, endingFile] }, planFile, plan);
}
