import { basename } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { counted } from "../../../report/quantity.ts";
import { overlayObstacle } from "../../../trial/isolation/overlays.ts";
import { hasToBeInstalled } from "../../../world/packages/lockfile-names.ts";
import type { Version } from "../../../world/tree/version.ts";
import { writeItem } from "../../../world/tree/write-item.ts";
import type { Context } from "../context.ts";
import type { GreenMemory } from "../green/green-memory.ts";
import { layeredCandidates } from "../watch/edit-candidates.ts";
import type { Capture } from "./capture.ts";
import type { Respect, Respects } from "./respects.ts";

/** The files here, and those of there. */
interface BothTrees {
  readonly tree: string | undefined;
  readonly treeThere: string | undefined;
  readonly outcome: Capture["outcome"];
}

/** Files that differ, with what isolates those that decide. */
export interface FilesRespect extends Respect {
  /** The versions that pass and fail, as far as they differ. */
  readonly passing: Version;
  readonly failing: Version;
}

export async function filesThere(
  context: Context,
  { store }: GreenMemory,
  { tree, treeThere, outcome }: BothTrees,
): Promise<Omit<Respects, "tried"> & { readonly tried: readonly FilesRespect[] }> {
  const nothing = { tried: [], untried: [] };
  if (tree === treeThere) return nothing;
  if (tree === undefined || treeThere === undefined)
    return { ...nothing, untried: ["The files of there: they could not be captured."] };
  const { command } = context.tested;
  if (overlayObstacle(command.root) !== undefined)
    return { ...nothing, untried: ["The files of there: this system has no layers over folders."] };
  const [here, there] = store.differing(tree, treeThere);
  const { changes, world } = await layeredCandidates(context.run, command, [here, there]);
  const paths = store.changed(tree, treeThere);
  const [passing, failing] = outcome === "fail" ? [here, there] : [there, here];
  return {
    tried: [
      {
        kind: "edit",
        how: `with ${counted(paths.length, "files")} as there`,
        difference: { instead: world(changes.all) },
        passing,
        failing,
      },
    ],
    untried: paths.filter(hasToBeInstalled).map((path) => lockfileNote(context, path, there, outcome)),
  };
}

/** The packages that are installed here stay: other ones have to be fetched. */
function lockfileNote({ run, request }: Context, path: string, there: Version, outcome: Capture["outcome"]): string {
  const item = there.items.get(path);
  const differs = `The packages of there: ${path} differs, and those that are installed here were used.`;
  if (!item || basename(path) !== "package-lock.json") return differs;
  const copy = run.record.prepareOutputPath("there-package-lock.json");
  writeItem(copy, item);
  const sides = outcome === "fail" ? [path, copy] : [copy, path];
  return `${differs} To try them: ${commandLine(["culprit", "packages", ...sides, "--", ...request.test])}`;
}
