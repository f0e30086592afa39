import { NotReproduced } from "../../run/ends/ends.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import type { Observation } from "../../trial/observation.ts";
import { decidingPaths, possibleOutputs } from "./deciding-files.ts";
import { builtFilesNote, decidingFilesText, oldDoesNotPass } from "./end-sentences.ts";
import type { BuiltFilesInTheWay, Settling, VersionEnd } from "./settling.ts";

/**
 * The old version does not pass in culprit's tree. Throws what more is known: whether files that may have been built from
 * another version decide, and what else the trees may lack. If there is a build, built files need not be in the way.
 */
export async function explainOld(
  { run, pair, hasBuild, lockfiles, caveats }: Settling,
  { failing, other }: { readonly failing: VersionEnd; readonly other: VersionEnd },
  ends: EndsEvent,
): Promise<BuiltFilesInTheWay> {
  const { tree, name, worlds } = other;
  const outputs = possibleOutputs(worlds);
  const observeWithout = (paths: readonly string[]) => run.observeEnd(worlds.without(paths).freshWorld(tree));
  const bare = outputs.length === 0 ? undefined : await observeWithout(outputs);
  const matters = bare !== undefined && !isSame(bare, ends.other);
  const asBare = async (paths: readonly string[]) => isSame(await observeWithout(paths), bare!);
  const paths = matters ? await decidingPaths(outputs, asBare, run.stopped) : [];
  if (matters && bare.outcome === "pass") {
    if (hasBuild) return { without: paths, note: builtFilesNote(name, paths) };
    throw new NotReproduced(decidingFilesText({ name, paths, with: ends.other }));
  }
  const { obstacle, missing } = pair.place;
  const isInPlace = pair.home !== undefined && obstacle === undefined;
  const failed = { ...ends.failing, outputLine: ends.printed };
  const about = { old: name, new: failing.name, seen: ends.other, failing: failed };
  throw new NotReproduced(
    oldDoesNotPass({
      ...about,
      unused: matters ? [] : outputs,
      used: matters && !hasBuild ? { paths, without: bare } : undefined,
      lockfiles: hasBuild ? [] : lockfiles,
      caveats,
      obstacle,
      isInPlace,
      missing,
    }),
  );
}

function isSame(a: Observation, b: Observation): boolean {
  return a.outcome === b.outcome && a.kind === b.kind;
}
