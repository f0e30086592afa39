import { type Ends, NotReproduced, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import type { ChangesContext } from "./context.ts";

/** Runs both versions: the new one must fail, and the old one pass, unless `--find-good` is to look for one that does. */
export async function settleVersions({ run, request }: ChangesContext, ends: Ends): Promise<EndsEvent> {
  const settled = await settleEnds(run, ends);
  const { outcome, ended } = settled.other;
  if (outcome === "pass" || request.older) return settled;
  const { name } = ends.other;
  throw new NotReproduced(
    outcome === "fail"
      ? `The test also fails on ${name} (${ended}), so what changed since does not decide it.\n` +
          "Name an older version that passes; --find-good looks for one."
      : `The test cannot be judged on ${name} (${ended}), so there is no passing version to compare with.\n` +
          "Name a version on which it passes; --build CMD tells failed builds from failed tests.",
  );
}
