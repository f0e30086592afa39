import { readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { listText } from "../../../core/list-text.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import type { RunFiles } from "../../../suites/suite-world.ts";
import type { World } from "../../../trial/laboratory.ts";
import { lstatIfThere } from "../../../world/files/stat-if-there.ts";
import type { Context } from "../context.ts";
import type { Experiment, Isolated } from "../experiment.ts";
import { type WorldName, worldOf } from "../worlds/tested-command.ts";

/** Installed packages are what a clean checkout would have, too, once it is set up. A file `.env` is none. */
const dependencies =
  /(?:^|\/)(?:node_modules\/?|\.pnp\.[\w.]+|(?:\.?v?env|\.?venv[^/]*|\.tox|\.nox|vendor|\.yarn|bower_components|\.bundle)\/)$/;
/** Maximum number of files that are looked at one by one; of more, folders are. */
const maxFiles = 3000;

/** The test without the files that a clean checkout would not have: ignored ones, and new ones that nobody has added. */
export function cleanCopy(context: Context): Experiment[] {
  const entries = unversioned(context);
  if (entries.length === 0) return [];
  const id = "clean copy";
  return [
    {
      id,
      kind: "leftover",
      how: `in a clean copy, without ${listText(entries, { max: 3 })}`,
      world: (nth) => without(context, { id, nth }, entries),
      isolate: { search: () => findFiles(context, entries) },
    },
  ];
}

/** The same for each of them: where nothing runs without all of them. */
export function withoutEach(context: Context): Experiment[] {
  const entries = unversioned(context).slice(0, maxSingle);
  if (entries.length < 2) return [];
  return entries.map((entry) => ({
    id: `without ${entry}`,
    kind: "leftover",
    how: `without ${entry}`,
    world: (nth) => without(context, { id: `without ${entry}`, nth }, [entry]),
    isolate: { search: () => findFiles(context, [entry]) },
  }));
}

const maxSingle = 12;

/** Relative to the project's folder; folders end with a slash. */
function unversioned({ repository, tested }: Context): string[] {
  if (!repository || repository.root !== tested.command.root) return [];
  const listed = repository.fields(["ls-files", "-z", "--others", "--directory", "--no-empty-directory"]);
  return listed.filter((path) => !dependencies.test(path) && !/(?:^|\/)\.culprit\/?$/.test(path));
}

function without(
  { tested }: Context,
  name: WorldName,
  hidden: readonly string[],
  onFiles?: (files: RunFiles) => void,
): World {
  const paths = hidden.map((path) => path.replace(/\/$/, ""));
  return worldOf(tested, name, {
    overlays: ([first, ...others]) => (first ? [{ ...first, hidden: [...first.hidden, ...paths] }, ...others] : []),
    ...(onFiles ? { onFiles } : {}),
  });
}

/** Which of the files make the test fail, if only they are there. */
async function findFiles(context: Context, entries: readonly string[]): Promise<Isolated> {
  const files = filesIn(context.tested.command.root, entries);
  const hiddenWith = (set: DeltaSet) => files.filter((_, i) => !set.has(i));
  const world = (set: DeltaSet) => {
    const hidden = hiddenWith(set);
    return without(context, { id: `only ${files.filter((_, i) => set.has(i)).join("\0")}`, nth: 1 }, hidden);
  };
  const { few, isConfirmed } = await searchFew(context.run, {
    confirms: true,
    name: "files",
    total: files.length,
    world,
    outcome: "fail",
    isKnown: true,
    labels: () => files,
  });
  const deciding = few ? files.filter((_, i) => few.has(i)) : entries;
  const written = await whatTestWrites(context, entries);
  const isLeft = deciding.some((path) => written.some((each) => isIn(each, path) || isIn(path, each)));
  const names = listText(deciding, { max: 5 });
  return {
    kind: isLeft ? "leftover" : "ignored-file",
    sentence: isLeft
      ? `It fails because of what an earlier run left in ${names}, which a clean checkout does not have`
      : `It fails because of ${names}, which git does not track`,
    by: "files",
    isProved: isConfirmed,
    items: deciding,
    total: files.length,
  };
}

/** Whether a path is another one, or in that folder, which may end with a slash. */
function isIn(path: string, other: string): boolean {
  return path === other || path.startsWith(other.endsWith("/") ? other : `${other}/`);
}

function filesIn(root: string, entries: readonly string[]): string[] {
  const files = entries.flatMap((entry) => (entry.endsWith("/") ? below(root, entry) : [entry]));
  return files.length > maxFiles ? [...entries] : files;
}

function below(root: string, folder: string): string[] {
  try {
    const all = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    // In the layer of an overlay, a device stands for what is gone.
    const isThere = (status: Stats | undefined) => status?.isFile() || status?.isSymbolicLink();
    return all.map((path) => join(folder, path)).filter((path) => isThere(lstatIfThere(join(root, path))));
  } catch {
    return [folder];
  }
}

/** The paths that the test writes in a clean copy: what it leaves behind itself. */
async function whatTestWrites(context: Context, entries: readonly string[]): Promise<string[]> {
  let found: string[] = [];
  const world = without(context, { id: "what it writes", nth: 1 }, entries, ({ written }) => {
    if (written !== undefined) found = below(written, "");
  });
  await context.run.execute(world, context.run.ends?.timeLimit);
  return found;
}
