import { NotReproduced } from "../../run/ends/ends.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import type { Run } from "../../run/run.ts";
import { isBuildFailure } from "../../trial/failure.ts";
import { outcomeText, placesDiffer, shown } from "./end-sentences.ts";
import type { VersionEnd } from "./settling.ts";

/** Runs the new version in the user's folder too, if it lies there: what fails only in culprit's tree is not the user's failure. */
export async function compareWithFolder(
  run: Run,
  { name, worlds, ownPackages = false }: VersionEnd,
  ends: EndsEvent,
): Promise<void> {
  if (!worlds.folderAsItIs) return;
  const inFolder = await run.observeEnd(worlds.folderAsItIs);
  if (inFolder.outcome === "fail") return;
  if (isBuildFailure(inFolder.ended)) {
    run.note(`In your folder, on top of what was built there before, the build fails (${shown(inFolder)}).`);
    return;
  }
  if (ownPackages) {
    run.note(`In your folder, with the packages that are installed there, ${outcomeText(inFolder)}.`);
    return;
  }
  throw new NotReproduced(placesDiffer({ name, inFolder, inTree: ends.failing }));
}
