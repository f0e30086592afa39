import { DoesNotFail, type SettleOptions } from "../../run/ends/ends.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import { compareWithFolder } from "./compare-with-folder.ts";
import { explainNew } from "./explain-new.ts";
import { explainOld } from "./explain-old.ts";
import { settleTrees } from "./settle-trees.ts";
import type { BuiltFilesInTheWay, Settling } from "./settling.ts";
import { isSettled, isUnsettledWithout, markSettled, saveTrees } from "./tree-settings.ts";

/** The ends, and the pair with the trees in which they are as they should be. */
export interface SettledVersions {
  readonly ends: EndsEvent;
  readonly pair: VersionPair;
}

/**
 * Runs both versions: the new one must fail, in culprit's tree as in the user's folder, and the old one must pass. If one
 * of them does not, more tests find out what that may be due to, before anything is concluded.
 */
export async function settleVersions(settling: Settling): Promise<SettledVersions> {
  const { run, pair } = settling;
  if (run.ends && isSettled(run)) return { ends: run.ends, pair };
  const settled = await settleWithBuiltFiles(settling);
  markSettled(run, settled.pair);
  return settled;
}

async function settleWithBuiltFiles(settling: Settling): Promise<SettledVersions> {
  const { run, pair } = settling;
  const before = run.counts.run;
  const unexpected = await settleOnce(settling, pair, { before, anew: isUnsettledWithout(run) });
  if ("ends" in unexpected) return unexpected;
  // Built files that lie here are in the way, and there is a command that builds them anew.
  run.note(unexpected.note);
  saveTrees(run, pair, unexpected.without);
  const settled = await settleOnce({ ...settling, hasBuild: false }, pair.without(unexpected.without), {
    anew: true,
    // Once the ends were recorded, so were the executions for them.
    ...(run.ends ? {} : { before }),
  });
  return settled as SettledVersions;
}

async function settleOnce(
  settling: Settling,
  pair: VersionPair,
  how: SettleOptions,
): Promise<SettledVersions | BuiltFilesInTheWay> {
  const { run, needsPassing, runOnce } = settling;
  const { failing, other } = settling.ends(pair);
  let ends: EndsEvent;
  try {
    ends = await settleTrees(run, pair, { failing, other }, { ...how, runOnce });
  } catch (error) {
    if (error instanceof DoesNotFail) return explainNew(settling, failing, error);
    throw error;
  }
  await compareWithFolder(run, failing, ends);
  if (ends.other.outcome === "pass" || !needsPassing) return { ends, pair };
  return explainOld(settling, { failing, other }, ends);
}
