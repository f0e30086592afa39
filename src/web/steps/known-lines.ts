import { outcomes } from "../../core/outcome.ts";
import type { StageLine, StepLine } from "../../run/record/step-lines.ts";

/** A line of the log as it was read: one that is damaged, or of a later version, may contain anything. */
type AnyLine = Partial<StepLine & StageLine>;

export function isStep(line: AnyLine): line is StepLine {
  return isPositive(line.step) && outcomes.includes(line.outcome!) && typeof line.content === "string";
}

export function isStage(line: AnyLine): line is StageLine {
  return isPositive(line.from) && typeof line.name === "string" && typeof line.total === "number";
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
