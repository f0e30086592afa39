import { renameSync, writeFileSync } from "node:fs";
import type { PlanAnswer } from "../protocol/state.ts";

/** Writes how a plan went. The file is replaced atomically: a driver that is killed leaves no partial answer. */
export function writePlanAnswer(path: string | undefined, answer: PlanAnswer): void {
  if (path === undefined) return;
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(answer));
  renameSync(temporary, path);
}
