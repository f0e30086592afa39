import { appendFileSync, readFileSync } from "node:fs";
import { planVariable, type SuiteEvent, type SuitePlan } from "../../protocol/suite.ts";

/** The plan that a process follows; undefined: none. */
export function readPlan(): SuitePlan | undefined {
  const file = process.env[planVariable];
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, "utf8")) as SuitePlan);
}

/** Appends to the report at once: a test may end the process. */
export function reportEvent({ report }: SuitePlan, event: SuiteEvent): void {
  appendFileSync(report, `${JSON.stringify(event)}\n`);
}
