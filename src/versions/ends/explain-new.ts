import { type DoesNotFail, firstTimeLimit, NotReproduced } from "../../run/ends.ts";
import type { Run } from "../../run/run.ts";
import { howItEnded, learnFailure } from "../../trial/failure.ts";
import type { World } from "../../trial/laboratory.ts";
import { decidingPaths, possibleOutputs } from "./deciding-files.ts";
import { builtFilesNote, type EndSeen, ignoredFilesDecide, placesDiffer } from "./end-sentences.ts";
import type { BuiltFilesInTheWay, Settling, VersionEnd } from "./settling.ts";

/**
 * The new version does not fail in culprit's tree. Throws what more is known: whether it fails in the user's folder, or
 * without the files there that may have been built. If there is a build, these need not be in the way.
 */
export async function explainNew(
  { run, hasBuild }: Settling,
  { tree, name, worlds, ownPackages = false }: VersionEnd,
  passes: DoesNotFail,
): Promise<BuiltFilesInTheWay> {
  const inFolder = worlds.folderAsItIs && (await look(run, worlds.folderAsItIs));
  const inTree: EndSeen = { outcome: "pass", ended: passes.ended };
  if (inFolder?.outcome === "fail" && !ownPackages) throw new NotReproduced(placesDiffer({ name, inFolder, inTree }));
  const outputs = possibleOutputs(worlds);
  const lookWithout = (paths: readonly string[]) => look(run, worlds.without(paths).freshWorld(tree));
  const bare = outputs.length === 0 ? undefined : await lookWithout(outputs);
  if (bare?.outcome !== "fail") throw passes;
  const fails = async (paths: readonly string[]) => (await lookWithout(paths)).outcome === "fail";
  const paths = await decidingPaths(outputs, fails, run.stopped);
  if (hasBuild) return { without: paths, note: builtFilesNote(name, paths) };
  throw new NotReproduced(ignoredFilesDecide({ name, paths, with: inTree, without: bare }));
}

/** Runs a world once, while it is not known yet what the failure is. */
async function look(run: Run, world: World): Promise<EndSeen> {
  const { timeout, failure: mode } = run.conditions;
  const { execution, candidate } = await run.execute(world, timeout ?? firstTimeLimit);
  const fails = learnFailure(mode, execution, candidate) !== undefined;
  return { outcome: fails ? "fail" : "pass", ended: howItEnded(execution) };
}
