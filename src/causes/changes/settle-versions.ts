import { type Ends, NotReproduced, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import type { ChangesContext } from "./context.ts";

/** Runs both versions: the new one must fail, and the old one pass, unless `--find-good` is to look for one that does. */
export async function settleVersions({ run, request }: ChangesContext, ends: Ends): Promise<EndsEvent> {
  const settled = await settleEnds(run, ends);
  const { outcome, ended } = settled.other;
  if (outcome === "pass" || request.older) return settled;
  const how = outcome === "fail" ? "fails on" : "cannot be judged on";
  const next =
    outcome === "fail"
      ? "Name an older version that passes; --find-good looks for one."
      : "Name a version on which it passes; --build CMD tells failed builds from failed tests.";
  throw new NotReproduced(
    `The test ${how} ${ends.other.name} too (${ended}), so what changed since is not the cause.\n${next}`,
  );
}
