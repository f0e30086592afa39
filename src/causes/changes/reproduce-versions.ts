import type { Refusal } from "../../run/ends/reproduce.ts";
import { isRefusal, noteFailure, runOrRefuse, slowEnds } from "../../run/ends/reproduce.ts";
import { type SettledVersions, settleVersions } from "../../versions/ends/settle-versions.ts";
import type { Settling } from "../../versions/ends/settling.ts";
import type { ChangesContext } from "./context.ts";
import { differingLockfiles } from "./lockfile-notes.ts";

/** Runs both versions and notes what the failure is, or returns why there is nothing to search. */
export async function reproduceVersions(
  { run, request, pair, whole }: ChangesContext,
  ends: Settling["ends"],
  lockfiles = differingLockfiles(whole),
): Promise<SettledVersions | Refusal> {
  const settling: Settling = {
    ...{ run, pair, ends, lockfiles },
    caveats: [...new Set([...[pair.old, pair.new].flatMap(({ notes = [] }) => notes), ...whole.notes])],
    hasBuild: request.build !== undefined,
    needsPassing: request.older === undefined,
    runOnce: request.commitOnly === true,
  };
  const settled = await runOrRefuse(run, () => settleVersions(settling), slowEnds);
  if (!isRefusal(settled)) noteFailure(run, settled.ends);
  return settled;
}
