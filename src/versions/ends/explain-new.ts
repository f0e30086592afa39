import { join } from "node:path";
import { type DoesNotFail, firstTimeLimit, NotReproduced } from "../../run/ends/ends.ts";
import type { Run } from "../../run/run.ts";
import { howItEnded, learnFailure, outcomeWithoutFailure } from "../../trial/failure.ts";
import type { World } from "../../trial/laboratory.ts";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import { treeIn } from "../worlds/tree-worlds.ts";
import { decidingPaths, possibleOutputs } from "./deciding-files.ts";
import { builtFilesNote, type EndSeen, placesDiffer, usedFilesText } from "./end-sentences.ts";
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
  if (inFolder?.outcome === "fail" && !ownPackages)
    throw new NotReproduced(placesDiffer({ name, inFolder, inTree: passes.seen }));
  // It passes for the user too, and there is no build that could change that.
  if (inFolder?.outcome === "pass" && !hasBuild) throw passes;
  const outputs = possibleOutputs(worlds);
  const lookWithout = (paths: readonly string[], isBuilt?: (path: string) => void) => {
    return look(run, reportingBuilt(worlds.without(paths).freshWorld(tree), paths, isBuilt));
  };
  const built = new Set<string>();
  const bare = outputs.length === 0 ? undefined : await lookWithout(outputs, (path) => built.add(path));
  if (bare?.outcome !== "fail") throw passes;
  const fails = async (paths: readonly string[]) => (await lookWithout(paths)).outcome === "fail";
  const paths = await decidingPaths(outputs, fails, run.stopped);
  if (hasBuild) {
    // What the build does not make is something that the test needs.
    if (!paths.every((path) => built.has(path))) throw passes;
    return { without: paths, note: builtFilesNote(name, paths) };
  }
  throw new NotReproduced(`${passes.message}\n${usedFilesText({ paths, without: bare })}`);
}

/** The same world, which reports after its test which of the paths that it was made without are there again. */
function reportingBuilt(world: World, paths: readonly string[], isBuilt: ((path: string) => void) | undefined): World {
  return {
    ...world,
    cleanUp: (folders, end) => {
      world.cleanUp?.(folders, end);
      for (const path of paths) if (isThere(join(treeIn(folders.folder), path))) isBuilt?.(path);
    },
  };
}

/** In an overlay, a device stands for a file that was removed, or for a folder of which all files were. */
function isThere(path: string): boolean {
  const stat = lstatIfThere(path);
  return stat !== undefined && !stat.isCharacterDevice();
}

/** Runs a world once, while it is not known yet what the failure is. */
async function look(run: Run, world: World): Promise<EndSeen> {
  const { timeout, failure: mode } = run.conditions;
  const { execution, candidate } = await run.execute(world, timeout ?? firstTimeLimit);
  const fails = learnFailure(mode, execution, candidate) !== undefined;
  return { outcome: fails ? "fail" : outcomeWithoutFailure(execution), ended: howItEnded(execution) };
}
