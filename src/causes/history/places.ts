import { join } from "node:path";
import type { Run } from "../../run/run.ts";
import type { HistoryRequest } from "./request.ts";

/** Where the carried patches go. */
export function carriedFolder(run: Run, { output }: Pick<HistoryRequest, "output">): string {
  return output === undefined ? run.record.place("carried") : join(output, "carried");
}
