import { maxNamedLines } from "../../../lines/presentation/suspects-text.ts";
import { isWhole } from "../../../lines/rank-suspects.ts";
import type { LineFindings } from "../../../lines/suspects.ts";

/** How many places are enough where a line has been found already, unless the user says otherwise. */
export const placesBesideLine = 5;

/** Whether a change puts all runs right at one line, or at a few. */
export function namesLines({ suspects }: Pick<LineFindings, "suspects">): boolean {
  const { length: found } = suspects.filter(({ rescue }) => rescue && isWhole(rescue));
  return found > 0 && found <= maxNamedLines;
}
